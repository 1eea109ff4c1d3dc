#include "pty/os/timer.hpp"

#include <utility>

#include "pty/os/loop_core.hpp"

namespace pty::os {

struct Timer::Source final : Buriable {
  TimerEntry entry;
};

Timer::Timer(Loop& loop, Handler handler) : core_(loop.core()), source_(std::make_unique<Source>()) {
  source_->entry.handler = std::move(handler);
  ++core_.open_watches;
}

Timer::~Timer() {
  stop();
  --core_.open_watches;
  core_.bury(std::move(source_));
}

void Timer::start_at(base::TimePoint deadline) {
  core_.timers.arm(source_->entry, deadline);
}

void Timer::start_after(base::Milliseconds delay) {
  start_at(core_.now() + delay);
}

void Timer::stop() {
  core_.timers.disarm(source_->entry);
}

bool Timer::is_armed() const {
  return source_->entry.place != TimerEntry::kUnarmed;
}

}  // namespace pty::os
