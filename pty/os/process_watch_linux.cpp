#include <sys/epoll.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "pty/base/require.hpp"
#include "pty/os/loop_core.hpp"
#include "pty/os/process_table.hpp"
#include "pty/os/process_watch.hpp"

namespace pty::os {

using base::Errc;
using base::fail;
using base::fail_errno;
using base::Status;

namespace {

/// Invalid if the kernel has no process descriptors; errno says why.
Fd open_process(const LoopCore& core, pid_t pid) {
  if (!core.has_process_descriptors) {
    errno = ENOSYS;
    return Fd();
  }
  return Fd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
}

bool is_missing_feature(int number) {
  return number == ENOSYS || number == EPERM;  // EPERM: a sandbox that filters the call
}

}  // namespace

struct ChildWatch::Source final : ChildSource {
  ChildWatch* owner = nullptr;
  Fd fd;
  pid_t pid = -1;
  Handler handler;

  void on_ready(std::uint32_t /*events*/) override { look(); }

  void look() override {
    const auto reaped = try_reap_child(pid);
    if (reaped && !*reaped) return;
    // A child that somebody else reaped is gone all the same; its status is lost.
    const ExitStatus status = reaped ? **reaped : ExitStatus{255, 0};
    owner->close();
    handler(status);
  }
};

ChildWatch::ChildWatch(Loop& loop) : core_(loop.core()) {}

ChildWatch::~ChildWatch() {
  close();
}

Status ChildWatch::open(pid_t pid, Handler handler) {
  base::require(!source_, "watch opened twice");
  auto source = std::make_unique<Source>();
  source->owner = this;
  source->pid = pid;
  source->handler = std::move(handler);
  source->fd = open_process(core_, pid);
  if (!source->fd && !is_missing_feature(errno)) return fail_errno("watch child", errno);
  const auto added = source->fd ? core_.add(source->fd.get(), EPOLLIN, *source) : core_.add_child(*source);
  if (!added) return added;
  source_ = std::move(source);
  ++core_.open_watches;
  return {};
}

void ChildWatch::close() {
  if (!source_) return;
  if (source_->fd) {
    core_.remove(source_->fd.get());
  } else {
    core_.remove_child(*source_);
  }
  --core_.open_watches;
  core_.bury(std::move(source_));
}

struct ProcessWatch::Source final : LoopSource {
  LoopCore* core = nullptr;
  ProcessWatch* owner = nullptr;
  Fd fd;
  pid_t pid = -1;
  std::optional<std::string> token;  // fallback: which incarnation is meant
  TimerEntry look_again;
  Handler handler;

  void on_ready(std::uint32_t /*events*/) override { finish(); }

  void look() {
    if (is_alive(pid) && start_token(pid) == token) {
      core->timers.arm(look_again, core->now() + std::chrono::seconds(5));
    } else {
      finish();
    }
  }

  void finish() {
    owner->close();
    handler();
  }
};

ProcessWatch::ProcessWatch(Loop& loop) : core_(loop.core()) {}

ProcessWatch::~ProcessWatch() {
  close();
}

Status ProcessWatch::open(pid_t pid, Handler handler) {
  base::require(!source_, "watch opened twice");
  if (!is_alive(pid)) return fail(Errc::not_found, "no such process");
  auto source = std::make_unique<Source>();
  source->core = &core_;
  source->owner = this;
  source->pid = pid;
  source->handler = std::move(handler);
  source->fd = open_process(core_, pid);
  if (source->fd) {
    const auto added = core_.add(source->fd.get(), EPOLLIN, *source);
    if (!added) return added;
  } else if (errno == ESRCH) {
    return fail(Errc::not_found, "no such process");
  } else if (is_missing_feature(errno)) {
    source->token = start_token(pid);
    source->look_again.handler = [watched = source.get()] { watched->look(); };
    core_.timers.arm(source->look_again, core_.now() + std::chrono::seconds(5));
  } else {
    return fail_errno("watch process", errno);
  }
  source_ = std::move(source);
  ++core_.open_watches;
  return {};
}

void ProcessWatch::close() {
  if (!source_) return;
  if (source_->fd) core_.remove(source_->fd.get());
  core_.timers.disarm(source_->look_again);
  --core_.open_watches;
  core_.bury(std::move(source_));
}

}  // namespace pty::os
