#pragma once
// What the watches of this room share with the loop; not for other rooms. A watch owns a LoopSource and
// registers it with the descriptor it waits for. When the watch goes, it hands the source to bury(), which
// keeps it until no handler and no pending event of the current turn can refer to it any more.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/os/fd.hpp"
#include "pty/os/timer_queue.hpp"

namespace pty::os {

/// Things whose destruction may have to wait for the end of the turn.
struct Buriable {
  Buriable() = default;
  Buriable(const Buriable&) = delete;
  Buriable& operator=(const Buriable&) = delete;
  virtual ~Buriable() = default;
  bool dead = false;
};

struct LoopSource : Buriable {
  virtual void on_ready(std::uint32_t events) = 0;
};

/// Of the process_watch fallback: a child that only SIGCHLD tells about.
struct ChildSource : LoopSource {
  /// Reaps if it can, and then reports.
  virtual void look() = 0;
};

struct LoopCore {
  LoopCore();
  LoopCore(const LoopCore&) = delete;
  LoopCore& operator=(const LoopCore&) = delete;
  ~LoopCore();

  base::Status open();

  /// `events` are EPOLL* bits. Fails: as epoll_ctl.
  base::Status add(int fd, std::uint32_t events, LoopSource& source);
  base::Status modify(int fd, std::uint32_t events, LoopSource& source);
  void remove(int fd);
  void add_always_ready(LoopSource& source);
  void remove_always_ready(LoopSource& source);
  void bury(std::unique_ptr<Buriable> watched);

  [[nodiscard]] int native_handle() const { return epoll_.get(); }
  [[nodiscard]] base::TimePoint now() const;
  bool run_once(base::Milliseconds limit);
  void post(std::function<void()> work);

  // The SIGCHLD fallback; see process_watch_linux.cpp.
  base::Status add_child(ChildSource& source);
  void remove_child(ChildSource& source);
  void look_at_children();

  bool stopping = false;
  bool has_process_descriptors = true;  ///< tests clear it to take the fallback
  std::size_t open_watches = 0;
  TimerQueue timers;

 private:
  [[nodiscard]] int wait_time(base::Milliseconds limit) const;
  bool run_ready(int count);
  bool run_always_ready();
  bool run_timers();
  bool run_posted();
  void drain_wake();

  Fd epoll_;
  Fd wake_;
  bool in_turn_ = false;
  base::TimePoint turn_time_;
  struct Events;
  std::unique_ptr<Events> events_;
  std::vector<LoopSource*> always_ready_;
  std::vector<std::unique_ptr<Buriable>> graveyard_;
  std::vector<ChildSource*> children_;
  std::unique_ptr<LoopSource> child_signals_;
  std::mutex mutex_;
  std::vector<std::function<void()>> posted_;  // guarded by mutex_
};

}  // namespace pty::os
