#pragma once
// Switching between the primary and the alternate screen. Cursor, pen and modes are shared; saved cursor and
// keyboard levels belong to each screen.

#include "pty/vt/terminal_state.hpp"

namespace pty::vt {

enum class OnEntry : std::uint8_t { keep, clear };

/// The alternate screen is made when it is first needed. Already there: only the clearing happens.
void enter_alternate(TerminalState& state, OnEntry on_entry);
/// Back to the primary screen; nothing happens there already.
void leave_alternate(TerminalState& state);

}  // namespace pty::vt
