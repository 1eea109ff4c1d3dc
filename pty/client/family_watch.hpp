#pragma once
// Whether a session's processes are really gone: remembers who belonged to it while its daemon lived, and
// afterwards looks for each of them by start token. After the daemon nobody else can tell.

#include <map>
#include <string_view>
#include <vector>

#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/os/process_family.hpp"

namespace pty::client {

/// How long the last processes may take to go once they were sent SIGKILL.
inline constexpr base::Milliseconds kFamilyWait{1'000};

class FamilyWatch {
 public:
  /// Looks for the first time. Pre: the caller has proven that `daemon_pid` is the daemon.
  explicit FamilyWatch(int daemon_pid);

  /// Adds who has appeared since. Pre: the daemon lives.
  void look_again();

  /// Kills whoever still lives and waits. Returns who could not be ended: by pid, at most once each.
  /// Blocks: not at all if all are gone; at most `limit`.
  [[nodiscard]] std::vector<os::FamilyMember> end_all(base::Milliseconds limit = kFamilyWait);

 private:
  int daemon_pid_;
  std::map<int, os::FamilyMember> seen_;  ///< by pid
};

/// `Session "x": these processes could not be ended: 12 (name), 13 (name)`. Code: denied.
base::Error survivors_error(std::string_view id, const std::vector<os::FamilyMember>& survivors);

}  // namespace pty::client
