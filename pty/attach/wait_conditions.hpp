#pragma once
// What a wait waits for. Conditions are alternatives: the first that holds ends the wait; of several that
// hold at the same moment the first in the order below is named.

#include <optional>
#include <string>
#include <vector>

#include "pty/attach/line_regex.hpp"
#include "pty/base/bytes.hpp"
#include "pty/base/clock.hpp"

namespace pty::attach {

struct WaitConditions {
  std::vector<std::string> texts;          ///< seen, however briefly; plain bytes, none empty
  std::vector<LineRegex> regexes;          ///< the same
  std::vector<std::string> gone;           ///< not on the screen (any more)
  std::optional<base::Milliseconds> idle;  ///< no visible change for so long, from the start of the wait on
  std::string idle_text;                   ///< as the user wrote it
  bool exit = false;                       ///< the program ended

  [[nodiscard]] bool empty() const {
    return texts.empty() && regexes.empty() && gone.empty() && !idle && !exit;
  }
};

/// The first text or regex that is in `lines`, as describe() names it.
std::optional<std::string> find_pattern(const WaitConditions& conditions, base::ByteView lines);

/// Nouns for messages: `"ready"`, `regex "re.*dy"`, `the absence of "busy"`, `2s of quiet`, `the end of the
/// program` or, when it is known, `the end of the program (code 3)`.
std::string describe_text(const std::string& text);
std::string describe_regex(const LineRegex& regex);
std::string describe_gone(const std::string& text);
std::string describe_idle(const WaitConditions& conditions);
std::string describe_exit(std::optional<int> code = {});
/// All of them, with "or" between.
std::string describe(const WaitConditions& conditions);

}  // namespace pty::attach
