#pragma once
// What the registry says about a session whose connection was lost: still shutting down, ended with a
// recorded exit, gone without a trace, or lost. A FateProbe remembers which incarnation (generation) it asks
// about, so a session restarted meanwhile is not taken for the one that was lost.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pty/base/clock.hpp"

namespace pty::registry {
class Root;
}  // namespace pty::registry

namespace pty::attach {

struct Fate {
  enum class Kind : std::uint8_t {
    pending,   ///< the record is there and says nothing about an end yet
    exited,    ///< an exit of the same generation is recorded
    removed,   ///< there is no record any more
    replaced,  ///< another incarnation lives under the id now
    lost,      ///< the daemon is provably dead and recorded no exit
  };
  Kind kind = Kind::pending;
  std::optional<std::int32_t> code;     ///< exited: the code, when known
  std::vector<std::string> last_lines;  ///< exited: the saved output
};

/// How long a pending fate is waited for, and how often it is asked for meanwhile.
inline constexpr base::Milliseconds kFateLimit{3000};
inline constexpr base::Milliseconds kFatePoll{50};

/// Reads the registry now; must not block.
using FateProbe = std::function<Fate()>;

/// The usual probe, about incarnation `generation` (empty: any) of session `id`. It knows a daemon that died
/// without a word from one that is still shutting down.
FateProbe registry_fate(const registry::Root& root, std::string id, std::string generation);

}  // namespace pty::attach
