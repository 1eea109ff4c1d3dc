#include "pty/os/wall_time.hpp"

#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <string_view>

namespace pty::os {
namespace {

using base::WallTime;

WallTime from_milliseconds(std::int64_t count) {
  return WallTime(base::Milliseconds(count));
}

TEST(WallTime, IsWrittenInUtcWithMillisecondsRoundedDown) {
  EXPECT_EQ(iso8601_utc(from_milliseconds(0)), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(iso8601_utc(from_milliseconds(1'769'903'999'123)), "2026-01-31T23:59:59.123Z");
  EXPECT_EQ(iso8601_utc(from_milliseconds(951'782'400'007)), "2000-02-29T00:00:00.007Z");
  EXPECT_EQ(iso8601_utc(from_milliseconds(-1)), "1969-12-31T23:59:59.999Z");
  EXPECT_EQ(iso8601_utc(from_milliseconds(5) + std::chrono::microseconds(999)), "1970-01-01T00:00:00.005Z");
}

TEST(WallTime, ReadsBackWhatItWrites) {
  const WallTime now = std::chrono::floor<base::Milliseconds>(wall_now());
  EXPECT_EQ(parse_iso8601(iso8601_utc(now)), now);
  EXPECT_EQ(parse_iso8601("1969-12-31T23:59:59.999Z"), from_milliseconds(-1));
}

TEST(WallTime, AcceptsOtherFractionsAndOffsets) {
  EXPECT_EQ(parse_iso8601("1970-01-01T00:00:01Z"), from_milliseconds(1000));
  EXPECT_EQ(parse_iso8601("1970-01-01T00:00:00.5Z"), from_milliseconds(500));
  EXPECT_EQ(parse_iso8601("1970-01-01T00:00:00.123456789Z"), WallTime(std::chrono::nanoseconds(123'456'789)));
  EXPECT_EQ(parse_iso8601("1970-01-01T02:30:00.000+02:30"), from_milliseconds(0));
  EXPECT_EQ(parse_iso8601("1969-12-31T23:00:00.000-01:00"), from_milliseconds(0));
}

TEST(WallTime, RejectsEverythingElse) {
  for (const std::string_view text :
       {"", "2026", "2026-01-31", "2026-01-31T23:59:59", "2026-13-01T00:00:00Z", "2026-02-29T00:00:00Z",
        "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01 00:00:00Z", "2026-01-01T00:00:00Zx",
        "2026-1-01T00:00:00Z", "+026-01-01T00:00:00Z", "2026-01-01T00:00:00.1234567890Z",
        "2026-01-01T00:00:00+24:00"}) {
    EXPECT_EQ(parse_iso8601(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace pty::os
