#pragma once
// What somebody in front of the screen sees, as bytes to compare: the characters of the rows with their
// looks, the colours that the program has changed, and where the cursor is if it shows. An erased cell and a
// space of the same look are the same; links, titles and modes are not seen, and neither is a full screen of
// equal lines that scrolls (whoever takes that for news compares Terminal::lines_scrolled() as well).

#include "pty/base/bytes.hpp"
#include "pty/vt/terminal.hpp"

namespace pty::vt {

/// Equal exactly when two moments look the same. Cost: one pass over the rows of the screen.
base::ByteBuffer visible_picture(const Terminal& terminal);

}  // namespace pty::vt
