#pragma once
// How much memory a terminal can come to hold, whatever it is fed. Everything that an application can grow
// has a cap, a constant in the header of what it belongs to; this adds them up. Terminal::memory_bytes()
// never exceeds it, which hostile inputs in the tests and the fuzz target of the terminal check.
//
// What does not depend on the size: unfinished sequences and strings (term/control_sequence.hpp, relay.hpp),
// pending replies, events and notifications, titles, links: some 60 MB in all, nearly all of it events that
// nobody takes and links of two kilobytes each. The rest is cells, the styles and clusters in them, and the
// history, whose limits are options.

#include <cstddef>

#include "pty/base/size.hpp"
#include "pty/vt/terminal_options.hpp"

namespace pty::vt {

/// Ids alive in a table of styles or clusters: each cell of both screens has its own, as many are waiting to
/// be collected, and what a resize brought back from history.
inline constexpr std::size_t kTableIdsPerCell = 6;
inline constexpr std::size_t kTableIdsAlways = 3 * 8192;

/// Pre: the size is one a Terminal can have.
std::size_t memory_bound(base::Size size, const TerminalOptions& options);

}  // namespace pty::vt
