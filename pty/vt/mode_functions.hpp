#pragma once
// Setting, resetting, saving and reporting modes, all from term::kModeTable; and the alternate screen.

#include "pty/vt/control_handlers.hpp"

namespace pty::vt {

void set_ansi_modes(TerminalState& state, const term::CsiSequence& sequence);
void reset_ansi_modes(TerminalState& state, const term::CsiSequence& sequence);
void set_dec_modes(TerminalState& state, const term::CsiSequence& sequence);
void reset_dec_modes(TerminalState& state, const term::CsiSequence& sequence);
/// XTSAVE and XTRESTORE.
void save_dec_modes(TerminalState& state, const term::CsiSequence& sequence);
void restore_dec_modes(TerminalState& state, const term::CsiSequence& sequence);
/// DECRQM.
void report_ansi_mode(TerminalState& state, const term::CsiSequence& sequence);
void report_dec_mode(TerminalState& state, const term::CsiSequence& sequence);
/// DECKPAM and DECKPNM: ?66 by another name.
void escape_application_keypad(TerminalState& state, std::uint32_t key);
void escape_numeric_keypad(TerminalState& state, std::uint32_t key);

/// Sets one mode with all that follows from it.
void apply_mode(TerminalState& state, term::Mode mode, bool value);
/// The in-band size report of ?2048.
void report_size_in_band(TerminalState& state);

}  // namespace pty::vt
