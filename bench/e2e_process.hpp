#pragma once
// Processes as the benchmark sees them: run to the end and time it, run on a fresh pty, read memory.

#include <sys/types.h>

#include <chrono>
#include <optional>
#include <string>
#include <vector>

namespace pty::bench {

using Argv = std::vector<std::string>;
using Seconds = std::chrono::duration<double>;

/// Wall time from spawn to exit with output discarded. Empty if it could not run or exited non-zero.
std::optional<Seconds> time_command(const Argv& argv);

/// Runs to the end and returns standard output.
std::string output_of(const Argv& argv);

/// A program on a pty of our own: what a person's terminal would be.
class OnPty {
 public:
  explicit OnPty(const Argv& argv, unsigned short rows = 24, unsigned short cols = 80);
  ~OnPty();
  OnPty(const OnPty&) = delete;
  OnPty& operator=(const OnPty&) = delete;

  [[nodiscard]] int master() const { return master_; }
  [[nodiscard]] pid_t pid() const { return pid_; }

  void type(std::string_view bytes) const;
  /// Reads until the output since the last call contains `wanted`, at most `limit`. False on timeout.
  bool read_until(std::string_view wanted, std::chrono::milliseconds limit);
  /// Reads and drops whatever is there until nothing came for `quiet`.
  void drain(std::chrono::milliseconds quiet) const;

 private:
  int master_ = -1;
  pid_t pid_ = -1;
};

struct Memory {
  double pss_kib = 0;
  double private_dirty_kib = 0;
};
/// From /proc/<pid>/smaps_rollup; empty if the process is gone.
std::optional<Memory> memory_of(pid_t pid);
/// The sum of those that are there.
Memory memory_of(const std::vector<pid_t>& pids);

/// Pids whose argv[0] base name or comm equals `name` and whose environment has this root or whose
/// command line contains `needle`.
std::vector<pid_t> find_processes(const std::string& comm, const std::string& needle);

}  // namespace pty::bench
