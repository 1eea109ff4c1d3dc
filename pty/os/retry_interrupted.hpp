#pragma once
// A system call is made again when a signal interrupted it before it did anything.

#include <cerrno>

namespace pty::os {

/// Calls until the result is not a failure with EINTR. For calls that say -1 on failure.
template <class Call>
auto retry_interrupted(Call call) {
  while (true) {
    const auto result = call();
    if (result >= 0 || errno != EINTR) return result;
  }
}

}  // namespace pty::os
