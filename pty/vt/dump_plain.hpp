#pragma once
// The screen as plain text, for `peek --plain`, waiters and exit records. One line per row (soft-wrapped rows
// are separate lines), cells up to the last written one, gaps as spaces, no padding; trailing empty rows are
// dropped; joined by \n without a final newline. Never contains control characters. Never longer than
// `limit`: history, then all but the first code point of clusters give way (image_bound.hpp).

#include <cstddef>
#include <string>

#include "pty/vt/image_bound.hpp"
#include "pty/vt/terminal.hpp"

namespace pty::vt {

std::string plain_text(const Terminal& terminal, Extent extent, std::size_t limit = kMaxImageBytes);
/// The same for somebody to whom further output is shown as text: ends where the cursor is. Rows down to the
/// cursor's are there, a line in progress is not ended (blanks lead to a cursor beyond its text, a carriage
/// return and the text before the cursor to one inside it), and after a cursor that stands further up a new
/// line begins.
std::string plain_text_to_cursor(const Terminal& terminal, Extent extent, std::size_t limit = kMaxImageBytes);
/// At most `count` lines and `limit` bytes from the end of the full text; only whole lines.
std::string last_lines(const Terminal& terminal, std::size_t count, std::size_t limit = kMaxImageBytes);

}  // namespace pty::vt
