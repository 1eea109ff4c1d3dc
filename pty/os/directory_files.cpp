#include "pty/os/directory_files.hpp"

#include <fcntl.h>

#include <algorithm>
#include <cerrno>
#include <span>
#include <utility>

#include "pty/os/fd_io.hpp"
#include "pty/os/retry_interrupted.hpp"

namespace pty::os {
namespace {

/// A page: what is not touched costs nothing, and most files are far smaller.
constexpr std::size_t kFirstBuffer = 4U << 10U;

}  // namespace

DirectoryFiles::DirectoryFiles(Fd directory)
    : directory_(std::move(directory)), buffer_(kFirstBuffer, '\0') {}

base::Result<DirectoryFiles> DirectoryFiles::open(const std::string& path) {
  Fd directory = open_path(path.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (!directory) return base::fail_errno("open " + path, errno);
  return DirectoryFiles(std::move(directory));
}

std::optional<std::string_view> DirectoryFiles::try_read(const std::string& name, std::size_t max_bytes) {
  const Fd file(retry_interrupted([&] {
    return ::openat(directory_.get(), name.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
  }));
  if (!file) return std::nullopt;
  std::size_t used = 0;
  while (true) {
    const std::size_t asked = buffer_.size() - used;
    const auto outcome = read_some(file.get(), std::span(buffer_).subspan(used));
    if (!outcome) return std::nullopt;
    used += outcome->bytes;
    if (used > max_bytes) return std::nullopt;
    // A read of a regular file that comes up short has seen its end.
    if (outcome->bytes < asked) return std::string_view(buffer_.data(), used);
    buffer_.resize(std::min(2 * buffer_.size(), max_bytes + 1 + kFirstBuffer));
  }
}

}  // namespace pty::os
