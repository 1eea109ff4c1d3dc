#pragma once
// Removes what is not text from a terminal's output, across any split: escape sequences, strings and controls
// other than line feed, carriage return and tab.

#include <cstdint>

#include "pty/base/bytes.hpp"
#include "pty/term/tokenizer.hpp"

namespace pty::attach {

class PlainFilter {
 public:
  /// for_terminal: the receiver is a terminal in raw mode, on which a line feed alone stays in its column.
  enum class Newlines : std::uint8_t { as_they_are, for_terminal };
  explicit PlainFilter(Newlines newlines = Newlines::as_they_are) : newlines_(newlines) {}

  /// Appends the text in `bytes`.
  void feed(base::ByteView bytes, base::ByteBuffer& out);

 private:
  struct Sink;
  Newlines newlines_;
  bool after_return_ = false;
  term::Tokenizer tokenizer_;
};

}  // namespace pty::attach
