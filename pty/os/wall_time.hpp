#pragma once
// Timestamps in files and messages: ISO 8601, UTC, milliseconds, "2026-01-31T23:59:59.123Z".

#include <optional>
#include <string>
#include <string_view>

#include "pty/base/clock.hpp"

namespace pty::os {

/// Rounded down to the millisecond. Years 0000 to 9999.
std::string iso8601_utc(base::WallTime time);
/// Exactly the above shape, with zero to nine fraction digits and "Z" or a "+hh:mm" offset; nothing
/// otherwise.
std::optional<base::WallTime> parse_iso8601(std::string_view text);
/// Now.
base::WallTime wall_now();

}  // namespace pty::os
