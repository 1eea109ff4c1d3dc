#pragma once
// Switching between the primary and the alternate screen. Cursor, pen and modes are shared; saved cursor and
// keyboard levels belong to each screen.

#include "pty/vt/terminal_state.hpp"

namespace pty::vt {

enum class OnEntry : std::uint8_t { keep, clear };
/// ?47 keeps the cells for the next entry. ?1047 erases them (in the pen's background) before it leaves.
/// ?1049 forgets them: it erases on entry anyway, and a restore would have to paint the last frame of every
/// full-screen program that has ended.
enum class OnLeaving : std::uint8_t { keep, forget };

/// The alternate screen is made when it is first needed. Already there: only the clearing happens.
void enter_alternate(TerminalState& state, OnEntry on_entry);
/// Back to the primary screen; nothing happens there already.
void leave_alternate(TerminalState& state, OnLeaving on_leaving);

}  // namespace pty::vt
