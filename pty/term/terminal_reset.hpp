#pragma once
// Byte sequences that bring an outer terminal back to a state a shell expects. They never clear screen
// content. They are for callers that know nothing about what the session did; the interactive client knows,
// and undoes just that (outer_state_table.hpp).

#include <string_view>

namespace pty::term {

/// The exported constant: 18 sequences, order is part of the contract.
inline constexpr std::string_view kTerminalReset =
    "\x1b[?1049l\x1b[?1l\x1b[?7h\x1b[?6l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1004l\x1b[?1006l\x1b[?25h\x1b["
    "?2004l"
    "\x1b[4l\x1b[r\x1b[0m\x1b[0 q\x1b>\x1b(B\x1b[<99u";

/// Moves to the bottom so that a message appears under the content.
inline constexpr std::string_view kMoveToBottom = "\x1b[999;1H";

}  // namespace pty::term
