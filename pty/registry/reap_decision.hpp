#pragma once
// Whether a session's record outlives it. Pure: decided at the end, from the tags on disk now.

#include <optional>
#include <string_view>

#include "pty/registry/tags.hpp"

namespace pty::registry {

enum class StopCause { natural, external };
enum class ReapDecision { reap, preserve };

struct ReapFacts {
  StopCause cause = StopCause::natural;
  bool ephemeral = false;
  std::optional<std::string_view> reap_on_exit;  ///< $PTY_REAP_ON_EXIT
};

/// First match wins: keep preserves; ephemeral reaps; an external stop, strategy=permanent and
/// PTY_REAP_ON_EXIT=no preserve; anything else reaps.
ReapDecision decide_reap(const Tags& tags, const ReapFacts& facts);

}  // namespace pty::registry
