#include "pty/os/wall_time.hpp"

#include <chrono>
#include <cstddef>

namespace pty::os {

using base::WallTime;
using std::chrono::milliseconds;

namespace {

void put_digits(std::string& text, std::size_t place, std::size_t count, unsigned value) {
  for (std::size_t i = count; i-- > 0; value /= 10) text[place + i] = static_cast<char>('0' + value % 10);
}

/// Takes exactly `count` digits off the front.
std::optional<int> take_number(std::string_view& text, std::size_t count) {
  if (text.size() < count) return std::nullopt;
  int value = 0;
  for (const char digit : text.substr(0, count)) {
    if (digit < '0' || digit > '9') return std::nullopt;
    value = value * 10 + (digit - '0');
  }
  text.remove_prefix(count);
  return value;
}

bool take_character(std::string_view& text, char wanted) {
  if (!text.starts_with(wanted)) return false;
  text.remove_prefix(1);
  return true;
}

std::optional<std::chrono::sys_days> take_date(std::string_view& text) {
  const auto year = take_number(text, 4);
  if (!year || !take_character(text, '-')) return std::nullopt;
  const auto month = take_number(text, 2);
  if (!month || !take_character(text, '-')) return std::nullopt;
  const auto day = take_number(text, 2);
  if (!day) return std::nullopt;
  const std::chrono::year_month_day date(std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day)));
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date);
}

std::optional<std::chrono::nanoseconds> take_clock(std::string_view& text) {
  const auto hour = take_number(text, 2);
  if (!hour || !take_character(text, ':')) return std::nullopt;
  const auto minute = take_number(text, 2);
  if (!minute || !take_character(text, ':')) return std::nullopt;
  const auto second = take_number(text, 2);
  if (!second || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  std::chrono::nanoseconds fraction(0);
  if (take_character(text, '.')) {
    std::int64_t scale = 100'000'000;
    while (scale > 0) {
      const auto digit = take_number(text, 1);
      if (!digit) break;
      fraction += std::chrono::nanoseconds(*digit * scale);
      scale /= 10;
    }
  }
  return std::chrono::hours(*hour) + std::chrono::minutes(*minute) + std::chrono::seconds(*second) + fraction;
}

std::optional<std::chrono::minutes> take_offset(std::string_view& text) {
  if (take_character(text, 'Z')) return std::chrono::minutes(0);
  const bool is_east = take_character(text, '+');
  if (!is_east && !take_character(text, '-')) return std::nullopt;
  const auto hours = take_number(text, 2);
  if (!hours || !take_character(text, ':')) return std::nullopt;
  const auto minutes = take_number(text, 2);
  if (!minutes || *hours > 23 || *minutes > 59) return std::nullopt;
  return std::chrono::minutes((is_east ? 1 : -1) * (*hours * 60 + *minutes));
}

}  // namespace

std::string iso8601_utc(WallTime time) {
  const auto rounded = std::chrono::floor<milliseconds>(time);
  const auto day = std::chrono::floor<std::chrono::days>(rounded);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(rounded - day);
  std::string text = "0000-00-00T00:00:00.000Z";
  put_digits(text, 0, 4, static_cast<unsigned>(static_cast<int>(date.year())));
  put_digits(text, 5, 2, static_cast<unsigned>(date.month()));
  put_digits(text, 8, 2, static_cast<unsigned>(date.day()));
  put_digits(text, 11, 2, static_cast<unsigned>(clock.hours().count()));
  put_digits(text, 14, 2, static_cast<unsigned>(clock.minutes().count()));
  put_digits(text, 17, 2, static_cast<unsigned>(clock.seconds().count()));
  put_digits(text, 20, 3, static_cast<unsigned>(clock.subseconds().count()));
  return text;
}

std::optional<WallTime> parse_iso8601(std::string_view text) {
  const auto date = take_date(text);
  if (!date || !take_character(text, 'T')) return std::nullopt;
  const auto clock = take_clock(text);
  if (!clock) return std::nullopt;
  const auto offset = take_offset(text);
  if (!offset || !text.empty()) return std::nullopt;
  return WallTime(
      std::chrono::duration_cast<WallTime::duration>(date->time_since_epoch() + *clock - *offset));
}

WallTime wall_now() {
  return std::chrono::system_clock::now();
}

}  // namespace pty::os
