#include "pty/text/utf8.hpp"

#include <algorithm>

namespace pty::text {
namespace {

/// Calls visit(step) until the end or until it returns false.
template <class Visit>
void for_each_step(base::ByteView bytes, Visit&& visit) {
  const char* at = bytes.data();
  const char* end = at + bytes.size();
  while (at < end) {
    Utf8Step step = decode_one(at, end);
    if (!visit(step)) return;
    at += step.length;
  }
}

}  // namespace

bool is_valid_utf8(base::ByteView bytes) {
  return count_scalars(bytes).has_value();
}

std::optional<std::size_t> count_scalars(base::ByteView bytes) {
  std::size_t count = 0;
  bool valid = true;
  for_each_step(bytes, [&](const Utf8Step& step) {
    valid = step.outcome == Utf8Outcome::complete;
    ++count;
    return valid;
  });
  if (!valid) return std::nullopt;
  return count;
}

std::u32string decode_utf8(base::ByteView bytes) {
  std::u32string out;
  out.reserve(bytes.size());
  for_each_step(bytes, [&](const Utf8Step& step) {
    out.push_back(step.code_point);
    return true;
  });
  return out;
}

std::string encode_utf8(std::u32string_view code_points) {
  std::string out;
  out.reserve(code_points.size());
  for (char32_t c : code_points) append_utf8(out, c);
  return out;
}

base::ByteView first_scalars(base::ByteView bytes, std::size_t scalars) {
  std::size_t length = 0;
  std::size_t count = 0;
  for_each_step(bytes, [&](const Utf8Step& step) {
    if (count == scalars || step.outcome != Utf8Outcome::complete) return false;
    ++count;
    length += step.length;
    return true;
  });
  return bytes.substr(0, length);
}

}  // namespace pty::text
