#pragma once
// Colours of the palette and of the screen: set, reset and asked for. A command may mix settings and queries;
// then other terminals get the settings alone.

#include "pty/vt/osc_commands.hpp"

namespace pty::vt {

/// OSC 4 ; index ; spec-or-? …
void palette_color(TerminalState& state, const OscCommand& command);
/// OSC 5: special colours, of which there are none.
void special_color(TerminalState& state, const OscCommand& command);
/// OSC 10 to 19 ; spec-or-? …: each further field is the next number's.
void dynamic_color(TerminalState& state, const OscCommand& command);
/// OSC 21 (kitty): queries are kept from other terminals.
void kitty_color(TerminalState& state, const OscCommand& command);
/// OSC 104: all indexes, or those named.
void reset_palette(TerminalState& state, const OscCommand& command);
/// OSC 110, 111, 112.
void reset_dynamic_color(TerminalState& state, const OscCommand& command);

}  // namespace pty::vt
