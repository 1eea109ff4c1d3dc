#include "pty/os/reopen_terminal.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace pty::os {

base::Result<Fd> reopen_terminal_for_writing(int fd) {
  std::array<char, 256> name{};
  if (const int error = ::ttyname_r(fd, name.data(), name.size()); error != 0) {
    if (error == ENOTTY) return base::fail(base::Errc::invalid, "not a terminal");
    return base::fail_errno("ttyname", error);
  }
  Fd reopened = open_path(name.data(), O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  if (!reopened) return base::fail_errno(name.data(), errno);
  // The name could belong to another terminal by now.
  struct stat given{};
  struct stat found{};
  if (::fstat(fd, &given) != 0 || ::fstat(reopened.get(), &found) != 0)
    return base::fail_errno("fstat", errno);
  if (given.st_rdev != found.st_rdev) return base::fail(base::Errc::invalid, "the terminal has changed");
  return reopened;
}

}  // namespace pty::os
