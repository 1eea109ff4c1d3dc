#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "pty/os/fd_io.hpp"
#include "pty/os/process_handle.hpp"
#include "pty/os/process_signals.hpp"
#include "pty/os/process_table.hpp"

namespace pty::os {
namespace {

using base::Errc;
using base::Milliseconds;

std::unexpected<base::Error> not_that_process(pid_t pid) {
  return base::fail(Errc::not_found, "process " + std::to_string(pid) + " is not running any more");
}

}  // namespace

ProcessHandle::ProcessHandle(pid_t pid, std::string token, Fd fd)
    : pid_(pid), token_(std::move(token)), fd_(std::move(fd)) {}

base::Result<ProcessHandle> ProcessHandle::open(pid_t pid, const std::string& token) {
  if (pid <= 0) return not_that_process(pid);
  Fd fd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  if (!fd && errno == ESRCH) return not_that_process(pid);
  if (!fd && errno != ENOSYS && errno != EPERM) return base::fail_errno("open process", errno);
  if (!is_alive(pid)) return not_that_process(pid);
  std::string now = start_token(pid).value_or("");
  if (!token.empty() && now != token) return not_that_process(pid);
  return ProcessHandle(pid, std::move(now), std::move(fd));
}

base::Status ProcessHandle::send(int signal) const {
  if (!fd_) return has_ended() ? base::Status(not_that_process(pid_)) : send_signal(pid_, signal);
  if (::syscall(SYS_pidfd_send_signal, fd_.get(), signal, nullptr, 0) == 0) return {};
  if (errno == ESRCH) return not_that_process(pid_);
  return base::fail_errno("signal process " + std::to_string(pid_), errno);
}

bool ProcessHandle::has_ended() const {
  if (!is_alive(pid_)) return true;
  return !token_.empty() && start_token(pid_).value_or(token_) != token_;
}

base::Result<bool> ProcessHandle::wait_end(base::Milliseconds limit) const {
  if (fd_) return wait_ready(fd_.get(), Direction::readable, limit);
  auto deadline = std::chrono::steady_clock::now() + limit;
  while (!has_ended()) {
    if (std::chrono::steady_clock::now() >= deadline) return false;
    static_cast<void>(wait_ready(kNeverReady, Direction::readable, Milliseconds(10)));
  }
  return true;
}

}  // namespace pty::os
