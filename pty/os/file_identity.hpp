#pragma once
// Which file a path means right now. Two looks with the same identity saw the same inode: the fence that
// keeps a late process from removing its successor's files.

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

#include "pty/base/error.hpp"

namespace pty::os {

struct FileIdentity {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// Of the path itself: symbolic links are not followed. Nothing if there is nothing.
std::optional<FileIdentity> try_file_identity(const std::string& path);
base::Result<FileIdentity> file_identity(int fd);

/// Removes `path` if it still is `identity`. Returns true if removed, false if it is gone or another file
/// now. (Look and unlink are two steps: callers that race with writers of the same path hold that path's
/// lock.) Fails: denied, system.
base::Result<bool> unlink_if_same(const std::string& path, FileIdentity identity);

}  // namespace pty::os
