#include <fcntl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "pty/os/fd_io.hpp"
#include "pty/os/pipe.hpp"

namespace pty::os {

using base::ByteView;
using base::fail;
using base::fail_errno;
using base::Result;

Result<Pipe> create_pipe(Blocking mode) {
  std::array<int, 2> ends{};
  const int flags = O_CLOEXEC | (mode == Blocking::no ? O_NONBLOCK : 0);
  if (::pipe2(ends.data(), flags) != 0) return fail_errno("create pipe", errno);
  return Pipe{Fd(ends[0]), Fd(ends[1])};
}

Result<std::pair<Fd, Fd>> create_socket_pair(Blocking mode) {
  std::array<int, 2> ends{};
  const int type = SOCK_STREAM | SOCK_CLOEXEC | (mode == Blocking::no ? SOCK_NONBLOCK : 0);
  if (::socketpair(AF_UNIX, type, 0, ends.data()) != 0) return fail_errno("create socket pair", errno);
  return std::pair<Fd, Fd>{Fd(ends[0]), Fd(ends[1])};
}

Result<Fd> create_memory_file(ByteView content) {
  Fd file(::memfd_create("pty", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!file) return fail_errno("create memory file", errno);
  const auto written = write_all(file.get(), content);
  if (!written) return fail(written.error());
  if (::lseek(file.get(), 0, SEEK_SET) < 0) return fail_errno("rewind memory file", errno);
  constexpr int kSeals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
  static_cast<void>(::fcntl(file.get(), F_ADD_SEALS, kSeals));  // a refinement: content is right without
  return file;
}

}  // namespace pty::os
