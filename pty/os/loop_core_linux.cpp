#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <limits>
#include <utility>

#include "pty/base/require.hpp"
#include "pty/os/loop.hpp"
#include "pty/os/loop_core.hpp"

namespace pty::os {

using base::fail_errno;
using base::Milliseconds;
using base::Status;
using base::TimePoint;
using std::chrono::steady_clock;

struct LoopCore::Events {
  std::array<epoll_event, 64> list;
};

LoopCore::LoopCore() : events_(std::make_unique<Events>()) {}

LoopCore::~LoopCore() {
  base::require(open_watches == 0, "a watch outlives its loop");
}

Status LoopCore::open() {
  epoll_.reset(::epoll_create1(EPOLL_CLOEXEC));
  if (!epoll_) return fail_errno("create event loop", errno);
  wake_.reset(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!wake_) return fail_errno("create event loop", errno);
  epoll_event event{};
  event.events = EPOLLIN;  // data.ptr stays null: the wake-up is no source
  if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, wake_.get(), &event) != 0) {
    return fail_errno("create event loop", errno);
  }
  return {};
}

Status LoopCore::add(int fd, std::uint32_t events, LoopSource& source) {
  epoll_event event{};
  event.events = events;
  event.data.ptr = &source;
  if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, fd, &event) != 0) return fail_errno("watch descriptor", errno);
  return {};
}

Status LoopCore::modify(int fd, std::uint32_t events, LoopSource& source) {
  epoll_event event{};
  event.events = events;
  event.data.ptr = &source;
  if (::epoll_ctl(epoll_.get(), EPOLL_CTL_MOD, fd, &event) != 0) return fail_errno("watch descriptor", errno);
  return {};
}

void LoopCore::remove(int fd) {
  epoll_event unused{};
  ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, fd, &unused);
}

void LoopCore::add_always_ready(LoopSource& source) {
  always_ready_.push_back(&source);
}

void LoopCore::remove_always_ready(LoopSource& source) {
  std::erase(always_ready_, &source);
}

void LoopCore::bury(std::unique_ptr<Buriable> watched) {
  watched->dead = true;
  if (in_turn_) graveyard_.push_back(std::move(watched));
}

TimePoint LoopCore::now() const {
  return in_turn_ ? turn_time_ : steady_clock::now();
}

int LoopCore::wait_time(Milliseconds limit) const {
  if (!always_ready_.empty()) return 0;
  std::int64_t wait = limit.count() < 0 ? std::numeric_limits<std::int64_t>::max() : limit.count();
  if (!timers.empty()) {
    const auto left = std::chrono::ceil<Milliseconds>(timers.first().deadline - steady_clock::now()).count();
    wait = std::min<std::int64_t>(wait, std::max<std::int64_t>(left, 0));
  } else if (limit.count() < 0) {
    return -1;
  }
  return static_cast<int>(std::min<std::int64_t>(wait, std::numeric_limits<int>::max()));
}

bool LoopCore::run_once(Milliseconds limit) {
  base::require(!in_turn_, "a handler runs its own loop");
  const int capacity = static_cast<int>(events_->list.size());
  const int count = ::epoll_wait(epoll_.get(), events_->list.data(), capacity, wait_time(limit));
  base::require(count >= 0 || errno == EINTR, "epoll_wait failed");
  turn_time_ = steady_clock::now();
  in_turn_ = true;
  bool ran = run_ready(std::max(count, 0));
  ran |= run_always_ready();
  ran |= run_timers();
  ran |= run_posted();
  in_turn_ = false;
  graveyard_.clear();
  return ran;
}

bool LoopCore::run_ready(int count) {
  bool ran = false;
  for (int i = 0; i < count; ++i) {
    const epoll_event event = events_->list[static_cast<std::size_t>(i)];
    auto* source = static_cast<LoopSource*>(event.data.ptr);
    if (source == nullptr) {
      drain_wake();
    } else if (!source->dead) {
      source->on_ready(event.events);
      ran = true;
    }
  }
  return ran;
}

bool LoopCore::run_always_ready() {
  if (always_ready_.empty()) return false;
  const std::vector<LoopSource*> sources = always_ready_;  // handlers change the list
  for (LoopSource* source : sources) {
    if (!source->dead) source->on_ready(EPOLLIN | EPOLLOUT);
  }
  return true;
}

bool LoopCore::run_timers() {
  bool ran = false;
  // Timers armed from here on wait for the next turn, or one that re-arms itself would never let go.
  const std::uint64_t end = timers.next_sequence();
  while (!timers.empty()) {
    TimerEntry& entry = timers.first();
    if (entry.deadline > turn_time_ || entry.sequence >= end) break;
    timers.disarm(entry);
    entry.handler();
    ran = true;
  }
  return ran;
}

void LoopCore::drain_wake() {
  std::uint64_t count = 0;
  static_cast<void>(::read(wake_.get(), &count, sizeof count) > 0);
}

bool LoopCore::run_posted() {
  std::vector<std::function<void()>> work;
  {
    const std::lock_guard lock(mutex_);
    if (posted_.empty()) return false;
    work.swap(posted_);
  }
  for (auto& item : work) {
    item();
    item = nullptr;  // what it owns goes before the next runs
  }
  return true;
}

void LoopCore::post(std::function<void()> work) {
  bool was_empty = false;
  {
    const std::lock_guard lock(mutex_);
    base::require(posted_.size() < Loop::kMaxPosted, "too many posted functions");
    was_empty = posted_.empty();
    posted_.push_back(std::move(work));
  }
  if (!was_empty) return;  // the loop has been woken for the earlier one
  const std::uint64_t one = 1;
  static_cast<void>(::write(wake_.get(), &one, sizeof one) > 0);
}

}  // namespace pty::os
