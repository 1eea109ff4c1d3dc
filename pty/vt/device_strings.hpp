#pragma once
// Device control strings that ask: DECRQSS (a setting, as the sequence that makes it) and XTGETTCAP (terminfo
// capabilities). Others (sixel, user-defined keys…) mean nothing to the screen and pass to other terminals.

#include "pty/vt/control_handlers.hpp"

namespace pty::vt {

void device_control_string(TerminalState& state, const term::ControlString& string);
/// Kitty graphics: only its queries concern us, to be kept from other terminals.
void application_command(TerminalState& state, const term::ControlString& string);

}  // namespace pty::vt
