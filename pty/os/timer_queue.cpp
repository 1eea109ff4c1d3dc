#include "pty/os/timer_queue.hpp"

#include <utility>

namespace pty::os {
namespace {

bool before(const TimerEntry& a, const TimerEntry& b) {
  return a.deadline != b.deadline ? a.deadline < b.deadline : a.sequence < b.sequence;
}

}  // namespace

void TimerQueue::put(std::size_t place, TimerEntry* entry) {
  heap_[place] = entry;
  entry->place = place;
}

void TimerQueue::sift_up(std::size_t place) {
  TimerEntry* entry = heap_[place];
  while (place > 0) {
    const std::size_t parent = (place - 1) / 2;
    if (!before(*entry, *heap_[parent])) break;
    put(place, heap_[parent]);
    place = parent;
  }
  put(place, entry);
}

void TimerQueue::sift_down(std::size_t place) {
  TimerEntry* entry = heap_[place];
  while (true) {
    std::size_t child = 2 * place + 1;
    if (child >= heap_.size()) break;
    if (child + 1 < heap_.size() && before(*heap_[child + 1], *heap_[child])) ++child;
    if (!before(*heap_[child], *entry)) break;
    put(place, heap_[child]);
    place = child;
  }
  put(place, entry);
}

void TimerQueue::arm(TimerEntry& entry, base::TimePoint deadline) {
  disarm(entry);
  entry.deadline = deadline;
  entry.sequence = next_sequence_++;
  heap_.push_back(&entry);
  sift_up(heap_.size() - 1);
}

void TimerQueue::disarm(TimerEntry& entry) {
  const std::size_t place = std::exchange(entry.place, TimerEntry::kUnarmed);
  if (place == TimerEntry::kUnarmed) return;
  TimerEntry* last = heap_.back();
  heap_.pop_back();
  if (last == &entry) return;
  put(place, last);
  sift_up(place);
  sift_down(last->place);
}

}  // namespace pty::os
