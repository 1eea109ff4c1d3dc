// Who is left of a session, in a process of its own so that no other test's children count.

#include "pty/daemon/session_processes.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pty::daemon {
namespace {

/// A child that has ended and is not reaped.
pid_t fork_zombie() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  siginfo_t info{};
  ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT);
  return child;
}

/// 0, or the number of what was wrong.
int look_around_a_zombie() {
  auto loop = os::Loop::create();
  if (!loop) return 1;
  const SessionProcesses processes(*loop, 1);
  if (processes.family_lives()) return 2;
  const pid_t zombie = fork_zombie();
  if (!processes.family_lives()) return 3;
  ::waitpid(zombie, nullptr, 0);
  return processes.family_lives() ? 4 : 0;
}

// D-173: a link of a chain that ends while it is looked at has left the next one behind, who is not on the
// list that was read before. Only an end that was reaped is followed by a look that can be believed.
TEST(SessionProcesses, AnEndThatIsNotReapedLeavesItOpenWhetherAnybodyLives) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(look_around_a_zombie());
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace pty::daemon
