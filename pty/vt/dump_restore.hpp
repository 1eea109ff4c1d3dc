#pragma once
// The bytes that bring a fresh terminal of the same size into this one's state: SCREEN for ATTACH. Starts
// with ESC[?1049h if and only if the alternate screen is active; then only that screen is painted, and
// whoever got it is owed primary_repaint() when the application leaves. Contains no queries, bells or
// notifications that would be shown. Never longer than `image_bytes`: links, then looks and the hidden screen
// give way (image_bound.hpp). Otherwise exactness is a tested property: a fresh Terminal fed with
// restore_dump(t) has same_state() as t; what that leaves out, and why, is said there. Nothing else is kept
// anywhere: REP and combining marks find the character before the cursor in the cells.

#include <cstddef>

#include "pty/base/bytes.hpp"
#include "pty/vt/dump_plain.hpp"
#include "pty/vt/image_bound.hpp"
#include "pty/vt/terminal.hpp"

namespace pty::vt {

struct RestoreOptions {
  /// Oldest history is left out to stay below this; the screen itself is not.
  std::size_t max_bytes = std::size_t{8} * 1024 * 1024;
  std::size_t image_bytes = kMaxImageBytes;
  /// viewport: no history, as if the terminal had none.
  Extent extent = Extent::full;
};

base::ByteBuffer restore_dump(const Terminal& terminal, const RestoreOptions& options = {});

/// The primary viewport (clear, content, cursor, pen, modes; no history), to be inserted right after the
/// sequence that left the alternate screen. Bounded in the same way. Pre: the primary screen is active.
base::ByteBuffer primary_repaint(const Terminal& terminal, std::size_t image_bytes = kMaxImageBytes);

}  // namespace pty::vt
