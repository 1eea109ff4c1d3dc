#include "pty/daemon/shutdown_plan.hpp"

#include <algorithm>
#include <charconv>

namespace pty::daemon {
namespace {

constexpr double kLongestDeadlineMs = 3'600'000;

}  // namespace

std::array<StopStep, 5> plan_shutdown(base::Milliseconds deadline) {
  using base::Milliseconds;
  return {{{Milliseconds(0), StopAction::hang_up},
           {std::min(Milliseconds(1000), deadline / 4), StopAction::terminate},
           {std::min(Milliseconds(2000), deadline / 2), StopAction::kill},
           {deadline * 3 / 4, StopAction::abandon},
           {deadline, StopAction::force_end}}};
}

base::Milliseconds parse_shutdown_deadline(std::optional<std::string_view> value) {
  if (!value) return kDefaultShutdownDeadline;
  double milliseconds = 0;
  const auto [end, error] = std::from_chars(value->data(), value->data() + value->size(), milliseconds);
  const bool whole = error == std::errc() && end == value->data() + value->size();
  if (!whole || !(milliseconds >= 1)) return kDefaultShutdownDeadline;
  return base::Milliseconds(static_cast<std::int64_t>(std::min(milliseconds, kLongestDeadlineMs)));
}

}  // namespace pty::daemon
