#pragma once
// Text as test scripts write it: "\e[1m", "\x1b", "\n", "\u{1F600}", and back.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pty::vt_test {

/// The bytes of a script string without its quotes: \e \n \r \t \a \b \\ \" \xHH, \u{HEX}; any other escaped
/// character stands for itself.
std::string unescape(std::string_view text);
/// The inverse, for messages: controls and ill-formed bytes escaped.
std::string escape(std::string_view bytes);

struct Word {
  std::string text;  ///< unescaped if it was quoted
  bool quoted = false;
};
/// Splits a line at blanks; "quoted strings" are one word, `"ab"x3` is the string three times. A `#` that
/// begins a word ends the line. Nullopt: a quote is not closed.
std::optional<std::vector<Word>> split_words(std::string_view line);

}  // namespace pty::vt_test
