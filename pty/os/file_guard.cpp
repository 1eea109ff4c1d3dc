#include "pty/os/file_guard.hpp"

#include <fcntl.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <chrono>

#include "pty/os/fd_io.hpp"

namespace pty::os {

using base::Errc;
using base::fail;
using base::fail_errno;
using base::Milliseconds;
using base::Result;

Result<FileGuard> FileGuard::acquire(const std::string& path, Milliseconds limit) {
  using std::chrono::steady_clock;
  constexpr Milliseconds kLongestPause(20);
  Fd fd = open_path(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NOFOLLOW, 0600);
  if (!fd) return fail_errno("open guard " + path, errno);
  const auto deadline = steady_clock::now() + limit;
  // flock has no time limit of its own: look again, ever more rarely.
  for (Milliseconds delay(1);; delay = std::min(2 * delay, kLongestPause)) {
    if (::flock(fd.get(), LOCK_EX | LOCK_NB) == 0) return FileGuard(std::move(fd));
    if (errno != EWOULDBLOCK && errno != EINTR) return fail_errno("lock guard " + path, errno);
    if (steady_clock::now() >= deadline) return fail(Errc::busy, "guard is held by another process: " + path);
    static_cast<void>(wait_ready(kNeverReady, Direction::readable, delay));
  }
}

}  // namespace pty::os
