#include "pty/daemon/flood_guard.hpp"

namespace pty::daemon {

bool FloodGuard::admits(vt::EventKind kind, base::TimePoint now) {
  if (kind == vt::EventKind::clipboard) return false;  // what somebody copied is in no log
  if (kind == vt::EventKind::title_change || kind == vt::EventKind::notification) return true;
  Second& second = seconds_.at(static_cast<std::size_t>(kind));
  if (second.count == 0 || now - second.start >= std::chrono::seconds(1)) second = {now, 0};
  if (second.count >= kEventsPerSecond) return false;
  ++second.count;
  return true;
}

}  // namespace pty::daemon
