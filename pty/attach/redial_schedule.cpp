#include "pty/attach/redial_schedule.hpp"

#include <algorithm>
#include <utility>

namespace pty::attach {

void RedialSchedule::on_live(base::TimePoint now) {
  if (live_since_) return;
  live_since_ = now;
  failures_ = 0;
}

RedialSchedule::Next RedialSchedule::on_loss(base::TimePoint now) {
  const std::optional<base::TimePoint> since = std::exchange(live_since_, std::nullopt);
  if (!since) return on_failure(now);
  if (now - *since >= kSettled) step_ = 0;
  arm(now);
  return Next::armed;
}

RedialSchedule::Next RedialSchedule::on_failure(base::TimePoint now) {
  ++failures_;
  if (max_failures_ && failures_ >= *max_failures_) {
    due_.reset();
    return Next::exhausted;
  }
  arm(now);
  return Next::armed;
}

void RedialSchedule::arm(base::TimePoint now) {
  due_ = now + kDelays[step_];
  step_ = std::min(step_ + 1, kDelays.size() - 1);
}

void RedialSchedule::restart() {
  live_since_.reset();
  due_ = base::TimePoint{};
}

void RedialSchedule::hurry() {
  if (due_) due_ = base::TimePoint{};
}

bool RedialSchedule::take_attempt(base::TimePoint now) {
  if (!due_ || now < *due_) return false;
  due_.reset();
  return true;
}

}  // namespace pty::attach
