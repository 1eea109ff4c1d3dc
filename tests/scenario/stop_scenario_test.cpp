// Stop means stopped: whoever belongs to a session goes with it, and nobody else.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "sandbox.hpp"

namespace pty::scenario {
namespace {

/// A session whose program starts processes that fork twice into sessions of their own and ignore HUP and
/// TERM. Returns their pids.
std::vector<pid_t> start_with_escaped(Sandbox& box, int processes) {
  std::string script;
  for (int i = 0; i < processes; ++i)
    script += std::string(SCENARIO_PROBE) + " escape pid" + std::to_string(i) + "; ";
  script += "echo READY; exec sleep 1000";
  EXPECT_EQ(box.pty({"run", "-d", "--id", "x", "--", "sh", "-c", script}).code, 0);
  EXPECT_EQ(box.pty({"peek", "--wait", "READY", "-t", "20", "x"}).code, 0);
  std::vector<pid_t> pids;
  for (int i = 0; i < processes; ++i) {
    pids.push_back(std::atoi(box.read_work("pid" + std::to_string(i)).c_str()));
    EXPECT_TRUE(alive(pids.back()));
  }
  return pids;
}

/// Children of a process that have ended and were not reaped.
int zombies_of(pid_t parent) {
  int count = 0;
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    std::ifstream file(entry.path() / "stat");
    std::string line;
    if (!std::getline(file, line)) continue;
    const auto name_end = line.rfind(')');
    if (name_end == std::string::npos || line.size() < name_end + 4) continue;
    count += line[name_end + 2] == 'Z' && std::atoi(line.c_str() + name_end + 4) == parent;
  }
  return count;
}

// D-173
TEST(StopScenario, KillEndsWhoEscapedAndIgnoresPoliteSignalsButNoStrangerOfThatName) {
  Sandbox box;
  const std::vector<pid_t> escaped = start_with_escaped(box, 3);
  const pid_t child = box.child_pid("x");
  ASSERT_TRUE(alive(child));
  ASSERT_EQ(box.shell(std::string(SCENARIO_PROBE) + " escape stranger").code, 0);
  const pid_t stranger = std::atoi(box.read_work("stranger").c_str());
  ASSERT_TRUE(alive(stranger));
  const Outcome killed = box.pty({"kill", "x"});
  EXPECT_EQ(killed.code, 0) << killed.err;
  EXPECT_EQ(killed.out, "Session \"x\" killed.\n");
  EXPECT_FALSE(alive(child));
  for (const pid_t pid : escaped) EXPECT_FALSE(alive(pid));
  EXPECT_TRUE(alive(stranger));
  EXPECT_EQ(json_number(box.read("x.json"), "exitCode"), 129);
  kill(stranger, SIGKILL);
}

TEST(StopScenario, ADaemonThatIsItselfStoppedStillStops) {
  Sandbox box;
  const std::vector<pid_t> escaped = start_with_escaped(box, 1);
  const pid_t daemon = box.daemon_pid("x");
  ASSERT_TRUE(alive(daemon));
  kill(daemon, SIGSTOP);
  const Outcome killed = box.pty({"kill", "x"});
  EXPECT_EQ(killed.code, 0) << killed.err;
  EXPECT_FALSE(alive(escaped[0]));
}

// D-173: a process that its tracer keeps from ending is, until then, as unkillable as one in a hung file
// system.
TEST(StopScenario, WhoCannotBeEndedIsNamedAndTheExitStatusSaysSo) {
  Sandbox box;
  // Between three quarters of it and its end the record has to be written, on a busy machine too; `kill`
  // waits a second longer than all of it.
  box.set_env("PTY_SHUTDOWN_DEADLINE_MS", "6000");
  const std::vector<pid_t> escaped = start_with_escaped(box, 2);
  const pid_t daemon = box.daemon_pid("x");
  ASSERT_EQ(ptrace(PTRACE_SEIZE, escaped[0], nullptr, PTRACE_O_TRACEEXIT), 0);
  const Outcome killed = box.pty({"kill", "x"});
  EXPECT_EQ(killed.code, 1);
  EXPECT_EQ(killed.out, "");
  EXPECT_EQ(killed.err, "Session \"x\": these processes could not be ended: " + std::to_string(escaped[0]) +
                            " (scenario_probe)\n");
  EXPECT_FALSE(alive(daemon));
  EXPECT_FALSE(alive(escaped[1]));
  EXPECT_FALSE(box.exists("x.pid"));
  EXPECT_EQ(json_number(box.read("x.json"), "exitCode"), 129);
  EXPECT_EQ(ptrace(PTRACE_CONT, escaped[0], nullptr, nullptr), 0);
  EXPECT_EQ(waitpid(escaped[0], nullptr, 0), escaped[0]);
}

// D-173: a session that was started from inside another is nobody's descendant.
TEST(StopScenario, KillLeavesASessionAloneThatWasStartedFromInside) {
  Sandbox box;
  ASSERT_EQ(box.pty({"run", "-d", "--id", "outer", "--", "sh", "-c",
                     "pty run -d --id inner -- sh -c 'sleep 1000; :'; echo READY; exec sleep 1000"})
                .code,
            0);
  ASSERT_EQ(box.pty({"peek", "--wait", "READY", "-t", "20", "outer"}).code, 0);
  const pid_t inner_daemon = box.daemon_pid("inner");
  const pid_t inner_child = box.child_pid("inner");
  const pid_t outer_child = box.child_pid("outer");
  ASSERT_TRUE(alive(inner_daemon) && alive(inner_child) && alive(outer_child));
  EXPECT_EQ(box.pty({"kill", "outer"}).code, 0);
  EXPECT_FALSE(alive(outer_child));
  EXPECT_TRUE(alive(inner_daemon));
  EXPECT_TRUE(alive(inner_child));
  EXPECT_EQ(box.child_pid("inner"), inner_child) << "it still answers";
  EXPECT_EQ(box.pty({"kill", "inner"}).code, 0);
  EXPECT_FALSE(alive(inner_child));
}

TEST(StopScenario, TheDaemonReapsTheOrphansOfItsSession) {
  Sandbox box;
  ASSERT_EQ(box.pty({"run", "-d", "--id", "x", "--", "sh", "-c",
                     "i=0; while [ $i -lt 50 ]; do (true &); i=$((i+1)); done; echo READY; exec sleep 1000"})
                .code,
            0);
  ASSERT_EQ(box.pty({"peek", "--wait", "READY", "-t", "20", "x"}).code, 0);
  const pid_t daemon = box.daemon_pid("x");
  EXPECT_TRUE(eventually([&] { return zombies_of(daemon) == 0; }, "no zombies"));
  EXPECT_TRUE(alive(box.child_pid("x")));
  EXPECT_EQ(box.pty({"kill", "x"}).code, 0);
  EXPECT_EQ(json_number(box.read("x.json"), "exitCode"), 129) << "the child's status is its own";
}

// D-153: only a stop hunts descendants.
TEST(StopScenario, ASessionThatEndsByItselfLeavesItsServantsRunning) {
  Sandbox box;
  ASSERT_EQ(box.pty({"run", "-d", "--id", "x", "--", SCENARIO_PROBE, "escape", "servant"}).code, 0);
  ASSERT_TRUE(eventually([&] { return box.pty({"list", "--json"}).out == "[]\n"; }, "it is gone"));
  const pid_t servant = std::atoi(box.read_work("servant").c_str());
  ASSERT_TRUE(alive(servant));
  kill(servant, SIGKILL);
}

}  // namespace
}  // namespace pty::scenario
