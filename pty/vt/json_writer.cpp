#include "pty/vt/json_writer.hpp"

#include <fmt/format.h>

#include <iterator>

#include "pty/text/untrusted.hpp"
#include "pty/text/utf8.hpp"

namespace pty::vt {
namespace {

bool is_plain(char c) {
  return c >= 0x20 && c < 0x7f && c != '"' && c != '\\';
}

}  // namespace

// No value ends in one of these characters: a string ends in its quote.
void JsonWriter::separate() {
  if (out_.size() == begin_) return;
  const char last = out_.back();
  if (last != '{' && last != '[' && last != ':') out_ += ',';
}

JsonWriter& JsonWriter::open(char bracket) {
  separate();
  out_ += bracket;
  return *this;
}

JsonWriter& JsonWriter::close(char bracket) {
  out_ += bracket;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  quote(name);
  out_ += ':';
  return *this;
}

JsonWriter& JsonWriter::text(base::ByteView bytes) {
  separate();
  quote(bytes);
  return *this;
}

JsonWriter& JsonWriter::number(std::uint64_t value) {
  separate();
  fmt::format_to(std::back_inserter(out_), "{}", value);
  return *this;
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  out_ += json;
  return *this;
}

void JsonWriter::quote(base::ByteView bytes) {
  out_ += '"';
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  while (at < end) {
    if (is_plain(*at)) {
      out_ += *at++;
      continue;
    }
    const text::Utf8Step step = text::decode_one(at, end);
    const char32_t c = step.code_point;  // U+FFFD for what is no character
    if (c == '"' || c == '\\')
      out_.append({'\\', static_cast<char>(c)});
    else if (text::is_control(c))
      fmt::format_to(std::back_inserter(out_), "\\u{:04x}", static_cast<unsigned>(c));
    else
      text::append_utf8(out_, c);
    at += step.length;
  }
  out_ += '"';
}

}  // namespace pty::vt
