#pragma once
// Whole small files. Readers never see half a file: writing is temporary name + rename. Temporary names are
// "<target>.tmp.<pid>.<16 hex>"; no call leaves one behind, whether it succeeds or fails.

#include <sys/types.h>

#include <cstddef>
#include <string>

#include "pty/base/bytes.hpp"
#include "pty/base/error.hpp"
#include "pty/os/fd.hpp"

namespace pty::os {

inline constexpr mode_t kPrivateFile = 0600;

/// The content of a regular file. Never waits on a FIFO or device. Fails: not_found, denied, invalid (not a
/// regular file), too_large (more than `max_bytes`), system.
base::Result<std::string> read_file(const std::string& path, std::size_t max_bytes);

/// Opens something to be read to its end, of any kind and size. Blocks: a FIFO until it has a writer. Fails:
/// not_found, denied, invalid (a directory), system.
base::Result<Fd> open_input(const std::string& path);

/// Replaces `path` at once; the mode is exactly `mode`. Fails: denied, system (ENOSPC …); the old file is
/// then untouched.
base::Status write_file_atomic(const std::string& path, base::ByteView bytes, mode_t mode = kPrivateFile);

/// Creates `path` with its content; it must not exist. Readers may see it empty for a moment. Fails:
/// already_exists, denied, system (nothing is left behind).
base::Status create_exclusive(const std::string& path, base::ByteView bytes, mode_t mode = kPrivateFile);

/// Appends in one write, creating the file with `mode`. Fails: denied, system; a part that was written is cut
/// off again. Pre: one writer at a time (a lock file), or fragments of a failed write may remain.
base::Status append_file(const std::string& path, base::ByteView bytes, mode_t mode = kPrivateFile);

/// Empties `path` in place if it exists; does not create it.
base::Status truncate_file(const std::string& path);

/// Removes a file. Returns true if it was there. Fails: denied, system.
base::Result<bool> remove_file(const std::string& path);

/// Renames, replacing the target.
base::Status rename_file(const std::string& from, const std::string& to);

/// "<target>.tmp.<pid>.<16 hex>": unique to this writer.
std::string temporary_name(const std::string& target);

}  // namespace pty::os
