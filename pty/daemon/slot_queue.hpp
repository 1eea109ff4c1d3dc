#pragma once
// A vector as a queue: what is taken from the front is left behind as empty slots, which go now and then, so
// that a queue that is never quite empty does not grow for ever.

#include <cstddef>
#include <vector>

namespace pty::daemon {

inline constexpr std::size_t kKeptSlots = 64;

/// Takes out the slots [0, head) when that is worth it, and sets `head` anew. An empty queue keeps no more
/// room than kKeptSlots.
template <class Item>
void compact(std::vector<Item>& slots, std::size_t& head) {
  if (head == slots.size()) {
    slots.clear();
    head = 0;
    if (slots.capacity() > kKeptSlots) std::vector<Item>().swap(slots);
  } else if (head >= kKeptSlots && head * 2 >= slots.size()) {
    slots.erase(slots.begin(), slots.begin() + static_cast<std::ptrdiff_t>(head));
    head = 0;
  }
}

}  // namespace pty::daemon
