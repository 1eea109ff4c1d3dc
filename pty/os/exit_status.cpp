#include "pty/os/exit_status.hpp"

#include <sys/wait.h>

#include <cerrno>

namespace pty::os {

using base::fail;
using base::fail_errno;
using base::Result;

namespace {

Result<std::optional<ExitStatus>> reap(pid_t pid, int flags) {
  int status = 0;
  pid_t ended = 0;
  do {
    ended = ::waitpid(pid, &status, flags);
  } while (ended < 0 && errno == EINTR);
  if (ended < 0) return fail_errno("wait for child", errno);
  if (ended == 0) return std::optional<ExitStatus>();
  if (WIFSIGNALED(status)) return ExitStatus{0, WTERMSIG(status)};
  return ExitStatus{WEXITSTATUS(status), 0};
}

}  // namespace

Result<ExitStatus> wait_for_child(pid_t pid) {
  const auto status = reap(pid, 0);
  if (!status) return fail(status.error());
  return **status;
}

Result<std::optional<ExitStatus>> try_reap_child(pid_t pid) {
  return reap(pid, WNOHANG);
}

}  // namespace pty::os
