#pragma once
// Looks for text in a terminal's output as it is written: it sees what scrolls away or is overwritten at
// once, and lines as the program wrote them, soft wraps or not. A run of text ends where the cursor goes
// elsewhere; colours do not end it. Patterns are plain byte substrings. Sans-IO, split-invariant.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "pty/base/bytes.hpp"
#include "pty/term/tokenizer.hpp"

namespace pty::attach {

class TextWatcher {
 public:
  /// A run longer than this is looked at through a window of this size.
  static constexpr std::size_t kMaxRun = std::size_t{64} << 10;

  explicit TextWatcher(const std::vector<std::string>& patterns);

  /// How many of the bytes were read when the first pattern was complete; nothing if none is.
  std::optional<std::size_t> feed(base::ByteView bytes);
  /// What follows is not the continuation of what was fed before.
  void break_run() { run_.clear(); }

 private:
  struct Sink;
  void append(const char* from, const char* to);

  std::vector<std::string> patterns_;
  std::size_t longest_ = 1;
  term::Tokenizer tokenizer_;
  base::ByteBuffer run_;
  const char* found_ = nullptr;  ///< where in the fed bytes the first match ended
};

}  // namespace pty::attach
