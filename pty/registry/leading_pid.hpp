#pragma once
// The process id a lock, a pid file or a temporary file's name starts with.

#include <optional>
#include <string_view>

namespace pty::registry {

/// The leading integer behind white space, as every reader of the protocol takes it; nullopt if there is none
/// above 0.
std::optional<int> leading_pid(std::string_view text);

}  // namespace pty::registry
