#pragma once
// OSC 133: a shell says where its prompt, the input, and the output of a command begin, and how it ended. Two
// things come of it: what is printed next is of that kind (cell bits), and the row is marked (row_marks.hpp).
// A switch of kind that marks nothing has the key k=c ("continued"): restore dumps use it.
// Source: FinalTerm, the "semantic prompts" proposal, kitty and iTerm2 documentation.

#include "pty/vt/osc_commands.hpp"

namespace pty::vt {

/// A, N, P: a prompt begins; B, I: input; C: output; D ; code: the command ended.
void prompt_mark(TerminalState& state, const OscCommand& command);

}  // namespace pty::vt
