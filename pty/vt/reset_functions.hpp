#pragma once
// RIS and DECSTR.

#include "pty/vt/control_handlers.hpp"

namespace pty::vt {

/// RIS: everything as when the terminal was created, history included; open queues stay.
void escape_full_reset(TerminalState& state, std::uint32_t key);
/// DECSTR: modes, pen, margins, character sets, saved cursor and keyboard levels; not the screen's content.
void soft_reset(TerminalState& state, const term::CsiSequence& sequence);

}  // namespace pty::vt
