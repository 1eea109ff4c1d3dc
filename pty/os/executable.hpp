#pragma once
// Finding programs the way a shell does.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pty/base/error.hpp"

namespace pty::os {

/// A regular file that this user may execute.
bool is_executable_file(const std::string& path);

/// The first executable `name` in the colon-separated `path_list` (an empty element is the current
/// directory). A name with a slash is looked at as it stands. Nothing if there is none.
std::optional<std::string> find_executable(std::string_view name, std::string_view path_list);

/// Every path that a search for `program` would try, in order: itself if it has a slash.
std::vector<std::string> executable_candidates(std::string_view program, std::string_view path_list);

/// What a search uses when PATH is not set.
inline constexpr std::string_view kDefaultPath = "/usr/local/bin:/bin:/usr/bin";

/// The absolute path of this program's file. Fails: system.
base::Result<std::string> own_executable();

}  // namespace pty::os
