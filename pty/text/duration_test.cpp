#include "pty/text/duration.hpp"

#include <gtest/gtest.h>

namespace pty::text {
namespace {

using std::chrono::seconds;

TEST(Duration, ANumberAndOneUnit) {
  EXPECT_EQ(parse_duration("30s"), seconds(30));
  EXPECT_EQ(parse_duration(" 5 M "), seconds(300));
  EXPECT_EQ(parse_duration("2h"), seconds(7200));
  EXPECT_EQ(parse_duration("1D\n"), seconds(86400));
  EXPECT_EQ(parse_duration("0s"), seconds(0));
}

TEST(Duration, AnythingElseIsRefused) {
  for (const char* text : {"", "5", "s", "1h30m", "-5s", "+5s", "1.5h", "5 w", "5ss", "0x5s",
                           "99999999999999999999s", "999999999999999999d", "1 0s"})
    EXPECT_EQ(parse_duration(text), std::nullopt) << text;
}

TEST(Duration, AnAgeShowsItsTwoLargestUnits) {
  EXPECT_EQ(format_age(seconds(45)), "45s");
  EXPECT_EQ(format_age(seconds(65)), "1m5s");
  EXPECT_EQ(format_age(seconds(1800)), "30m");
  EXPECT_EQ(format_age(seconds(4320)), "1h12m");
  EXPECT_EQ(format_age(seconds(23 * 3600 + 59)), "23h");
  EXPECT_EQ(format_age(seconds(3 * 86400 + 2 * 3600 + 5)), "3d2h");
  EXPECT_EQ(format_age(seconds(86400)), "1d");
  EXPECT_EQ(format_age(seconds(-3)), "0s");
  EXPECT_EQ(format_age(seconds(0)), "0s");
}

TEST(Duration, AgoIsRoundedDown) {
  EXPECT_EQ(format_ago(seconds(0)), "0s ago");
  EXPECT_EQ(format_ago(seconds(59)), "59s ago");
  EXPECT_EQ(format_ago(seconds(119)), "1m ago");
  EXPECT_EQ(format_ago(seconds(7199)), "1h ago");
  EXPECT_EQ(format_ago(seconds(200000)), "2d ago");
  EXPECT_EQ(format_ago(seconds(-9)), "0s ago");
}

}  // namespace
}  // namespace pty::text
