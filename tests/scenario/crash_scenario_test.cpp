// The daemon is killed at every moment that can be told from outside; the registry stays readable and
// cleanable.

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>

#include <chrono>
#include <filesystem>
#include <fstream>

#include "recovery_check.hpp"
#include "sandbox.hpp"

namespace pty::scenario {
namespace {

/// The pid of a running pty-daemon of this registry; 0 if there is none.
pid_t find_daemon(const std::string& root) {
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    const pid_t pid = std::atoi(entry.path().filename().c_str());
    if (pid <= 0) continue;
    std::string comm;
    std::getline(std::ifstream(entry.path() / "comm"), comm);
    if (comm != "pty-daemon") continue;
    std::ifstream in(entry.path() / "environ", std::ios::binary);
    const std::string environ_text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
    if (environ_text.find("PTY_ROOT=" + root) != std::string::npos) return pid;
  }
  return 0;
}

/// True once the child has ended; it stays to be reaped.
bool has_ended(pid_t child) {
  siginfo_t info{};
  return waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid != 0;
}

TEST(CrashScenario, AKilledDaemonIsListedAsVanishedAndCanBeRemoved) {
  Sandbox box;
  ASSERT_EQ(box.pty({"run", "-d", "--id", "x", "--", "sleep", "1000"}).code, 0);
  const pid_t daemon = box.daemon_pid("x");
  ASSERT_TRUE(alive(daemon));
  kill(daemon, SIGKILL);
  ASSERT_TRUE(eventually([&] { return !alive(daemon); }, "the daemon is dead"));
  EXPECT_NE(box.pty({"list"}).out.find("Vanished sessions"), std::string::npos);
  expect_readable_and_cleanable(box);
}

TEST(CrashScenario, KilledAtAnyMomentOfItsStart) {
  // Each step kills a little later in the start: as soon as the daemon exists, then once each file exists.
  const std::vector<std::string> moments{"", "x.lock", "x.events.jsonl", "x.pid", "x.json", "x.sock"};
  for (int extra_turns : {0, 1, 3, 10}) {
    for (const auto& moment : moments) {
      Sandbox box;
      SCOPED_TRACE("after " + (moment.empty() ? std::string("fork") : moment) + " + " +
                   std::to_string(extra_turns));
      const pid_t launcher = box.start_pty({"run", "-d", "--id", "x", "--", "sleep", "1000"});
      pid_t daemon = 0;
      const auto found_or_over = [&] {
        return (daemon = find_daemon(box.root())) != 0 || has_ended(launcher);
      };
      ASSERT_TRUE(eventually(found_or_over, "a daemon"));
      if (daemon == 0) daemon = box.daemon_pid("x");
      const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(5);
      while (!moment.empty() && !box.exists(moment) && alive(daemon) &&
             std::chrono::steady_clock::now() < limit) {
      }
      for (int i = 0; i < extra_turns; ++i) poll(nullptr, 0, 1);
      if (daemon != 0) kill(daemon, SIGKILL);
      int status = 0;
      waitpid(launcher, &status, 0);
      ASSERT_TRUE(eventually([&] { return !alive(daemon); }, "the daemon is dead"));
      expect_readable_and_cleanable(box);
    }
  }
}

TEST(CrashScenario, KilledInTheMiddleOfAFloodAndInTheMiddleOfItsExit) {
  for (const char* script : {"while :; do echo flood; done", "echo bye; exit 3"}) {
    for (int turns : {1, 20, 100, 300}) {
      Sandbox box;
      box.set_env("PTY_REAP_ON_EXIT", "false");
      SCOPED_TRACE(std::string(script) + " after " + std::to_string(turns));
      ASSERT_EQ(box.pty({"run", "-d", "--id", "x", "--", "sh", "-c", script}).code, 0);
      const pid_t daemon = box.daemon_pid("x");
      poll(nullptr, 0, turns);
      const bool was_alive = alive(daemon);
      if (was_alive) kill(daemon, SIGKILL);
      ASSERT_TRUE(eventually([&] { return !alive(daemon); }, "the daemon is dead"));
      const Outcome list = box.pty({"list", "--json"});
      EXPECT_EQ(list.code, 0);
      EXPECT_EQ(list.out.find("\"running\""), std::string::npos) << list.out;
      EXPECT_EQ(box.pty({"rm", "x"}).code, 0);
      for (const auto& file : box.files()) EXPECT_NE(file.substr(0, 2), "x.") << "left behind: " << file;
    }
  }
}

}  // namespace
}  // namespace pty::scenario
