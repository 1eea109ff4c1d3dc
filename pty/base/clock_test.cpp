#include "pty/base/clock.hpp"

#include <gtest/gtest.h>

namespace pty::base {
namespace {

constexpr TimePoint kNow{std::chrono::seconds(1000)};

TEST(TimeUntil, IsRoundedUpAndNeverNegative) {
  EXPECT_EQ(time_until(kNow + Milliseconds{5}, kNow), Milliseconds{5});
  EXPECT_EQ(time_until(kNow + std::chrono::microseconds(1), kNow), Milliseconds{1});
  EXPECT_EQ(time_until(kNow, kNow), Milliseconds{0});
  EXPECT_EQ(time_until(kNow - Milliseconds{5}, kNow), Milliseconds{0});
}

TEST(Earlier, AnAbsentTimeNeverComes) {
  const TimePoint later = kNow + Milliseconds{1};
  EXPECT_EQ(earlier(kNow, later), kNow);
  EXPECT_EQ(earlier(later, kNow), kNow);
  EXPECT_EQ(earlier(std::nullopt, later), later);
  EXPECT_EQ(earlier(later, std::nullopt), later);
  EXPECT_EQ(earlier(std::nullopt, std::nullopt), std::nullopt);
}

}  // namespace
}  // namespace pty::base
