#pragma once
// Stable session ids: the rules, their texts, and random ones.
//
// An id is also a file name stem, so the rules are about paths. `validate_session_id` accepts everything an
// existing session may be called; `validate_new_session_id` additionally refuses names that would collide
// with another session's files or look like an option.

#include <functional>
#include <string>
#include <string_view>

#include "pty/base/error.hpp"
#include "pty/registry/root.hpp"

namespace pty::registry {

inline constexpr std::size_t kMaxSessionIdBytes = 255;
inline constexpr int kIdAttempts = 8;

/// Fails: invalid or too_large, with the user's text.
base::Status validate_session_id(std::string_view id, const Root& root);
base::Status validate_new_session_id(std::string_view id, const Root& root);

/// Eight characters without look-alikes, each equally likely.
std::string random_session_id();

/// A random id that `taken` does not claim. Fails: already_exists after eight attempts.
base::Result<std::string> generate_session_id(const std::function<bool(const std::string&)>& taken);

/// A fresh incarnation token: 32 hex characters.
std::string generate_generation();

}  // namespace pty::registry
