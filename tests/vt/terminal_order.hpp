#pragma once
// What must be true of a terminal after any input, whatever it shows.

#include <optional>
#include <string>

#include "pty/vt/terminal.hpp"

namespace pty::vt_test {

/// The first thing out of order: cursor or margins outside the grid, half characters, ids of no table, wrap
/// flags at rows that are not full, queues or memory beyond their bounds.
std::optional<std::string> disorder(const vt::Terminal& terminal);

}  // namespace pty::vt_test
