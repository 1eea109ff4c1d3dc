#pragma once
// The text that `pty list` prints for people. Pure: sessions in, text out. Everything that came from a
// session is escaped, so that no label or command can act on the reader's terminal.

#include <string>
#include <string_view>
#include <vector>

#include "pty/base/clock.hpp"
#include "pty/registry/listing.hpp"

namespace pty::cli {

enum class Colour : std::uint8_t { off, on };
enum class HiddenTags : std::uint8_t { hide, show };

struct TableStyle {
  Colour colour = Colour::off;
  HiddenTags hidden_tags = HiddenTags::hide;
  std::string home;  ///< shown as ~; empty: nothing is shortened
  base::WallTime now;
};

/// Up to three blocks (active, exited, vanished), or `No active sessions.`; `sessions` in the order to print.
std::string format_session_table(const std::vector<registry::Session>& sessions, const TableStyle& style);

/// `list --summary`: counts, oldest, newest.
std::string format_session_summary(const std::vector<registry::Session>& sessions, base::WallTime now);

}  // namespace pty::cli
