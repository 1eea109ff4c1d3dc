#pragma once
// What somebody in front of the screen sees, as bytes to compare: the characters of the rows with their
// looks, where the cursor is if it shows, and how often the screen has scrolled (a line equal to the one
// above it is news, too). An erased cell and a space of the same look are the same; links, titles and modes
// are not seen.

#include "pty/base/bytes.hpp"
#include "pty/vt/terminal.hpp"

namespace pty::vt {

/// Equal exactly when no visible change lies between two moments. Cost: one pass over the rows of the screen.
base::ByteBuffer visible_picture(const Terminal& terminal);

}  // namespace pty::vt
