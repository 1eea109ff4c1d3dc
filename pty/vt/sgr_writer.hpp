#pragma once
// Turns changes of style into short SGR sequences. Remembers the style in force at the receiver, so every
// dump keeps one for its whole output.

#include "pty/base/bytes.hpp"
#include "pty/term/style.hpp"

namespace pty::vt {

class SgrWriter {
 public:
  /// Appends what makes `style` the one in force: nothing, a change, or a reset and the new style, whichever
  /// is shorter.
  void change_to(const term::Style& style, base::ByteBuffer& out) {
    if (style == current_) [[likely]]
      return;
    write_change(style, out);
  }
  [[nodiscard]] const term::Style& current() const { return current_; }

 private:
  void write_change(const term::Style& style, base::ByteBuffer& out);

  term::Style current_;
};

}  // namespace pty::vt
