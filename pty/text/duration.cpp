#include "pty/text/duration.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <system_error>

#include "pty/text/untrusted.hpp"

namespace pty::text {
namespace {

struct Unit {
  char letter;
  std::int64_t seconds;
};
constexpr std::array<Unit, 4> kUnits{{{'d', 86'400}, {'h', 3'600}, {'m', 60}, {'s', 1}}};

constexpr char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

const Unit& largest_unit(std::int64_t seconds) {
  for (const Unit& unit : kUnits)
    if (seconds >= unit.seconds) return unit;
  return kUnits.back();
}

}  // namespace

std::optional<std::chrono::seconds> parse_duration(base::ByteView text) {
  text = trim(text);
  if (text.empty()) return std::nullopt;
  char letter = lower(text.back());
  base::ByteView digits = trim(text.substr(0, text.size() - 1));
  std::int64_t count = 0;
  if (digits.empty() || digits.front() == '-') return std::nullopt;
  auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  for (const Unit& unit : kUnits) {
    if (unit.letter != letter) continue;
    if (count > std::numeric_limits<std::int64_t>::max() / unit.seconds) return std::nullopt;
    return std::chrono::seconds(count * unit.seconds);
  }
  return std::nullopt;
}

std::string format_age(std::chrono::seconds age) {
  std::int64_t seconds = age.count();
  if (seconds <= 0) return "0s";
  const Unit& first = largest_unit(seconds);
  std::string out = fmt::format("{}{}", seconds / first.seconds, first.letter);
  if (first.letter == 's') return out;
  const Unit& second = *(&first + 1);
  std::int64_t rest = seconds % first.seconds / second.seconds;
  if (rest > 0) out += fmt::format("{}{}", rest, second.letter);
  return out;
}

std::string format_ago(std::chrono::seconds age) {
  std::int64_t seconds = age.count() > 0 ? age.count() : 0;
  const Unit& unit = largest_unit(seconds);
  return fmt::format("{}{} ago", seconds / unit.seconds, unit.letter);
}

}  // namespace pty::text
