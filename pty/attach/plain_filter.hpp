#pragma once
// Removes what is not text from a terminal's output, across any split: escape sequences, strings and controls
// other than line feed, carriage return and tab.

#include "pty/base/bytes.hpp"
#include "pty/term/tokenizer.hpp"

namespace pty::attach {

class PlainFilter {
 public:
  /// Appends the text in `bytes`.
  void feed(base::ByteView bytes, base::ByteBuffer& out);

 private:
  struct Sink;
  term::Tokenizer tokenizer_;
};

}  // namespace pty::attach
