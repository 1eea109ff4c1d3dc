#pragma once
// Reading many small files of one directory: three calls per file, one buffer for all of them. For listings,
// where a registry of hundreds of records must cost a few milliseconds; anything else uses read_file.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pty/base/error.hpp"
#include "pty/os/fd.hpp"

namespace pty::os {

class DirectoryFiles {
 public:
  /// Fails: not_found, denied, system.
  static base::Result<DirectoryFiles> open(const std::string& path);

  /// Everything in the file `name`; nothing if it cannot be read or is larger than `max_bytes`. Never waits
  /// on a FIFO (it reads as empty). Lifetime: until the next call.
  std::optional<std::string_view> try_read(const std::string& name, std::size_t max_bytes);

 private:
  explicit DirectoryFiles(Fd directory);

  Fd directory_;
  std::string buffer_;
};

}  // namespace pty::os
