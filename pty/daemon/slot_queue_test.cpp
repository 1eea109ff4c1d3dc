#include "pty/daemon/slot_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "pty/daemon/input_queue.hpp"

namespace pty::daemon {
namespace {

TEST(SlotQueue, ThatIsNeverEmptyDoesNotGrow) {
  std::vector<int> slots{0};
  std::size_t head = 0;
  std::size_t most = 0;
  for (int i = 1; i < 10'000; ++i) {
    slots.push_back(i);
    ASSERT_EQ(slots[head], i - 1);
    ++head;
    compact(slots, head);
    most = std::max(most, slots.size());
  }
  EXPECT_EQ(slots[head], 9'999);
  EXPECT_LE(most, 2 * kKeptSlots + 2);
}

TEST(SlotQueue, GivesRoomBackWhenItIsEmpty) {
  std::vector<int> slots(1000);
  std::size_t head = slots.size();
  compact(slots, head);
  EXPECT_EQ(head, 0U);
  EXPECT_EQ(slots.capacity(), 0U);
}

// Replies and input take turns, so nothing is joined, and something always waits.
TEST(InputQueue, KeepsItsOrderThroughManyPackets) {
  InputQueue queue;
  std::string pushed;
  std::string written;
  queue.push_client("begin");
  pushed = "begin";
  for (int i = 0; i < 1000; ++i) {
    const std::string text = std::to_string(i) + ",";
    if (i % 2 == 0)
      queue.push_reply(text);
    else
      queue.push_client(text);
    pushed += text;
    const std::string front(queue.front());
    written += front;
    queue.consume(front.size());
    ASSERT_FALSE(queue.empty());
  }
  written += queue.front();
  EXPECT_EQ(written, pushed);
}

}  // namespace
}  // namespace pty::daemon
