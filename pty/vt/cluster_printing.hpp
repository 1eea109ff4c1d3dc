#pragma once
// Printing one code point with care: combining marks and grapheme clusters join the cell before the cursor,
// found from the cells alone (no hidden state), so that a restored screen goes on like the original. Without
// mode 2027 only characters of width zero join, and widths are those of code points; with it clusters are
// those of UAX #29 and their width is counted as a whole.

#include <cstdint>

#include "pty/vt/terminal_state.hpp"

namespace pty::vt {

/// Puts content (code point or cluster bits) of a width of 1 or 2 at the cursor, wrapping and inserting as
/// the modes say.
void put_content(TerminalState& state, std::uint64_t content, std::uint8_t width);

/// True if even a plain letter would join the character before the cursor, were clusters counted.
bool follows_prepend(const TerminalState& state);

/// The (first) code point of the character before the cursor; 0 if there is none. What REP repeats.
char32_t code_point_before(const TerminalState& state);

}  // namespace pty::vt
