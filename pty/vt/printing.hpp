#pragma once
// Printing: what happens to text. Runs of ASCII and of plain characters go straight into cells; everything
// that needs care (insert mode, character sets, combining marks, clusters) goes one code point at a time.

#include "pty/vt/terminal_state.hpp"

namespace pty::vt {

/// Prints from [p, end) up to the first control byte or incomplete UTF-8 scalar; returns where it stopped.
const char* print_text(TerminalState& state, const char* p, const char* end);
/// Prints one code point, whatever it is.
void print_code_point(TerminalState& state, char32_t code_point);
/// REP: prints the character before the cursor again, at most one screen full of times. That is the preceding
/// graphic character as long as no control function came between; what happens otherwise is not defined
/// (ECMA-48 8.3.103). Found from the cells, so that a restored screen goes on like the original.
void repeat_last(TerminalState& state, std::uint32_t count);

}  // namespace pty::vt
