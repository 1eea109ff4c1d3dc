#pragma once
// What follows a screen printed by one-shot `peek`: the printed bytes may have set modes that belong to the
// session's program, and must not stay on in the reader's terminal.

#include <cstddef>
#include <cstdint>
#include <string>

#include "pty/base/bytes.hpp"

namespace pty::cli {

enum class PeekSink : std::uint8_t {
  terminal,  ///< a person's shell: modes are undone where the cursor stands
  file,      ///< a pipe or file: the documented reset and a move to the bottom, so that replaying it is safe
};

class PeekEpilogue {
 public:
  explicit PeekEpilogue(PeekSink sink) : sink_(sink) {}

  /// Looks at the next piece of the screen that is printed; it may be cut anywhere.
  void note(base::ByteView piece);
  /// Sequences to print between the screen and the final newline.
  [[nodiscard]] std::string text() const;

 private:
  PeekSink sink_;
  std::size_t matched_ = 0;          ///< bytes seen of what may be a `CSI > flags u`
  std::size_t keyboard_levels_ = 0;  ///< how many of them
};

}  // namespace pty::cli
