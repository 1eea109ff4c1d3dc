#include "pty/registry/session_family.hpp"

namespace pty::registry {

std::vector<os::FamilyMember> session_family(int daemon_pid) {
  return os::process_family(daemon_pid, kDaemonProcessName);
}

std::vector<int> session_child_groups(int daemon_pid) {
  return os::child_groups(daemon_pid, kDaemonProcessName);
}

}  // namespace pty::registry
