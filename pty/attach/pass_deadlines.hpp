#pragma once
// Test support: time for a machine that takes it from outside.

#include <optional>

#include "pty/base/clock.hpp"

namespace pty::attach {

/// Lets time pass, stopping at every deadline on the way as a timer would: `deadline()` says when the next
/// one is, `on_time()` that it has come. One that `on_time` leaves as it is ends the stops: it would not move
/// on.
template <class Deadline, class OnTime>
void pass_deadlines(base::ManualClock& clock, base::Milliseconds time, Deadline deadline, OnTime on_time) {
  const base::TimePoint end = clock.now() + time;
  while (const std::optional<base::TimePoint> due = deadline()) {
    if (*due > end) break;
    clock.advance(base::time_until(*due, clock.now()));
    on_time();
    if (deadline() == due) break;
  }
  clock.advance(base::time_until(end, clock.now()));
}

}  // namespace pty::attach
