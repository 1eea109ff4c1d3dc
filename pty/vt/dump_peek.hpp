#pragma once
// The screen as bytes to print into somebody else's terminal, wherever its cursor is: lines in flow form with
// their looks, then cursor visibility, mouse and keyboard modes. Never switches screens, never moves the
// cursor up.

#include "pty/base/bytes.hpp"
#include "pty/vt/dump_plain.hpp"
#include "pty/vt/terminal.hpp"

namespace pty::vt {

base::ByteBuffer peek_dump(const Terminal& terminal, Extent extent);

}  // namespace pty::vt
