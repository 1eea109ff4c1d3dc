#pragma once
// Operating system commands: titles, links, working directory, prompt marks, clipboard, notifications;
// colours are in color_commands.hpp.

#include "pty/vt/control_handlers.hpp"

namespace pty::vt {

/// One OSC being handled.
struct OscCommand {
  std::uint32_t number = 0;
  bool has_text = false;  ///< a ';' follows the number
  std::string_view text;  ///< what follows it
  bool truncated = false;
  /// As the application ended it, to answer in kind.
  std::string_view terminator = "\x1b\\";
};

/// Whether a command that begins so sets something that lasts and that a restore brings back.
bool may_leave_state(std::string_view payload);
void operating_system_command(TerminalState& state, const term::ControlString& string);

}  // namespace pty::vt
