#pragma once
// The figures of a session as `pty stats` prints them for people. Pure.

#include <cstdint>
#include <optional>
#include <string>

#include "pty/base/clock.hpp"
#include "pty/registry/listing.hpp"
#include "pty/registry/status_document.hpp"

namespace pty::cli {

/// The block of one session, with final newline. `now`: what times are told against.
std::string format_stats(const registry::Session& session, const registry::StatusDocument& status,
                         base::WallTime now);

/// `Session "<ref>" has exited (code 3).` or `... has vanished (no exit record — killed or crashed).`
std::string format_gone(std::string_view reference, const registry::Session& session);

/// "45s", "3m 5s", "2h 4m", "1d 3h", "unknown".
std::string format_uptime(std::optional<std::int64_t> seconds);
/// "3s ago"; "never" without a time, "at an unknown time" for one that cannot be read.
std::string format_age(const std::optional<std::string>& iso, base::WallTime now);
/// "512 KB", "1.5 MB", "2.25 GB".
std::string format_memory(std::int64_t kibibytes);

}  // namespace pty::cli
