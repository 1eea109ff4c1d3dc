#include "pty/os/process_signals.hpp"

#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>

namespace pty::os {

using base::Errc;
using base::fail;
using base::fail_errno;
using base::Status;

Status send_signal(pid_t pid, int signal) {
  if (pid <= 1) return fail(Errc::invalid, "no process to signal");
  if (::kill(pid, signal) == 0) return {};
  if (errno == ESRCH) return fail(Errc::not_found, "no such process");
  return fail_errno("signal process", errno);
}

std::optional<pid_t> foreground_group(int fd) {
  pid_t group = 0;
  if (::ioctl(fd, TIOCGPGRP, &group) != 0 || group <= 0) return std::nullopt;
  return group;
}

void signal_group(pid_t group, int signal) {
  if (group > 1 && group != ::getpgrp()) ::kill(-group, signal);
}

void signal_session(pid_t child, int master, int signal) {
  if (child <= 1) return;
  const pid_t foreground = master >= 0 ? foreground_group(master).value_or(-1) : -1;
  // A session leader leads its process group: the group reaches the child as well.
  if (::kill(-child, signal) != 0) ::kill(child, signal);
  if (foreground > 1 && foreground != child) ::kill(-foreground, signal);
}

}  // namespace pty::os
