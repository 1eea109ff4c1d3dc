#pragma once
// Reaps the children that nobody else waits for: the orphans that come to a subreaper (process_family.hpp).
// Without it they would stay zombies for as long as we live. Driven by SIGCHLD: no child ends, no wake-up.
//
// One child can be spared, because a ChildWatch reaps it and tells how it ended; until it is reaped, others
// may have to wait behind it.

#include <sys/types.h>

#include <functional>
#include <memory>

#include "pty/base/error.hpp"
#include "pty/os/loop.hpp"

namespace pty::os {

class OrphanReaper {
 public:
  using Handler = std::function<void()>;

  explicit OrphanReaper(Loop& loop);
  OrphanReaper(const OrphanReaper&) = delete;
  OrphanReaper& operator=(const OrphanReaper&) = delete;
  ~OrphanReaper();

  /// `handler` is called when one or more were reaped. Open before starting threads: SIGCHLD must be blocked
  /// in each. Fails: system.
  base::Status open(pid_t spared, Handler handler);
  /// The spared child has been reaped by its watch: nobody is spared from now on, and who waited behind it is
  /// reaped. Calls the handler if somebody was.
  void spare_nobody();
  void close();

 private:
  struct Source;
  LoopCore& core_;
  std::unique_ptr<Source> source_;
};

/// Whether this process has any child, ended or not.
bool has_children();
/// Whether a child has ended and is not reaped yet: its end is still to be told.
bool has_ended_children();

}  // namespace pty::os
