#include "pty/os/fd.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "pty/os/retry_interrupted.hpp"

namespace pty::os {

using base::fail_errno;
using base::Result;
using base::Status;

void Fd::reset(int number) noexcept {
  if (number_ >= 0 && number_ != number) {
    const int kept = errno;
    ::close(number_);  // never retried: on EINTR the descriptor is gone already
    errno = kept;
  }
  number_ = number;
}

Fd open_path(const char* path, int flags, unsigned mode) {
  return Fd(retry_interrupted([&] { return ::open(path, flags, static_cast<mode_t>(mode)); }));
}

Status set_blocking(int fd, Blocking mode) {
  const int flags = ::fcntl(fd, F_GETFL);
  if (flags < 0) return fail_errno("fcntl", errno);
  const int wanted = mode == Blocking::yes ? flags & ~O_NONBLOCK : flags | O_NONBLOCK;
  if (wanted != flags && ::fcntl(fd, F_SETFL, wanted) < 0) return fail_errno("fcntl", errno);
  return {};
}

Status set_on_exec(int fd, OnExec mode) {
  if (::fcntl(fd, F_SETFD, mode == OnExec::close ? FD_CLOEXEC : 0) < 0) return fail_errno("fcntl", errno);
  return {};
}

Result<Fd> duplicate(int fd, int at_least) {
  const int copy = ::fcntl(fd, F_DUPFD_CLOEXEC, at_least);
  if (copy < 0) return fail_errno("duplicate descriptor", errno);
  return Fd(copy);
}

bool is_open(int fd) {
  return ::fcntl(fd, F_GETFD) >= 0;
}

bool is_terminal(int fd) {
  return ::isatty(fd) == 1;
}

bool is_socket(int fd) {
  struct stat info{};
  return ::fstat(fd, &info) == 0 && S_ISSOCK(info.st_mode);
}

bool is_inherited(int fd) {
  const int flags = ::fcntl(fd, F_GETFD);
  return flags >= 0 && (flags & FD_CLOEXEC) == 0;
}

bool is_writable(int fd) {
  const int flags = ::fcntl(fd, F_GETFL);
  return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

Status point_at_null(int target) {
  Fd null = open_path("/dev/null", O_RDWR | O_CLOEXEC | O_NOCTTY);
  if (!null) return fail_errno("open /dev/null", errno);
  if (null.get() == target) {
    const Status kept = set_on_exec(target, OnExec::keep);
    static_cast<void>(null.release());
    return kept;
  }
  if (::dup2(null.get(), target) < 0) return fail_errno("redirect to /dev/null", errno);
  return {};
}

void fill_standard_descriptors() {
  for (const int number : {0, 1, 2}) {
    if (is_open(number)) continue;
    // The lowest free number is `number` itself: those below are open. It is kept to the end of the process.
    static_cast<void>(open_path("/dev/null", O_RDONLY | O_CLOEXEC).release());
  }
}

void close_descriptors_from(int first) {
#ifdef __linux__
  if (::close_range(static_cast<unsigned>(first), ~0U, 0) == 0) return;
#endif
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > 65536) limit.rlim_cur = 65536;
  for (int fd = first; fd < static_cast<int>(limit.rlim_cur); ++fd) ::close(fd);
}

}  // namespace pty::os
