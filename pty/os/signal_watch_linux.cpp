#include <pthread.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <utility>

#include "pty/base/require.hpp"
#include "pty/os/loop_core.hpp"
#include "pty/os/signal_watch.hpp"

namespace pty::os {

using base::fail_errno;
using base::Status;

struct SignalWatch::Source final : LoopSource {
  Fd fd;
  sigset_t newly_blocked;
  Handler handler;

  void on_ready(std::uint32_t /*events*/) override {
    signalfd_siginfo info{};
    while (!dead && ::read(fd.get(), &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
      handler(static_cast<int>(info.ssi_signo));
    }
  }
};

SignalWatch::SignalWatch(Loop& loop) : core_(loop.core()) {}

SignalWatch::~SignalWatch() {
  close();
}

Status SignalWatch::open(std::span<const int> signals, Handler handler) {
  base::require(!source_, "watch opened twice");
  auto source = std::make_unique<Source>();
  sigset_t wanted;
  sigset_t before;
  sigemptyset(&wanted);
  sigemptyset(&source->newly_blocked);
  for (const int signal : signals) sigaddset(&wanted, signal);
  source->fd.reset(::signalfd(-1, &wanted, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!source->fd) return fail_errno("watch signals", errno);
  auto added = core_.add(source->fd.get(), EPOLLIN, *source);
  if (!added) return added;
  ::pthread_sigmask(SIG_BLOCK, &wanted, &before);
  for (const int signal : signals) {
    if (sigismember(&before, signal) == 0) sigaddset(&source->newly_blocked, signal);
  }
  source->handler = std::move(handler);
  source_ = std::move(source);
  ++core_.open_watches;
  return {};
}

void SignalWatch::close() {
  if (!source_) return;
  core_.remove(source_->fd.get());
  ::pthread_sigmask(SIG_UNBLOCK, &source_->newly_blocked, nullptr);
  --core_.open_watches;
  core_.bury(std::move(source_));
}

}  // namespace pty::os
