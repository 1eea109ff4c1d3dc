#pragma once
// What the application may ask the terminal about itself, its cursor and its window. Queries without an
// answer are swallowed all the same: no other terminal must answer them.

#include "pty/vt/control_handlers.hpp"

namespace pty::vt {

void primary_device_attributes(TerminalState& state, const term::CsiSequence& sequence);
void secondary_device_attributes(TerminalState& state, const term::CsiSequence& sequence);
void tertiary_device_attributes(TerminalState& state, const term::CsiSequence& sequence);
void terminal_version(TerminalState& state, const term::CsiSequence& sequence);
void device_status(TerminalState& state, const term::CsiSequence& sequence);
void dec_device_status(TerminalState& state, const term::CsiSequence& sequence);
/// XTWINOPS: sizes are reported, the title stack works, the window itself is not ours.
void window_operation(TerminalState& state, const term::CsiSequence& sequence);
/// DECID.
void escape_identify(TerminalState& state, std::uint32_t key);

}  // namespace pty::vt
