#pragma once
// How an external stop escalates until the child and its descendants are gone. Offsets count from the stop;
// the last step ends the daemon itself, whatever is still unfinished.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "pty/base/clock.hpp"

namespace pty::daemon {

inline constexpr base::Milliseconds kDefaultShutdownDeadline{5000};
/// How long queued output may still leave before clients are closed.
inline constexpr base::Milliseconds kStopFlush{50};

enum class StopAction : std::uint8_t {
  hang_up,    ///< SIGHUP and SIGCONT
  terminate,  ///< SIGTERM and SIGCONT
  kill,       ///< SIGKILL
  abandon,    ///< SIGKILL again; descendants that outlive it no longer hold up the orderly end
  force_end,  ///< SIGKILL, remove our files, exit at once
};

struct StopStep {
  base::Milliseconds at{};
  StopAction action = StopAction::hang_up;
};

std::array<StopStep, 5> plan_shutdown(base::Milliseconds deadline);

/// The value of PTY_SHUTDOWN_DEADLINE_MS: a number, at least 1, else the default.
base::Milliseconds parse_shutdown_deadline(std::optional<std::string_view> value);

}  // namespace pty::daemon
