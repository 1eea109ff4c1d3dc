#pragma once
// Durations as people write and read them: "30s", "5m", "2h", "1d".

#include <chrono>
#include <optional>
#include <string>

#include "pty/base/bytes.hpp"

namespace pty::text {

/// `^\s*\d+\s*[smhd]\s*$`, any case, one unit. Values too large for the type are nullopt too.
std::optional<std::chrono::seconds> parse_duration(base::ByteView text);

/// The two largest units, a zero second one dropped: "45s", "1m5s", "30m", "1h12m", "3d2h", "1d"; negative
/// "0s".
std::string format_age(std::chrono::seconds age);
/// One unit, rounded down: "45s ago", "5m ago", "2h ago", "3d ago"; negative "0s ago".
std::string format_ago(std::chrono::seconds age);

}  // namespace pty::text
