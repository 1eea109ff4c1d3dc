#include "pty/os/timer_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <random>

namespace pty::os {
namespace {

base::TimePoint at(int milliseconds) {
  return base::TimePoint(base::Milliseconds(milliseconds));
}

TEST(TimerQueue, GivesDeadlinesInOrderAndEqualOnesInOrderOfArming) {
  TimerQueue queue;
  std::array<TimerEntry, 4> entries;
  queue.arm(entries[0], at(20));
  queue.arm(entries[1], at(10));
  queue.arm(entries[2], at(20));
  queue.arm(entries[3], at(5));
  for (const std::size_t expected : {3U, 1U, 0U, 2U}) {
    EXPECT_EQ(&queue.first(), &entries[expected]);
    queue.disarm(queue.first());
  }
  EXPECT_TRUE(queue.empty());
}

TEST(TimerQueue, ArmingAgainReplacesAndDisarmingTwiceIsHarmless) {
  TimerQueue queue;
  TimerEntry a;
  TimerEntry b;
  queue.arm(a, at(1));
  queue.arm(b, at(2));
  queue.arm(a, at(3));
  EXPECT_EQ(&queue.first(), &b);
  queue.disarm(b);
  queue.disarm(b);
  EXPECT_EQ(&queue.first(), &a);
}

TEST(TimerQueue, StaysOrderedUnderRandomArmingAndDisarming) {
  TimerQueue queue;
  std::array<TimerEntry, 50> entries;
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    TimerEntry& entry = entries[random() % entries.size()];
    if (random() % 3 == 0) {
      queue.disarm(entry);
    } else {
      queue.arm(entry, at(static_cast<int>(random() % 1000)));
    }
    const auto least = std::ranges::min_element(entries, {}, [](const TimerEntry& item) {
      return item.place == TimerEntry::kUnarmed ? at(9999) : item.deadline;
    });
    if (!queue.empty()) {
      ASSERT_EQ(queue.first().deadline, least->deadline);
    }
  }
}

}  // namespace
}  // namespace pty::os
