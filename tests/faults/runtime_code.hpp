#pragma once
// Which code of a process is not the program's nor the C library's: the dynamic loader and the sanitizers'
// runtimes. They make system calls for themselves, and no program can be asked to bear their failures: a
// loader whose read is interrupted gives up.

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

namespace pty::faults {

class RuntimeCode {
 public:
  /// The process has a new program: what was known of its memory is void.
  void forget() { mappings_.clear(); }
  /// Is the instruction at this address such code? False if it cannot be told.
  bool holds(pid_t process, std::uint64_t address);

 private:
  struct Mapping {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    bool runtime = false;
  };
  [[nodiscard]] const Mapping* find(std::uint64_t address) const;
  void read(pid_t process);

  std::vector<Mapping> mappings_;  ///< executable ones
};

}  // namespace pty::faults
