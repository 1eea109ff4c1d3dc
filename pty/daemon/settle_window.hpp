#pragma once
// When a snapshot for an attaching client may be taken after the grid changed. A program needs a moment to
// redraw; an early picture shows half a frame. The window closes 80 ms after the last change, 160 ms after
// the first change of a burst, or as soon as the program has drawn and then been silent for 15 ms.

#include <optional>

#include "pty/base/clock.hpp"

namespace pty::daemon {

inline constexpr base::Milliseconds kSettle{80};
inline constexpr base::Milliseconds kSettleBurst{160};
inline constexpr base::Milliseconds kSettleSilence{15};
/// How much longer a snapshot waits for the end of a synchronised update (mode 2026).
inline constexpr base::Milliseconds kSynchronizedDefer{50};

class SettleWindow {
 public:
  void on_resize(base::TimePoint now);
  void on_output(base::TimePoint now);

  /// The instant from which a snapshot is good: not later than `now` when it is good now.
  [[nodiscard]] base::TimePoint due(base::TimePoint now) const;

 private:
  [[nodiscard]] base::TimePoint deadline() const;

  std::optional<base::TimePoint> changed_at_;
  base::TimePoint burst_start_{};
  std::optional<base::TimePoint> output_at_;  ///< last output since the last change
};

}  // namespace pty::daemon
