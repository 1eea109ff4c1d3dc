#include <sys/epoll.h>

#include <cerrno>
#include <utility>

#include "pty/base/require.hpp"
#include "pty/os/fd_watch.hpp"
#include "pty/os/loop_core.hpp"

namespace pty::os {

using base::Status;

namespace {

std::uint32_t epoll_events(Interest interest) {
  switch (interest) {
    case Interest::none:
    case Interest::hang_up:  // which epoll reports unasked
      return 0;
    case Interest::read:
      return EPOLLIN;
    case Interest::write:
      return EPOLLOUT;
    case Interest::read_write:
      return EPOLLIN | EPOLLOUT;
  }
  return 0;
}

}  // namespace

struct FdWatch::Source final : LoopSource {
  int fd = -1;
  Interest interest = Interest::none;
  bool registered = false;    // with epoll
  bool always_ready = false;  // epoll does not take this kind of file
  Handler handler;

  /// What epoll does not take is a file that never hangs up.
  void apply_always_ready(LoopCore& core, Interest wanted) {
    core.remove_always_ready(*this);
    if (epoll_events(wanted) != 0) core.add_always_ready(*this);
  }

  void on_ready(std::uint32_t events) override {
    const std::uint32_t wanted = epoll_events(interest);  // may have changed since the events were collected
    const bool hung_up = (events & (EPOLLERR | EPOLLHUP)) != 0;
    if (hung_up) events |= EPOLLIN | EPOLLOUT;
    const Readiness readiness{(events & wanted & EPOLLIN) != 0, (events & wanted & EPOLLOUT) != 0, hung_up};
    if (readiness.readable || readiness.writable || (hung_up && interest == Interest::hang_up))
      handler(readiness);
  }

  Status apply(LoopCore& core, Interest wanted) {
    if (always_ready) {
      apply_always_ready(core, wanted);
    } else if (wanted == Interest::none) {
      // Registered without events, epoll would still report a hang-up again and again.
      if (std::exchange(registered, false)) core.remove(fd);
    } else {
      const auto events = epoll_events(wanted);
      const auto done = registered ? core.modify(fd, events, *this) : core.add(fd, events, *this);
      if (!done && done.error().sys_errno == EPERM) {
        always_ready = true;
        apply_always_ready(core, wanted);
      } else if (!done) {
        return done;
      } else {
        registered = true;
      }
    }
    interest = wanted;
    return {};
  }
};

FdWatch::FdWatch(Loop& loop) : core_(loop.core()) {}

FdWatch::~FdWatch() {
  close();
}

Status FdWatch::open(int fd, Interest interest, Handler handler) {
  base::require(!source_, "watch opened twice");
  auto source = std::make_unique<Source>();
  source->fd = fd;
  source->handler = std::move(handler);
  auto applied = source->apply(core_, interest);
  if (!applied) return applied;
  source_ = std::move(source);
  ++core_.open_watches;
  return {};
}

void FdWatch::set_interest(Interest interest) {
  base::require(source_ != nullptr, "watch is not open");
  if (interest == source_->interest) return;
  const auto applied = source_->apply(core_, interest);
  base::require(applied.has_value(), "descriptor was closed before its watch");
}

Interest FdWatch::interest() const {
  return source_ ? source_->interest : Interest::none;
}

void FdWatch::close() {
  if (!source_) return;
  static_cast<void>(source_->apply(core_, Interest::none));
  --core_.open_watches;
  core_.bury(std::move(source_));
}

}  // namespace pty::os
