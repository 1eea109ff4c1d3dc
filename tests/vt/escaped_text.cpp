#include "tests/vt/escaped_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>

#include "pty/text/utf8.hpp"

namespace pty::vt_test {
namespace {

struct Number {
  std::uint32_t value = 0;
  std::size_t length = 0;
};
Number parse_hex(std::string_view digits) {
  Number number;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number.value, 16);
  if (error == std::errc{}) number.length = static_cast<std::size_t>(end - digits.data());
  return number;
}

/// Appends what the escape at `text` (behind the backslash) stands for; returns its length.
std::size_t append_escape(std::string_view text, std::string& out) {
  switch (text[0]) {
    case 'e':
      out += '\x1b';
      return 1;
    case 'n':
      out += '\n';
      return 1;
    case 'r':
      out += '\r';
      return 1;
    case 't':
      out += '\t';
      return 1;
    case 'a':
      out += '\a';
      return 1;
    case 'b':
      out += '\b';
      return 1;
    case 'x': {
      Number byte = parse_hex(text.substr(1, 2));
      out += static_cast<char>(byte.value);
      return 1 + byte.length;
    }
    case 'u': {
      std::size_t close = text.find('}');
      if (text.size() < 2 || text[1] != '{' || close == std::string_view::npos) break;
      text::append_utf8(out, parse_hex(text.substr(2, close - 2)).value);
      return close + 1;
    }
    default:
      break;
  }
  out += text[0];
  return 1;
}

/// The length of the quoted string at the start of `line`, quotes included; 0 if it has no end.
std::size_t quoted_length(std::string_view line) {
  for (std::size_t i = 1; i < line.size(); ++i) {
    if (line[i] == '\\')
      ++i;
    else if (line[i] == '"')
      return i + 1;
  }
  return 0;
}

/// A count behind a string: x3.
std::size_t take_repeat(std::string_view& line) {
  if (!line.starts_with('x')) return 1;
  std::size_t count = 1;
  auto [end, error] = std::from_chars(line.data() + 1, line.data() + line.size(), count);
  if (error == std::errc{}) line.remove_prefix(static_cast<std::size_t>(end - line.data()));
  return count;
}

}  // namespace

std::string unescape(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    if (text[0] != '\\' || text.size() == 1) {
      out += text[0];
      text.remove_prefix(1);
      continue;
    }
    text.remove_prefix(1);
    text.remove_prefix(append_escape(text, out));
  }
  return out;
}

std::string escape(std::string_view bytes) {
  std::string out;
  const char* at = bytes.data();
  const char* end = at + bytes.size();
  while (at < end) {
    text::Utf8Step step = text::decode_one(at, end);
    char32_t c = step.code_point;
    if (step.outcome == text::Utf8Outcome::complete && c != '\\' && c != '"' && c >= 0x20 &&
        !(c >= 0x7f && c < 0xa0)) {
      out.append(at, step.length);
    } else if (c == 0x1b) {
      out += "\\e";
    } else if (c == '\n' || c == '\r') {
      out += c == '\n' ? "\\n" : "\\r";
    } else {
      for (int i = 0; i < step.length; ++i) out += fmt::format("\\x{:02x}", static_cast<std::uint8_t>(at[i]));
    }
    at += step.length;
  }
  return out;
}

std::optional<std::vector<Word>> split_words(std::string_view line) {
  std::vector<Word> words;
  while (true) {
    std::size_t start = line.find_first_not_of(" \t\r");
    if (start == std::string_view::npos || line[start] == '#') return words;
    line.remove_prefix(start);
    if (line[0] == '"') {
      std::size_t length = quoted_length(line);
      if (length == 0) return std::nullopt;
      std::string once = unescape(line.substr(1, length - 2));
      line.remove_prefix(length);
      std::string all;
      for (std::size_t count = take_repeat(line); count > 0; --count) all += once;
      words.push_back({all, true});
      continue;
    }
    std::size_t length = std::min(line.find_first_of(" \t\r\""), line.size());
    std::string word(line.substr(0, length));
    line.remove_prefix(length);
    if (line.starts_with('"')) {  // name="value"
      std::size_t quoted = quoted_length(line);
      if (quoted == 0) return std::nullopt;
      word += unescape(line.substr(1, quoted - 2));
      line.remove_prefix(quoted);
    }
    words.push_back({word, false});
  }
}

}  // namespace pty::vt_test
