#include <sys/wait.h>

#include <cerrno>
#include <utility>

#include "pty/base/require.hpp"
#include "pty/os/exit_status.hpp"
#include "pty/os/loop_core.hpp"
#include "pty/os/orphan_reaper.hpp"

namespace pty::os {
namespace {

/// A child that has ended and is not reaped; 0 if there is none.
pid_t next_ended_child() {
  siginfo_t info{};
  int result = 0;
  do {
    result = ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT);
  } while (result != 0 && errno == EINTR);
  return result == 0 ? info.si_pid : 0;
}

}  // namespace

struct OrphanReaper::Source final : ChildSource {
  pid_t spared = 0;
  Handler handler;

  void on_ready(std::uint32_t /*events*/) override { look(); }

  void look() override {
    bool reaped = false;
    for (pid_t pid = next_ended_child(); pid > 0 && pid != spared; pid = next_ended_child()) {
      if (!try_reap_child(pid)) break;
      reaped = true;
    }
    if (reaped) handler();
  }
};

OrphanReaper::OrphanReaper(Loop& loop) : core_(loop.core()) {}

OrphanReaper::~OrphanReaper() {
  close();
}

base::Status OrphanReaper::open(pid_t spared, Handler handler) {
  base::require(!source_, "watch opened twice");
  auto source = std::make_unique<Source>();
  source->spared = spared;
  source->handler = std::move(handler);
  if (auto added = core_.add_child(*source); !added) return added;
  source_ = std::move(source);
  ++core_.open_watches;
  return {};
}

void OrphanReaper::spare_nobody() {
  if (!source_) return;
  source_->spared = 0;
  source_->look();
}

void OrphanReaper::close() {
  if (!source_) return;
  core_.remove_child(*source_);
  --core_.open_watches;
  core_.bury(std::move(source_));
}

bool has_ended_children() {
  return next_ended_child() > 0;
}

bool has_children() {
  siginfo_t info{};
  return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 || errno != ECHILD;
}

}  // namespace pty::os
