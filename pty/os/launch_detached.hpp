#pragma once
// Starting a process that outlives us: the daemon. It gets its own session without a controlling terminal,
// /dev/null as stdin and stdout, a pipe as stderr, the given descriptors as 3, 4, …, default signals, an
// empty mask, and nothing else.

#include <sys/types.h>

#include <string>
#include <vector>

#include "pty/base/error.hpp"
#include "pty/os/fd.hpp"

namespace pty::os {

struct DetachedStart {
  std::string path;                      ///< the executable; kOwnExecutable for this very program
  std::vector<std::string> arguments;    ///< argv with argv[0]; argv[0] is what `ps` shows
  std::vector<std::string> environment;  ///< "NAME=value"
  std::vector<int> passed;               ///< passed[i] is descriptor 3 + i in the new process
};

/// Runs this program's own file, also when it was replaced or removed since (an upgrade).
inline constexpr const char* kOwnExecutable = "/proc/self/exe";

struct Detached {
  pid_t pid = -1;  ///< a child of ours while we live: reap it with exit_status.hpp if it ends early
  Fd errors;       ///< read end of its stderr, non-blocking
};

/// Blocks: until exec happened. Fails: not_found, denied, system; nothing runs then. Cost: no copy of our
/// memory.
base::Result<Detached> launch_detached(const DetachedStart& start);

}  // namespace pty::os
