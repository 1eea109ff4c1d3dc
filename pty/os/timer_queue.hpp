#pragma once
// The armed timers of one loop: a binary heap by deadline, then by order of arming. Entries are owned by
// their Timer and know their place, so that disarming costs O(log n).

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "pty/base/clock.hpp"

namespace pty::os {

struct TimerEntry {
  static constexpr std::size_t kUnarmed = static_cast<std::size_t>(-1);

  base::TimePoint deadline;
  std::uint64_t sequence = 0;  ///< larger: armed later
  std::size_t place = kUnarmed;
  std::function<void()> handler;
};

class TimerQueue {
 public:
  [[nodiscard]] bool empty() const { return heap_.empty(); }
  /// Pre: not empty.
  [[nodiscard]] TimerEntry& first() const { return *heap_.front(); }
  /// The sequence that the next armed entry gets.
  [[nodiscard]] std::uint64_t next_sequence() const { return next_sequence_; }

  void arm(TimerEntry& entry, base::TimePoint deadline);
  void disarm(TimerEntry& entry);

 private:
  void put(std::size_t place, TimerEntry* entry);
  void sift_up(std::size_t place);
  void sift_down(std::size_t place);

  std::vector<TimerEntry*> heap_;
  std::uint64_t next_sequence_ = 0;
};

}  // namespace pty::os
