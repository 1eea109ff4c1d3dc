#pragma once
// Directories and what stands in them.

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"

namespace pty::os {

/// `mkdir -p` where every directory it creates gets mode 0700 whatever the umask; existing ones are left as
/// they are. Fails: denied, invalid (a component is not a directory), system.
base::Status make_private_directories(const std::string& path);

/// Names in a directory, without "." and "..", in no order. Fails: not_found, denied, too_large (more than
/// `max_entries`), system.
base::Result<std::vector<std::string>> directory_entries(const std::string& path,
                                                         std::size_t max_entries = 1'000'000);

struct FileFacts {
  enum class Kind : std::uint8_t { regular, directory, socket, symbolic_link, other };
  Kind kind = Kind::other;
  std::uint64_t bytes = 0;
  base::WallTime modified;
  mode_t permissions = 0;  ///< the lower twelve bits
  uid_t owner = 0;

  friend bool operator==(const FileFacts&, const FileFacts&) = default;
};
enum class Links : std::uint8_t { follow, look_at_link };
/// Nothing if there is nothing, or it cannot be looked at.
std::optional<FileFacts> try_file_facts(const std::string& path, Links links = Links::follow);

enum class DirectoryProblem : std::uint8_t {
  empty,
  missing,
  not_a_directory,
  not_searchable,
  not_accessible
};
struct DirectoryFault {
  DirectoryProblem problem;
  std::string reason;  ///< strerror text for not_accessible
};
/// Why a program could not start in `path`; nothing if it can.
std::optional<DirectoryFault> try_directory_fault(const std::string& path);

/// The current directory, absolute. Fails: not_found (it was removed), system.
base::Result<std::string> current_directory();
base::Status change_directory(const std::string& path);

}  // namespace pty::os
