#pragma once
// Checks of names that come from people and peers, and printing text that somebody else wrote: titles,
// labels, tags, commands, event bodies. None of it may move the cursor or change the terminal of who reads
// it.

#include <string>

#include "pty/base/bytes.hpp"

namespace pty::text {

/// The same text with everything that a terminal could act on made visible: C0 and DEL as \n \r \t \e or
/// \xNN, C1 controls, line separators, bidirectional overrides and ill-formed bytes as \u{N} or \xNN. A
/// backslash stays as it is: the result is for reading, not for parsing back.
std::string escape_controls(base::ByteView text);

/// Category Cc (C0, DEL, C1).
constexpr bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7F && c <= 0x9F);
}
/// White_Space of Unicode, and U+FEFF, which JavaScript's trim() takes for one.
constexpr bool is_space(char32_t c) {
  return (c >= 0x09 && c <= 0x0D) || c == 0x20 || c == 0x85 || c == 0xA0 || c == 0x1680 ||
         (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 || c == 0x202F || c == 0x205F ||
         c == 0x3000 || c == 0xFEFF;
}

/// Any character of category Cc. Ill-formed bytes are not controls.
bool has_control(base::ByteView text);
/// A character of category Cc, U+2028 or U+2029: the text is not a single line.
bool has_control_or_line_separator(base::ByteView text);
/// Any white space or control character (event types).
bool has_space_or_control(base::ByteView text);
/// Without leading and trailing Unicode white space.
base::ByteView trim(base::ByteView text);
inline bool is_trimmed(base::ByteView text) {
  return trim(text).size() == text.size();
}

}  // namespace pty::text
