#include "pty/os/whole_file.hpp"

#include <unistd.h>

#include <cerrno>

namespace pty::os {

base::Status create_whole(const std::string& path, base::ByteView bytes, mode_t mode) {
  // The common refusal costs one call instead of four.
  if (::access(path.c_str(), F_OK) == 0) return base::fail_errno("create " + path, EEXIST);
  std::string temporary = temporary_name(path);
  if (base::Status written = create_exclusive(temporary, bytes, mode); !written) return written;
  int linked = ::link(temporary.c_str(), path.c_str());
  int error = errno;
  ::unlink(temporary.c_str());
  if (linked != 0) return base::fail_errno("create " + path, error);
  return {};
}

}  // namespace pty::os
