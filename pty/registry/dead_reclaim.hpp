#pragma once
// The lazy reclaim after `pty list`: dead records nobody asked to keep go away once they are old.
//
// Planned from a listing (pure), applied under both locks without waiting, fenced by generation: whatever
// changed meanwhile, is busy, or is not provably dead stays.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/registry/listing.hpp"

namespace pty::registry {

inline constexpr std::chrono::hours kDefaultDeadTtl{24};

/// $PTY_DEAD_TTL: "24h"-like durations; "off" is nullopt; unset or empty is 24 h. Fails: invalid.
base::Result<std::optional<base::Milliseconds>> parse_dead_ttl(std::optional<std::string_view> value);

/// Ids whose exitedAt (else createdAt) is more than `ttl` ago: gone, not ambiguous, not keep, not permanent.
std::vector<std::string> plan_dead_reclaim(const std::vector<Session>& sessions, base::WallTime now,
                                           base::Milliseconds ttl);

/// Re-checks each id under its locks and removes it. Returns how many went; never waits, never fails: what
/// cannot be removed now is tried again by the next list.
std::size_t apply_dead_reclaim(const Root& root, const std::vector<std::string>& ids, base::WallTime now,
                               base::Milliseconds ttl);

}  // namespace pty::registry
