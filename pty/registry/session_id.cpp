#include "pty/registry/session_id.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pty/os/random.hpp"
#include "pty/os/unix_socket.hpp"

namespace pty::registry {
namespace {

constexpr std::string_view kIdAlphabet = "23456789abcdefghjkmnpqrstuvwxyz";
constexpr std::size_t kGeneratedLength = 8;

bool is_id_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' || c == '_' ||
         c == '-';
}

std::unexpected<base::Error> invalid(std::string text) {
  return base::fail(base::Errc::invalid, std::move(text));
}

}  // namespace

base::Status validate_session_id(std::string_view id, const Root& root) {
  if (id.empty()) return invalid("Session name cannot be empty.");
  if (id == "." || id == "..") return invalid("Session name cannot be \".\" or \"..\".");
  if (id.size() > kMaxSessionIdBytes) {
    return base::fail(base::Errc::too_large,
                      fmt::format("Session name is too long (max {} characters).", kMaxSessionIdBytes));
  }
  if (!std::ranges::all_of(id, is_id_character)) {
    return invalid(
        fmt::format("Invalid session name \"{}\". Use only letters, numbers, dots, hyphens, and "
                    "underscores.",
                    id));
  }
  std::size_t bytes = root.path().size() + 1 + id.size() + std::string_view(".sock").size();
  if (bytes > std::min(kSocketPathLimit, os::kMaxSocketPath)) {
    return base::fail(base::Errc::too_large,
                      fmt::format("The socket path of {} bytes for session \"{}\" exceeds the {}-byte kernel "
                                  "limit. Shorten the session name or the root.",
                                  bytes, id, kSocketPathLimit));
  }
  return {};
}

base::Status validate_new_session_id(std::string_view id, const Root& root) {
  if (base::Status status = validate_session_id(id, root); !status) return status;
  if (id.front() == '-') {
    return invalid(
        fmt::format("Invalid session name \"{}\". A session name cannot start with a hyphen.", id));
  }
  if (id.ends_with(".events")) {
    return invalid(fmt::format("Invalid session name \"{}\". A session name cannot end in \".events\".", id));
  }
  if (id.find(".tmp.") != std::string_view::npos) {
    return invalid(fmt::format("Invalid session name \"{}\". A session name cannot contain \".tmp.\".", id));
  }
  return {};
}

std::string random_session_id() {
  std::string id;
  for (std::size_t i = 0; i < kGeneratedLength; ++i) {
    id.push_back(kIdAlphabet[os::random_below(static_cast<std::uint32_t>(kIdAlphabet.size()))]);
  }
  return id;
}

base::Result<std::string> generate_session_id(const std::function<bool(const std::string&)>& taken) {
  for (int attempt = 0; attempt < kIdAttempts; ++attempt) {
    std::string id = random_session_id();
    if (!taken(id)) return id;
  }
  return base::fail(base::Errc::already_exists,
                    fmt::format("Could not generate a unique session id after {} attempts.", kIdAttempts));
}

std::string generate_generation() {
  return os::random_hex(16);
}

}  // namespace pty::registry
