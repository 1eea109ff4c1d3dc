#pragma once
// A process that may be somebody else's child: proven to be the one that is meant, then signalled and waited
// for. The handle is taken first and the start token compared through it afterwards, so the pid cannot be
// reused in between (where the kernel has process descriptors; elsewhere the window is a few microseconds).

#include <sys/types.h>

#include <string>

#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/os/fd.hpp"

namespace pty::os {

class ProcessHandle {
 public:
  /// Fails: not_found (no such process, a zombie, or one whose start token is not `token`; an empty token
  /// accepts whoever has the pid), system.
  static base::Result<ProcessHandle> open(pid_t pid, const std::string& token);

  /// Fails: not_found (it ended), denied, system.
  base::Status send(int signal) const;

  /// Waits until the process has ended (a zombie has). Returns false on time-out. Blocks: at most `limit`.
  base::Result<bool> wait_end(base::Milliseconds limit) const;

  [[nodiscard]] pid_t pid() const { return pid_; }

 private:
  ProcessHandle(pid_t pid, std::string token, Fd fd);
  [[nodiscard]] bool has_ended() const;

  pid_t pid_;
  std::string token_;  ///< never empty once open, unless the system hides it
  Fd fd_;              ///< invalid without process descriptors
};

}  // namespace pty::os
