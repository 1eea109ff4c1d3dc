#pragma once
// One attempt to start a daemon process: exec it, wait for its report, and end it again when the attempt
// failed. Knows nothing of locks or files.

#include <string>
#include <vector>

#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/os/launch_detached.hpp"
#include "pty/registry/launch_record.hpp"

namespace pty::client {

class StartAttempt {
 public:
  /// Runs `executable`, which waits for its record. Fails: not_found, denied, system.
  static base::Result<StartAttempt> begin(const std::string& executable, const registry::LaunchRecord& record,
                                          const std::vector<std::string>& environment);

  /// Hands the record over; from here on the daemon acts. Blocks: at most `limit`, for a record larger than a
  /// socket buffer. A daemon that does not take it is found by await_report.
  void hand_over(const registry::LaunchRecord& record, base::Milliseconds limit);

  /// Waits for the report. Blocks: at most `limit`. Fails: timed_out; the daemon's own error; system
  /// ("Daemon process exited immediately (code N). ..." with what it wrote to stderr).
  base::Result<registry::LaunchReport> await_report(base::Milliseconds limit);

  /// Ends and reaps a daemon whose start failed: SIGTERM, then SIGKILL. Blocks: a few seconds at most.
  void abandon();

  [[nodiscard]] int pid() const { return daemon_.pid; }

 private:
  StartAttempt(os::Detached daemon, os::Fd config, os::Fd ready, std::string id);
  base::Error early_exit();

  os::Detached daemon_;
  os::Fd config_;  ///< our end of the socket pair that carries the record
  os::Fd ready_;
  std::string id_;
  std::string report_;
  std::string errors_;
  bool reaped_ = false;
};

}  // namespace pty::client
