#pragma once
// The family of a process: everything that descends from it and lives. With become_subreaper() the family
// stays whole: a process that loses its parent (a double fork, setsid) comes to the process that called it
// instead of to init, and stays in its family.
//
// A family is a momentary look. A process whose parent ends while we look may be missing; it is found by the
// next look, so whoever ends a family looks again until nobody new turns up.
//
// Members are named by pid and start token together. A signal goes out only while both still belong to one
// process (process_handle.hpp): a reused pid is never hit.

#include <sys/types.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "pty/base/error.hpp"

namespace pty::os {

/// More descendants are not looked for.
inline constexpr std::size_t kMaxFamily = 16 * 1024;

struct FamilyMember {
  pid_t pid = 0;
  std::string token;
  pid_t group = 0;   ///< its process group
  std::string name;  ///< the short name (`comm`): untrusted text

  /// The same incarnation of a process, whatever it is called now.
  friend bool operator==(const FamilyMember& a, const FamilyMember& b) {
    return a.pid == b.pid && a.token == b.token;
  }
};

/// The living descendants of `root`, without `root` itself and without zombies.
///
/// Not in it, and nothing below it either: a process called `other_root` that leads a session without a
/// terminal; that is the root of somebody else's family which merely came to live below ours.
///
/// `proc` is "/proc" but in tests. Empty when there is none.
/// Cost: one look at each descendant where the kernel lists children, at each process otherwise.
std::vector<FamilyMember> process_family(pid_t root, std::string_view other_root,
                                         const std::string& proc = "/proc");

/// The process groups of the children of `root`, ended or not, without those of other roots. As long as we do
/// not reap, the groups of our own children cannot pass to anybody else. A signal to a group reaches also who
/// is forked in that instant, which no look at processes can.
///
/// All members of such a group are family: a group is part of a session, and all of a session descends from
/// who opened it.
std::vector<pid_t> child_groups(pid_t root, std::string_view other_root, const std::string& proc = "/proc");

/// Whether this process, not a later one with its number, lives.
bool is_alive(const FamilyMember& member);

/// Fails: not_found (it ended), denied, system.
base::Status signal_member(const FamilyMember& member, int signal);

/// From now on orphaned descendants of this process become its children. They must then be reaped
/// (orphan_reaper.hpp). Only programs call this. Fails: unsupported, system.
base::Status become_subreaper();

}  // namespace pty::os
