#pragma once
// Erasing (ED, EL, ECH), selectively too (DECSED, DECSEL, DECSCA), and rectangles of both.

#include "pty/vt/control_handlers.hpp"

namespace pty::vt {

void erase_in_display(TerminalState& state, const term::CsiSequence& sequence);
void erase_in_line(TerminalState& state, const term::CsiSequence& sequence);
void erase_characters(TerminalState& state, const term::CsiSequence& sequence);
void selective_erase_in_display(TerminalState& state, const term::CsiSequence& sequence);
void selective_erase_in_line(TerminalState& state, const term::CsiSequence& sequence);
/// DECSCA: 1 protects what is printed from selective erasing.
void set_character_protection(TerminalState& state, const term::CsiSequence& sequence);
/// DECALN: fills the screen with E.
void escape_alignment_test(TerminalState& state, std::uint32_t key);

/// Every row of the active screen becomes blank in the pen's background.
void erase_screen(TerminalState& state);

}  // namespace pty::vt
