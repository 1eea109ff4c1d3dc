#pragma once
// Mouse reports count the cells of the person's terminal. While a letterbox shows a part of a larger grid,
// the session's cells are further down and to the right; this moves the reports there. Where it shows a
// smaller grid there are cells around it that the session does not have: presses and wheels there are not
// reported, what a button does that was pressed inside (a drag, the release) is at the edge. Everything else
// passes as it is, pasted text above all. A report that a read has cut passes unmoved: terminals write one at
// once.

#include <cstdint>

#include "pty/base/bytes.hpp"
#include "pty/base/size.hpp"

namespace pty::attach {

class MouseShift {
 public:
  /// The cell of the grid in the terminal's corner, and the grid.
  struct Window {
    std::uint16_t first_row = 0;
    std::uint16_t first_col = 0;
    base::Size grid;
  };

  /// Appends `input` with its reports (SGR and the three-byte form) as the grid counts.
  void apply(base::ByteView input, const Window& window, base::ByteBuffer& out);

 private:
  bool in_paste_ = false;
};

}  // namespace pty::attach
