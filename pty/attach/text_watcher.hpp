#pragma once
// Looks for texts and regular expressions in a terminal's output as it is written: it sees what scrolls away
// or is overwritten at once, and lines as the program wrote them, soft wraps or not. A run of text ends where
// the cursor goes elsewhere; colours do not end it. A text is found as soon as it is complete; a regular
// expression is tried on a run that has ended, since `$` means its end. Sans-IO, split-invariant.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "pty/attach/wait_conditions.hpp"
#include "pty/base/bytes.hpp"
#include "pty/term/tokenizer.hpp"

namespace pty::attach {

class TextWatcher {
 public:
  /// A run longer than this is looked at through a window of this size.
  static constexpr std::size_t kMaxRun = std::size_t{64} << 10;

  struct Found {
    std::size_t bytes;      ///< how many of the bytes were read when it stood there
    std::string condition;  ///< as describe() names it
  };

  /// `conditions` outlives the watcher.
  explicit TextWatcher(const WaitConditions& conditions);

  /// The first text or regex that the bytes complete.
  std::optional<Found> feed(base::ByteView bytes);
  /// Where, in the bytes fed last, runs ended that began inside a line: together with what stands there
  /// already they may be what is looked for, and only the screen can tell, as it was then.
  [[nodiscard]] const std::vector<std::size_t>& placed_ends() const { return placed_ends_; }
  /// What follows is not the continuation of what was fed before.
  void forget() { run_.clear(); }

 private:
  struct Sink;
  void append(const char* from, const char* to);
  void break_run();
  void note_placed();
  void try_regexes();
  void note(std::size_t bytes, const std::string& condition);
  [[nodiscard]] std::size_t offset_of(const char* from, const char* at) const;

  const WaitConditions& conditions_;
  std::size_t longest_ = 1;
  term::Tokenizer tokenizer_;
  base::ByteBuffer run_;
  bool moved_ = false;   ///< the cursor is inside a line, as far as is known
  bool placed_ = false;  ///< the run began there

  // Of the current feed:
  base::ByteView fed_;
  std::size_t carried_ = 0;  ///< bytes of an unfinished character that came with the feed before
  std::size_t run_end_ = 0;  ///< where the last text ended
  std::optional<Found> found_;
  std::vector<std::size_t> placed_ends_;
};

}  // namespace pty::attach
