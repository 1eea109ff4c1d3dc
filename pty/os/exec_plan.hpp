#pragma once
// Everything exec needs, laid out beforehand, so that a forked child only makes system calls. Not for other
// rooms. Lifetime: points into the ProgramStart it was made from.

#include <string>
#include <vector>

#include "pty/os/spawn.hpp"

namespace pty::os {

class ExecPlan {
 public:
  explicit ExecPlan(const ProgramStart& start);

  /// Returns only on failure, with the errno that says best why. Async-signal-safe.
  int run();

 private:
  std::vector<std::string> candidates_;
  std::vector<char*>
      arguments_;  ///< "/bin/sh", <path>, argv[1] …, null: one spare place in front for scripts
  std::vector<char*> environment_;
};

}  // namespace pty::os
