#pragma once
// A short critical section between processes: an advisory lock (flock) on a file that is never removed. The
// kernel releases it when the holder dies. For locks that others must be able to see and that outlive a
// process, see registry's lock files.

#include <string>

#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/os/fd.hpp"

namespace pty::os {

class FileGuard {
 public:
  /// Creates the file (0600) if needed. Blocks: at most `limit`. Fails: busy (held by another all that time),
  /// denied, system.
  static base::Result<FileGuard> acquire(const std::string& path, base::Milliseconds limit);

  FileGuard(FileGuard&&) noexcept = default;
  FileGuard& operator=(FileGuard&&) noexcept = default;
  ~FileGuard() = default;

 private:
  explicit FileGuard(Fd fd) : fd_(std::move(fd)) {}
  Fd fd_;
};

}  // namespace pty::os
