#pragma once
// Time is passed in, never taken. Cores receive a TimePoint with each event; shells read a Clock once per
// turn. Delays use the monotonic clock, timestamps the wall clock.

#include <chrono>
#include <optional>

namespace pty::base {

using Milliseconds = std::chrono::milliseconds;
using TimePoint = std::chrono::steady_clock::time_point;
using WallTime = std::chrono::system_clock::time_point;

/// What is left of the time until `deadline`; zero once it is over. Rounded up: who sleeps so long is not
/// early.
inline Milliseconds time_until(TimePoint deadline, TimePoint now) {
  const auto left = std::chrono::ceil<Milliseconds>(deadline - now);
  return left.count() > 0 ? left : Milliseconds{0};
}

/// Of two times that may be absent the one that comes first; nothing if both are.
inline std::optional<TimePoint> earlier(std::optional<TimePoint> a, std::optional<TimePoint> b) {
  if (!a || !b) return a ? a : b;
  return *b < *a ? b : a;
}

class Clock {
 public:
  virtual ~Clock() = default;
  [[nodiscard]] virtual TimePoint now() const = 0;
  [[nodiscard]] virtual WallTime wall_now() const = 0;
};

class SystemClock final : public Clock {
 public:
  [[nodiscard]] TimePoint now() const override { return std::chrono::steady_clock::now(); }
  [[nodiscard]] WallTime wall_now() const override { return std::chrono::system_clock::now(); }
};

/// A clock that stands still until told: the tests' clock.
class ManualClock final : public Clock {
 public:
  [[nodiscard]] TimePoint now() const override { return now_; }
  [[nodiscard]] WallTime wall_now() const override { return wall_; }
  void advance(Milliseconds by) {
    now_ += by;
    wall_ += by;
  }
  /// Somebody sets the time of day.
  void jump(Milliseconds by) { wall_ += by; }

 private:
  TimePoint now_{std::chrono::seconds(1000)};
  WallTime wall_{std::chrono::seconds(1'700'000'000)};
};

}  // namespace pty::base
