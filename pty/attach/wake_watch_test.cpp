#include "pty/attach/wake_watch.hpp"

#include <gtest/gtest.h>

namespace pty::attach {
namespace {

using base::Milliseconds;

// §9.7
TEST(WakeDetector, TellsASleepFromTimeThatPassesAndFromAClockSetBack) {
  base::ManualClock clock;
  WakeDetector detector;
  detector.start(clock.now(), clock.wall_now());
  clock.advance(Milliseconds{60'000});
  EXPECT_FALSE(detector.check(clock.now(), clock.wall_now())) << "a busy machine did not sleep";
  clock.jump(Milliseconds{3'000});
  EXPECT_FALSE(detector.check(clock.now(), clock.wall_now()));
  clock.jump(Milliseconds{3'600'000});
  clock.advance(Milliseconds{1000});
  EXPECT_TRUE(detector.check(clock.now(), clock.wall_now()));
  EXPECT_FALSE(detector.check(clock.now(), clock.wall_now())) << "each sleep is told once";
  clock.jump(Milliseconds{-3'600'000});
  EXPECT_FALSE(detector.check(clock.now(), clock.wall_now()));
}

}  // namespace
}  // namespace pty::attach
