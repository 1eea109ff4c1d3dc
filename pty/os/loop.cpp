#include "pty/os/loop.hpp"

#include <utility>

#include "pty/os/loop_core.hpp"

namespace pty::os {

base::Result<Loop> Loop::create() {
  auto core = std::make_unique<LoopCore>();
  const auto opened = core->open();
  if (!opened) return base::fail(opened.error());
  return Loop(std::move(core));
}

Loop::Loop(std::unique_ptr<LoopCore> core) : core_(std::move(core)) {}
Loop::Loop(Loop&&) noexcept = default;
Loop::~Loop() = default;

void Loop::run() {
  while (!core_->stopping) core_->run_once(base::Milliseconds(-1));
  core_->stopping = false;
}

void Loop::stop() {
  core_->stopping = true;
}

bool Loop::run_once(base::Milliseconds limit) {
  return core_->run_once(limit);
}

int Loop::native_handle() const {
  return core_->native_handle();
}

base::TimePoint Loop::now() const {
  return core_->now();
}

void Loop::post(std::function<void()> work) {
  core_->post(std::move(work));
}

}  // namespace pty::os
