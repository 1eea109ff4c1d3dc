#pragma once
// The processes of this session: its child and all that descends from it. Tells when the child has ended and
// when one of the others has, reaps them all, and signals them all. Sends nothing to anybody else.

#include <functional>
#include <initializer_list>
#include <vector>

#include "pty/base/error.hpp"
#include "pty/daemon/shutdown_plan.hpp"
#include "pty/os/loop.hpp"
#include "pty/os/orphan_reaper.hpp"
#include "pty/os/process_family.hpp"
#include "pty/os/process_watch.hpp"

namespace pty::daemon {

class SessionProcesses {
 public:
  using ChildHandler = std::function<void(os::ExitStatus)>;
  using OrphanHandler = std::function<void()>;

  /// Pre: this process is a subreaper; `child` is an unreaped child of it and leads a session.
  SessionProcesses(os::Loop& loop, int child);

  /// Fails: system.
  base::Status open(ChildHandler on_child_end, OrphanHandler on_orphan_end);

  [[nodiscard]] bool child_ended() const { return child_ended_; }
  /// Whether anybody but the child lives, as far as can be told: an end that is not reaped yet means that
  /// there may be somebody. Asked again after each end, it misses nobody: the last one to end is always a
  /// child of ours.
  [[nodiscard]] bool family_lives() const;

  /// The child, its process group, the foreground group of the terminal (`master`; -1: none) and the rest of
  /// the family, each process once.
  void signal(StopAction action, int master);

 private:
  void signal_family(std::initializer_list<int> signals, int master);
  void kill_family(int master);
  [[nodiscard]] std::vector<os::FamilyMember> family_outside_groups(int master) const;

  int child_;
  bool child_ended_ = false;
  os::ChildWatch child_watch_;
  os::OrphanReaper reaper_;
  ChildHandler on_child_end_;
};

}  // namespace pty::daemon
