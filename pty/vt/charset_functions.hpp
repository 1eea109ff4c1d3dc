#pragma once
// Designating character sets and shifting them in.

#include "pty/vt/control_handlers.hpp"

namespace pty::vt {

/// SO and SI.
void shift_to(TerminalState& state, std::uint8_t set);
/// ESC ( ) * + with a 94-set designator.
void escape_designate(TerminalState& state, std::uint32_t key);
/// LS2, LS3, LS1R, LS2R, LS3R, SS2, SS3.
void escape_shift(TerminalState& state, std::uint32_t key);
/// True for the intermediates that designate: tried for sequences that no table row names.
bool is_designation(std::uint32_t key);

}  // namespace pty::vt
