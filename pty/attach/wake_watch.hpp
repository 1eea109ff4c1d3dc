#pragma once
// Notices that the machine slept: the time of day went on much further than the clock that stands still in
// between. Looks once a second, and only while it is started. A time of day that was set forward counts too:
// it costs one early attempt.

#include <functional>

#include "pty/base/clock.hpp"
#include "pty/os/loop.hpp"
#include "pty/os/timer.hpp"

namespace pty::attach {

/// The comparison, without a clock of its own.
class WakeDetector {
 public:
  static constexpr base::Milliseconds kJump{3000};

  void start(base::TimePoint now, base::WallTime wall) {
    now_ = now;
    wall_ = wall;
  }
  /// True if there was a sleep since the last call.
  bool check(base::TimePoint now, base::WallTime wall) {
    const bool slept = (wall - wall_) - (now - now_) > kJump;
    start(now, wall);
    return slept;
  }

 private:
  base::TimePoint now_{};
  base::WallTime wall_{};
};

class WakeWatch {
 public:
  static constexpr base::Milliseconds kTick{1000};

  WakeWatch(os::Loop& loop, std::function<void()> on_wake)
      : on_wake_(std::move(on_wake)), timer_(loop, [this] { tick(); }) {}
  /// Does nothing when it runs already.
  void start() {
    if (timer_.is_armed()) return;
    detector_.start(clock_.now(), clock_.wall_now());
    timer_.start_after(kTick);
  }
  void stop() { timer_.stop(); }

 private:
  void tick() {
    timer_.start_after(kTick);
    if (detector_.check(clock_.now(), clock_.wall_now())) on_wake_();
  }

  base::SystemClock clock_;
  WakeDetector detector_;
  std::function<void()> on_wake_;
  os::Timer timer_;
};

}  // namespace pty::attach
