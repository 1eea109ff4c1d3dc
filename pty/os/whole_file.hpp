#pragma once
// Creating a file that appears complete or not at all, and never replaces another: written under a temporary
// name, then linked. Readers of lock files rely on never seeing one without its owner.

#include "pty/base/bytes.hpp"
#include "pty/base/error.hpp"
#include "pty/os/file_io.hpp"

namespace pty::os {

/// Fails: already_exists, not_found (no directory), denied, system. Nothing else is left behind.
base::Status create_whole(const std::string& path, base::ByteView bytes, mode_t mode = kPrivateFile);

}  // namespace pty::os
