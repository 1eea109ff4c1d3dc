#pragma once
// Calls a handler once when a deadline has passed (never early, at most about a millisecond late). Re-arm it
// from the handler for a period. An unarmed timer costs nothing; an armed one wakes the loop once.

#include <functional>
#include <memory>

#include "pty/base/clock.hpp"
#include "pty/os/loop.hpp"

namespace pty::os {

class Timer {
 public:
  using Handler = std::function<void()>;

  Timer(Loop& loop, Handler handler);
  Timer(const Timer&) = delete;
  Timer& operator=(const Timer&) = delete;
  ~Timer();

  /// Replaces any earlier deadline.
  void start_at(base::TimePoint deadline);
  /// start_at(loop.now() + delay).
  void start_after(base::Milliseconds delay);
  void stop();
  [[nodiscard]] bool is_armed() const;

 private:
  LoopCore& core_;
  struct Source;
  std::unique_ptr<Source> source_;
};

}  // namespace pty::os
