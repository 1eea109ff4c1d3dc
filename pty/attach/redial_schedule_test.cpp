#include "pty/attach/redial_schedule.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace pty::attach {
namespace {

using base::Milliseconds;
using Next = RedialSchedule::Next;

/// How long it waits for the attempt that is due now.
Milliseconds waits(RedialSchedule& schedule, base::ManualClock& clock) {
  const base::TimePoint begin = clock.now();
  EXPECT_TRUE(schedule.due());
  const auto wait = std::chrono::duration_cast<Milliseconds>(*schedule.due() - begin);
  clock.advance(wait - Milliseconds{1});
  EXPECT_FALSE(schedule.take_attempt(clock.now())) << "not before its time";
  clock.advance(Milliseconds{1});
  EXPECT_TRUE(schedule.take_attempt(clock.now()));
  EXPECT_FALSE(schedule.take_attempt(clock.now())) << "each attempt is given once";
  EXPECT_FALSE(schedule.due());
  return wait;
}

// §9.7
TEST(RedialSchedule, WaitsLongerEachTimeUpToFifteenSecondsForEver) {
  base::ManualClock clock;
  RedialSchedule schedule;
  schedule.on_live(clock.now());
  EXPECT_EQ(schedule.on_loss(clock.now()), Next::armed);
  std::vector<long> delays;
  for (int attempt = 0; attempt < 100; ++attempt) {
    delays.push_back(waits(schedule, clock).count());
    EXPECT_EQ(schedule.on_failure(clock.now()), Next::armed);
  }
  delays.resize(10);
  EXPECT_EQ(delays, (std::vector<long>{100, 250, 500, 1000, 2000, 5000, 10000, 15000, 15000, 15000}));
}

// §9.7
TEST(RedialSchedule, BeginsAnewOnlyAfterAConnectionThatHeld) {
  for (const auto& [held, next] :
       {std::pair{Milliseconds{1999}, 500L}, std::pair{Milliseconds{2000}, 100L}}) {
    base::ManualClock clock;
    RedialSchedule schedule;
    schedule.on_live(clock.now());
    (void)schedule.on_loss(clock.now());
    EXPECT_EQ(waits(schedule, clock).count(), 100);
    (void)schedule.on_failure(clock.now());
    EXPECT_EQ(waits(schedule, clock).count(), 250);
    schedule.on_live(clock.now());
    clock.advance(held);
    schedule.on_live(clock.now());  // a later picture of the same connection
    (void)schedule.on_loss(clock.now());
    EXPECT_EQ(waits(schedule, clock).count(), next);
  }
}

// §9.7
TEST(RedialSchedule, TheBoundCountsFailuresInARow) {
  base::ManualClock clock;
  RedialSchedule schedule(3);
  schedule.on_live(clock.now());
  EXPECT_EQ(schedule.on_loss(clock.now()), Next::armed);
  for (int round = 0; round < 5; ++round) {
    (void)waits(schedule, clock);
    EXPECT_EQ(schedule.on_failure(clock.now()), Next::armed);
    (void)waits(schedule, clock);
    EXPECT_EQ(schedule.on_failure(clock.now()), Next::armed);
    (void)waits(schedule, clock);
    schedule.on_live(clock.now());
    EXPECT_EQ(schedule.on_loss(clock.now()), Next::armed) << "a connection in between starts the count again";
  }
  (void)waits(schedule, clock);
  EXPECT_EQ(schedule.on_failure(clock.now()), Next::armed);
  (void)waits(schedule, clock);
  EXPECT_EQ(schedule.on_loss(clock.now()), Next::armed) << "the second: broken before its picture";
  (void)waits(schedule, clock);
  EXPECT_EQ(schedule.on_failure(clock.now()), Next::exhausted);
  EXPECT_FALSE(schedule.due());
}

TEST(RedialSchedule, HurryingMakesAnAttemptDueButNoneOutOfNothing) {
  base::ManualClock clock;
  RedialSchedule schedule;
  schedule.hurry();
  EXPECT_FALSE(schedule.due());
  schedule.on_live(clock.now());
  (void)schedule.on_loss(clock.now());
  schedule.hurry();
  EXPECT_TRUE(schedule.take_attempt(clock.now()));
  schedule.hurry();
  EXPECT_FALSE(schedule.due()) << "an attempt is running";
}

}  // namespace
}  // namespace pty::attach
