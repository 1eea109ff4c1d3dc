#pragma once
// Mouse reports count the cells of the person's terminal. While a letterbox shows a part of a larger grid,
// the session's cells are further down and to the right; this moves the reports there. Everything else passes
// as it is, pasted text above all. A report that a read has cut passes unmoved: terminals write one at once.

#include <cstdint>

#include "pty/base/bytes.hpp"

namespace pty::attach {

class MouseShift {
 public:
  /// Appends `input` with its reports (SGR and the three-byte form) moved by so many cells.
  void apply(base::ByteView input, std::uint16_t rows, std::uint16_t cols, base::ByteBuffer& out);

 private:
  bool in_paste_ = false;
};

}  // namespace pty::attach
