#pragma once
// May a session start in this directory? The launcher asks before it creates anything, the daemon once more
// before it forks; both answer with the same words.

#include <string>
#include <string_view>

#include "pty/base/error.hpp"

namespace pty::registry {

/// Fails: invalid, with the reason, the session's id and its command.
base::Status check_working_directory(const std::string& cwd, std::string_view id, std::string_view command);

}  // namespace pty::registry
