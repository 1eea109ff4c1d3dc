#pragma once
// The processes of a session: whatever descends from its daemon, also after a double fork or setsid, because
// the daemon keeps orphans (os/process_family.hpp). Sessions that were started from inside it are not part of
// it: a daemon, its program and all below belong to a session of their own, wherever they were started.

#include <vector>

#include "pty/os/process_family.hpp"

namespace pty::registry {

/// What a daemon is called in process lists: how other sessions' daemons are told from programs.
inline constexpr const char* kDaemonProcessName = "pty-daemon";

/// A momentary look. `daemon_pid` itself is not in it.
std::vector<os::FamilyMember> session_family(int daemon_pid);

/// The process groups of the daemon's own children (os::child_groups).
std::vector<int> session_child_groups(int daemon_pid);

}  // namespace pty::registry
