#pragma once
// Runs `pty` under ptrace and lets a test decide what becomes of each system call of a session's daemon: it
// passes, fails with an error number, or the daemon is killed on the spot. Other processes run undisturbed,
// and so do calls that the loader and the sanitizers make for themselves (runtime_code.hpp).
// x86-64 Linux only. One tracer is one thread's.

#include <sys/types.h>

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "runtime_code.hpp"

namespace pty::faults {

enum class SystemCallKind : std::uint8_t {
  changes_state,   ///< files, names, processes, signals, sockets: what others can see
  waits_or_reads,  ///< may be interrupted by a signal (EINTR)
  other,
};

struct SystemCall {
  long number = 0;
  SystemCallKind kind = SystemCallKind::other;
  std::string name;  ///< empty for kinds that tests do not tell apart
};

struct Fault {
  enum class What : std::uint8_t { none, fail, kill } what = What::none;
  int error = 0;  ///< for fail: an errno value
};

class SyscallTracer {
 public:
  using Decide = std::function<Fault(const SystemCall&)>;
  /// Called once, when the traced command itself has ended and the daemon may still live.
  using OnLaunched = std::function<void(pid_t daemon, int launcher_status)>;

  SyscallTracer(std::vector<std::string> argv, std::vector<std::string> environment, std::string directory,
                std::string output_prefix);

  enum class Until : std::uint8_t {
    daemon_ends,   ///< and the command, too
    command_ends,  ///< a daemon that still lives is let go
  };
  /// Runs to the end. False if it did not end in time; everything traced has then been killed.
  bool run(Until until, const Decide& decide, const OnLaunched& on_launched = {});

  [[nodiscard]] int command_status() const { return command_status_; }  ///< exit code, 128 + signal
  [[nodiscard]] std::optional<int> daemon_status() const { return daemon_status_; }
  [[nodiscard]] pid_t daemon() const { return daemon_; }
  /// How many processes the daemon has started so far.
  [[nodiscard]] int daemon_processes() const { return daemon_processes_; }

 private:
  bool start();
  void on_stop(pid_t task, int status);
  void on_system_call(pid_t task);
  void on_end(pid_t task, int status);
  void resume(pid_t task, int signal) const;
  void let_go();
  [[nodiscard]] bool is_daemon(pid_t task) const;

  std::vector<std::string> argv_;
  std::vector<std::string> environment_;
  std::string directory_;
  std::string output_prefix_;
  Decide decide_;
  OnLaunched on_launched_;
  pid_t command_ = -1;
  pid_t daemon_ = -1;
  int daemon_processes_ = 0;
  bool command_ended_ = false;
  int command_status_ = -1;
  std::optional<int> daemon_status_;
  std::set<pid_t> tasks_;
  std::set<pid_t> failing_;  ///< tasks inside a call that is made to fail
  int failing_error_ = 0;
  RuntimeCode runtime_code_;  ///< of the daemon
};

}  // namespace pty::faults
