#pragma once
// The event loop: one thread, level-triggered readiness, callbacks. Descriptors (fd_watch.hpp), deadlines
// (timer.hpp), signals (signal_watch.hpp) and process ends (process_watch.hpp) are RAII members of whoever
// cares; destroying a watch ends its callbacks at once, also from inside any handler, its own included. The
// loop must outlive every watch.
//
// A loop with nothing to do sleeps in one system call without a deadline: an idle process has no wake-ups.
// One turn: wait, take the time, run ready watches in an unspecified order, then due timers by deadline, then
// posted functions. Handlers must not call run() or run_once() again, must not throw and must not block.

#include <cstddef>
#include <functional>
#include <memory>

#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"

namespace pty::os {

struct LoopCore;

class Loop {
 public:
  /// Fails: system (EMFILE …).
  static base::Result<Loop> create();
  Loop(Loop&&) noexcept;
  Loop& operator=(Loop&&) = delete;
  ~Loop();

  /// Runs turns until stop().
  void run();
  /// Ends run() after the handler that calls it; remembered if called before run().
  void stop();
  /// One turn. Waits at most `limit` (negative: for ever; zero: not at all). Returns true if any handler ran.
  bool run_once(base::Milliseconds limit);

  /// The monotonic time of this turn: taken once after waking. Outside run() it is the current time.
  [[nodiscard]] base::TimePoint now() const;

  /// Runs `work` on the loop's thread, in order of posting and never within this call: what a watch or a
  /// timer posts at the end of the same turn, everything else in the next one. The only call allowed from
  /// other threads. Pre: fewer than kMaxPosted are pending (whoever posts has its own bound).
  void post(std::function<void()> work);
  static constexpr std::size_t kMaxPosted = 65536;

  /// Readable while a watch has something to do: for a caller that waits in another way, and then runs a
  /// turn.
  [[nodiscard]] int native_handle() const;

  /// For the watches of this room.
  [[nodiscard]] LoopCore& core() { return *core_; }

 private:
  explicit Loop(std::unique_ptr<LoopCore> core);
  std::unique_ptr<LoopCore> core_;
};

}  // namespace pty::os
