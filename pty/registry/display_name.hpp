#pragma once
// Display names: what people call a session. They are not unique and never become part of a path.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pty/base/error.hpp"

namespace pty::registry {

inline constexpr std::size_t kMaxDisplayNameScalars = 500;
inline constexpr std::size_t kMaxAutomaticLabelScalars = 160;

/// Fails: invalid or too_large, with the user's text.
base::Status validate_display_name(std::string_view name);

/// "<directory>-<command>[-<hint>]" from the session's cwd and the command as typed; nullopt when nothing
/// usable is left.
std::optional<std::string> automatic_label(std::string_view cwd, std::string_view command,
                                           const std::vector<std::string>& args);

}  // namespace pty::registry
