#pragma once
// The screen as bytes to print into somebody else's terminal, wherever its cursor is: lines in flow form with
// their looks, then cursor visibility, mouse and keyboard modes. Never switches screens.
//
// in_flow: the end of the last line that is not blank is the end; never moves the cursor up. at_cursor: for
// somebody who goes on with the application's output: the cursor is brought, from there, to where the
// application has it, with pen, character sets and all modes. What came before the picture in the receiver
// is not touched, but by an application that has set margins: its place is absolute, and right for a receiver
// that had been cleared.
//
// Never longer than `limit`: history, then links, then looks give way (image_bound.hpp).

#include <cstdint>

#include "pty/base/bytes.hpp"
#include "pty/vt/dump_plain.hpp"
#include "pty/vt/image_bound.hpp"
#include "pty/vt/terminal.hpp"

namespace pty::vt {

enum class PeekEnd : std::uint8_t { in_flow, at_cursor };

base::ByteBuffer peek_dump(const Terminal& terminal, Extent extent, PeekEnd end = PeekEnd::in_flow,
                           std::size_t limit = kMaxImageBytes);

}  // namespace pty::vt
