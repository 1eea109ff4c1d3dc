#pragma once
// Keeps a program that rings the bell in a loop from filling the event log: of each kind without a payload,
// at most ten per second pass; the rest is coalesced into those.

#include <array>
#include <cstdint>

#include "pty/base/clock.hpp"
#include "pty/vt/events.hpp"

namespace pty::daemon {

inline constexpr int kEventsPerSecond = 10;

class FloodGuard {
 public:
  /// True if the event is to be recorded. Never for a clipboard.
  bool admits(vt::EventKind kind, base::TimePoint now);

 private:
  struct Second {
    base::TimePoint start{};
    int count = 0;
  };
  std::array<Second, 5> seconds_{};
};

}  // namespace pty::daemon
