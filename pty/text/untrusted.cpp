#include "pty/text/untrusted.hpp"

#include <fmt/format.h>

#include <iterator>

#include "pty/text/utf8.hpp"

namespace pty::text {
namespace {

/// Characters that print nothing themselves but reorder or break the line they stand in.
bool misleads(char32_t c) {
  return c == 0x2028 || c == 0x2029 || c == 0x200E || c == 0x200F || c == 0x061C ||
         (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0xFEFF;
}

void append_escaped(std::string& out, char32_t c) {
  switch (c) {
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    case 0x1B:
      out += "\\e";
      return;
    default:
      break;
  }
  auto value = static_cast<std::uint32_t>(c);
  if (value < 0x80)
    fmt::format_to(std::back_inserter(out), "\\x{:02x}", value);
  else
    fmt::format_to(std::back_inserter(out), "\\u{{{:x}}}", value);
}

template <class Matches>
bool any_character(base::ByteView text, Matches&& matches) {
  const char* at = text.data();
  const char* end = at + text.size();
  while (at < end) {
    Utf8Step step = decode_one(at, end);
    if (step.outcome == Utf8Outcome::complete && matches(step.code_point)) return true;
    at += step.length;
  }
  return false;
}

/// The last scalar of non-empty text; an ill-formed end gives its last byte as U+FFFD.
Utf8Step last_scalar(base::ByteView text) {
  const char* end = text.data() + text.size();
  for (std::size_t length = 1; length <= 4 && length <= text.size(); ++length) {
    Utf8Step step = decode_one(end - length, end);
    if (step.outcome == Utf8Outcome::complete && step.length == length) return step;
  }
  return {kReplacement, 1, Utf8Outcome::ill_formed};
}

}  // namespace

std::string escape_controls(base::ByteView text) {
  std::string out;
  out.reserve(text.size());
  const char* at = text.data();
  const char* end = at + text.size();
  while (at < end) {
    Utf8Step step = decode_one(at, end);
    if (step.outcome != Utf8Outcome::complete) {
      for (std::size_t i = 0; i < step.length; ++i)
        fmt::format_to(std::back_inserter(out), "\\x{:02x}", static_cast<std::uint8_t>(at[i]));
    } else if (is_control(step.code_point) || misleads(step.code_point)) {
      append_escaped(out, step.code_point);
    } else {
      out.append(at, step.length);
    }
    at += step.length;
  }
  return out;
}

bool has_control(base::ByteView text) {
  return any_character(text, [](char32_t c) { return is_control(c); });
}

bool has_control_or_line_separator(base::ByteView text) {
  return any_character(text, [](char32_t c) { return is_control(c) || c == 0x2028 || c == 0x2029; });
}

bool has_space_or_control(base::ByteView text) {
  return any_character(text, [](char32_t c) { return is_control(c) || is_space(c); });
}

base::ByteView trim(base::ByteView text) {
  while (!text.empty()) {
    Utf8Step step = decode_one(text.data(), text.data() + text.size());
    if (!is_space(step.code_point)) break;
    text.remove_prefix(step.length);
  }
  while (!text.empty()) {
    Utf8Step step = last_scalar(text);
    if (!is_space(step.code_point)) break;
    text.remove_suffix(step.length);
  }
  return text;
}

}  // namespace pty::text
