#pragma once
// How the keyboard reports: kitty keyboard levels and modifyOtherKeys.

#include "pty/vt/control_handlers.hpp"

namespace pty::vt {

void push_keyboard_flags(TerminalState& state, const term::CsiSequence& sequence);
void pop_keyboard_flags(TerminalState& state, const term::CsiSequence& sequence);
void set_keyboard_flags(TerminalState& state, const term::CsiSequence& sequence);
void report_keyboard_flags(TerminalState& state, const term::CsiSequence& sequence);
/// XTMODKEYS, of which only modifyOtherKeys (4) is kept.
void set_key_modifiers(TerminalState& state, const term::CsiSequence& sequence);
void disable_key_modifiers(TerminalState& state, const term::CsiSequence& sequence);
void report_key_modifiers(TerminalState& state, const term::CsiSequence& sequence);

}  // namespace pty::vt
