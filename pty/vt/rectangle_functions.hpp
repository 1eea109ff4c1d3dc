#pragma once
// Copying, filling, erasing and restyling rectangles of cells. No half of a wide character is ever left: one
// that an edge cuts is blanked where cells are replaced, left out where they are copied, and restyled whole.

#include "pty/vt/control_handlers.hpp"

namespace pty::vt {

/// DECCRA. Areas may overlap.
void copy_rectangle(TerminalState& state, const term::CsiSequence& sequence);
/// DECFRA: with a character of ASCII (by way of GL) or Latin-1, as if printed.
void fill_rectangle(TerminalState& state, const term::CsiSequence& sequence);
/// DECERA.
void erase_rectangle(TerminalState& state, const term::CsiSequence& sequence);
/// DECSERA: spares protected cells.
void selective_erase_rectangle(TerminalState& state, const term::CsiSequence& sequence);
/// DECCARA and DECRARA: bold, underline, blink and inverse, by the numbers of SGR. A blank cell that would
/// show them becomes a space.
void change_attributes(TerminalState& state, const term::CsiSequence& sequence);
void reverse_attributes(TerminalState& state, const term::CsiSequence& sequence);
/// DECSACE: what the two above take their four numbers for.
void select_attribute_extent(TerminalState& state, const term::CsiSequence& sequence);
/// DECRQCRA: refused unless the terminal was made for tests (TerminalOptions::checksums).
void report_checksum(TerminalState& state, const term::CsiSequence& sequence);

}  // namespace pty::vt
