#pragma once
// How a process ended, and waiting for a child without a loop.

#include <sys/types.h>

#include <optional>

#include "pty/base/error.hpp"

namespace pty::os {

struct ExitStatus {
  int code = 0;    ///< 0..255; meaningful when signal is 0
  int signal = 0;  ///< the signal that ended it, else 0

  /// What a shell would report: the code, or 128 + signal.
  [[nodiscard]] int shell_code() const { return signal != 0 ? 128 + signal : code; }
  friend bool operator==(const ExitStatus&, const ExitStatus&) = default;
};

/// Reaps a child of ours. Blocks: until it ends. Fails: system (ECHILD: not our child, or reaped already).
base::Result<ExitStatus> wait_for_child(pid_t pid);
/// Reaps a child of ours if it has ended; nothing while it runs. Fails: as wait_for_child.
base::Result<std::optional<ExitStatus>> try_reap_child(pid_t pid);

}  // namespace pty::os
