#pragma once
// Ends of processes as events. ChildWatch reaps a child of ours and reports how it ended; ProcessWatch
// reports that any process, ours or not, is gone (the spawner watchdog). Both use a process descriptor,
// immune to pid reuse once open; without one, SIGCHLD (child) or a look every five seconds (other process).
// The handler is called once; the watch is closed before the call.

#include <sys/types.h>

#include <functional>
#include <memory>

#include "pty/base/error.hpp"
#include "pty/os/exit_status.hpp"
#include "pty/os/loop.hpp"

namespace pty::os {

class ChildWatch {
 public:
  using Handler = std::function<void(ExitStatus)>;

  explicit ChildWatch(Loop& loop);
  ChildWatch(const ChildWatch&) = delete;
  ChildWatch& operator=(const ChildWatch&) = delete;
  ~ChildWatch();

  /// Also for a child that has ended already. Pre: `pid` is an unreaped child of this process. Fails: system.
  base::Status open(pid_t pid, Handler handler);
  /// Stops watching; the child is then nobody's to reap but the caller's.
  void close();

 private:
  struct Source;
  LoopCore& core_;
  std::unique_ptr<Source> source_;
};

class ProcessWatch {
 public:
  using Handler = std::function<void()>;

  explicit ProcessWatch(Loop& loop);
  ProcessWatch(const ProcessWatch&) = delete;
  ProcessWatch& operator=(const ProcessWatch&) = delete;
  ~ProcessWatch();

  /// Fails: not_found (no such process: it is gone already), system.
  base::Status open(pid_t pid, Handler handler);
  void close();

 private:
  struct Source;
  LoopCore& core_;
  std::unique_ptr<Source> source_;
};

}  // namespace pty::os
