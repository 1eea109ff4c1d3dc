// Children without process descriptors: SIGCHLD says that some child changed, and every watched child is
// looked at.

#include <pthread.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <utility>
#include <vector>

#include "pty/os/loop_core.hpp"

namespace pty::os {

using base::fail_errno;
using base::Status;

namespace {

sigset_t child_signal() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGCHLD);
  return set;
}

}  // namespace

struct ChildSignals final : LoopSource {
  explicit ChildSignals(LoopCore& loop) : core(loop) {}
  ~ChildSignals() override { ::pthread_sigmask(SIG_SETMASK, &before, nullptr); }

  void on_ready(std::uint32_t /*events*/) override {
    signalfd_siginfo info{};
    while (::read(fd.get(), &info, sizeof info) > 0) {
    }
    core.look_at_children();
  }

  LoopCore& core;
  Fd fd;
  sigset_t before{};
};

Status LoopCore::add_child(ChildSource& source) {
  if (!child_signals_) {
    auto signals = std::make_unique<ChildSignals>(*this);
    const sigset_t set = child_signal();
    ::pthread_sigmask(SIG_BLOCK, &set, &signals->before);
    signals->fd.reset(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
    if (!signals->fd) return fail_errno("watch children", errno);
    const auto added = add(signals->fd.get(), EPOLLIN, *signals);
    if (!added) return added;
    child_signals_ = std::move(signals);
  }
  children_.push_back(&source);
  post([this] { look_at_children(); });  // it may have ended before
  return {};
}

void LoopCore::remove_child(ChildSource& source) {
  std::erase(children_, &source);
}

void LoopCore::look_at_children() {
  const std::vector<ChildSource*> children = children_;  // handlers change the list
  for (ChildSource* child : children) {
    if (!child->dead) child->look();
  }
}

}  // namespace pty::os
