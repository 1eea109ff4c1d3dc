#pragma once
// Tab stops.

#include "pty/vt/control_handlers.hpp"

namespace pty::vt {

/// A stop every eight columns.
void reset_tab_stops(TerminalState& state);
void horizontal_tab(TerminalState& state);

void forward_tabs(TerminalState& state, const term::CsiSequence& sequence);
void backward_tabs(TerminalState& state, const term::CsiSequence& sequence);
void clear_tabs(TerminalState& state, const term::CsiSequence& sequence);
/// DECST8C.
void set_default_tabs(TerminalState& state, const term::CsiSequence& sequence);
void escape_set_tab(TerminalState& state, std::uint32_t key);

}  // namespace pty::vt
