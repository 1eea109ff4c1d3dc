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

/// To be appended when the session ever used more than kTerminalReset covers (or always: each is harmless).
inline constexpr std::string_view kExtendedReset =
    "\x1b[?9l\x1b[?1005l\x1b[?1015l\x1b[?1016l\x1b[?1007l\x1b[?2026l\x1b[?2027l\x1b[?2031l\x1b[?5l\x1b[?45l"
    "\x1b[?66l\x1b[?69l\x1b[20l\x1b[>4;0m\x0f\x1b)B\x1b]8;;\x1b\\";

/// The first without leaving the alternate screen and without touching keyboard levels.
inline constexpr std::string_view kModeReset =
    "\x1b[?1l\x1b[?7h\x1b[?6l\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1004l\x1b[?1006l\x1b[?25h\x1b[?2004l"
    "\x1b[4l\x1b[r\x1b[0m\x1b[0 q\x1b>\x1b(B";

/// Moves to the bottom so that a message appears under the content.
inline constexpr std::string_view kMoveToBottom = "\x1b[999;1H";

}  // namespace pty::term
