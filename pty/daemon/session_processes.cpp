#include "pty/daemon/session_processes.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include "pty/os/environment.hpp"
#include "pty/os/process_signals.hpp"
#include "pty/os/signal_numbers.hpp"
#include "pty/registry/session_family.hpp"

namespace pty::daemon {
namespace {

/// A family that grows while it is killed is looked at so often at once; the next end of a member looks
/// again.
constexpr int kKillRounds = 8;
constexpr int kNoGroup = -1;

}  // namespace

SessionProcesses::SessionProcesses(os::Loop& loop, int child)
    : child_(child), child_watch_(loop), reaper_(loop) {}

base::Status SessionProcesses::open(ChildHandler on_child_end, OrphanHandler on_orphan_end) {
  on_child_end_ = std::move(on_child_end);
  if (auto watched = reaper_.open(child_, std::move(on_orphan_end)); !watched) return watched;
  return child_watch_.open(child_, [this](os::ExitStatus status) {
    child_ended_ = true;
    on_child_end_(status);
    reaper_.spare_nobody();
  });
}

bool SessionProcesses::family_lives() const {
  if (!os::has_children()) return false;
  const auto family = registry::session_family(os::own_pid());
  if (std::any_of(family.begin(), family.end(),
                  [this](const os::FamilyMember& member) { return child_ended_ || member.pid != child_; }))
    return true;
  // Who ended during the look may have left a child that the look missed.
  return os::has_ended_children();
}

void SessionProcesses::signal(StopAction action, int master) {
  switch (action) {
    case StopAction::hang_up:
      return signal_family({SIGHUP, SIGCONT}, master);
    case StopAction::terminate:
      return signal_family({SIGTERM, SIGCONT}, master);
    case StopAction::kill:
    case StopAction::abandon:
    case StopAction::force_end:
      return kill_family(master);
  }
}

void SessionProcesses::signal_family(std::initializer_list<int> signals, int master) {
  // The rest is looked up first: who is hung up may end before it is seen to belong to a group.
  const auto rest = family_outside_groups(master);
  for (const int signal : signals) {
    if (!child_ended_) os::signal_session(child_, master, signal);
    for (const auto& member : rest) (void)os::signal_member(member, signal);
  }
}

/// Whole groups first: who does nothing but fork and end is gone before a look finds it, but not its group.
/// Then one by one, until nobody new turns up: a process may fork before its signal reaches it, but not
/// after.
void SessionProcesses::kill_family(int master) {
  if (!child_ended_) os::signal_session(child_, master, SIGKILL);
  for (const int group : registry::session_child_groups(os::own_pid())) os::signal_group(group, SIGKILL);
  std::map<int, std::string> killed;  // pid and token
  for (int round = 0; round < kKillRounds; ++round) {
    auto family = registry::session_family(os::own_pid());
    std::erase_if(family, [&killed](const os::FamilyMember& member) {
      const auto found = killed.find(member.pid);
      return found != killed.end() && found->second == member.token;
    });
    if (family.empty()) return;
    for (const auto& member : family) {
      (void)os::signal_member(member, SIGKILL);
      killed.insert_or_assign(member.pid, member.token);
    }
  }
}

/// Whom os::signal_session does not reach.
std::vector<os::FamilyMember> SessionProcesses::family_outside_groups(int master) const {
  auto family = registry::session_family(os::own_pid());
  if (child_ended_) return family;
  const int foreground = master >= 0 ? os::foreground_group(master).value_or(kNoGroup) : kNoGroup;
  std::erase_if(family, [this, foreground](const os::FamilyMember& member) {
    return member.group == child_ || member.group == foreground;
  });
  return family;
}

}  // namespace pty::daemon
