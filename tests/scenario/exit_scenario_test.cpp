// How sessions end: by themselves, by kill, and by the loss of their daemon.

#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <cstdlib>

#include "sandbox.hpp"

namespace pty::scenario {
namespace {

TEST(ExitScenario, TheExitCodeReachesEveryObserver) {
  Sandbox box;
  box.set_env("PTY_REAP_ON_EXIT", "false");
  ASSERT_EQ(box.pty({"run", "-d", "--id", "x", "--", "sh", "-c", "echo waiting; read line; exit 7"}).code, 0);
  OuterTerminal one = box.on_terminal({"attach", "x"});
  OuterTerminal two = box.on_terminal({"attach", "x"}, {30, 90});
  OuterTerminal follower = box.on_terminal({"peek", "-f", "x"});
  ASSERT_TRUE(one.wait_for_text("waiting"));
  ASSERT_TRUE(two.wait_for_text("waiting"));
  ASSERT_TRUE(follower.wait_for_text("waiting"));
  one.type("\r");
  EXPECT_EQ(one.wait_exit(), 7);
  EXPECT_EQ(two.wait_exit(), 7);
  EXPECT_EQ(follower.wait_exit(), 7);
  ASSERT_TRUE(eventually([&] { return !box.exists("x.pid"); }, "the daemon has gone"));
  EXPECT_EQ(json_number(box.read("x.json"), "exitCode"), 7);
  EXPECT_NE(box.read("x.events.jsonl").find("\"session_exit\""), std::string::npos);
  const Outcome list = box.pty({"list", "--json"});
  EXPECT_EQ(json_number(list.out, "exitCode"), 7);
  EXPECT_NE(list.out.find("\"exited\""), std::string::npos);
  const Outcome peek = box.pty({"peek", "--plain", "x"});
  EXPECT_EQ(peek.code, 0);
  EXPECT_NE(peek.out.find("waiting"), std::string::npos);
}

TEST(ExitScenario, AFinishedSessionCleansUpAfterItself) {
  Sandbox box;
  ASSERT_EQ(box.pty({"run", "-d", "--id", "x", "--", "true"}).code, 0);
  EXPECT_TRUE(eventually([&] { return box.pty({"list", "--json"}).out == "[]\n"; }, "it is gone"));
  // What is listed goes before the locks do.
  const auto left = [&] {
    std::vector<std::string> files = box.files();
    std::erase_if(files, [](const std::string& file) { return !file.starts_with("x."); });
    return files;
  };
  EXPECT_TRUE(eventually([&] { return left().empty(); }, "its files are gone"))
      << testing::PrintToString(left());
}

TEST(ExitScenario, KillLeavesTheRecordAndNothingAlive) {
  Sandbox box;
  ASSERT_EQ(box.pty({"run", "-d", "--id", "x", "--", "sleep", "1000"}).code, 0);
  const pid_t daemon = box.daemon_pid("x");
  const pid_t child = box.child_pid("x");
  ASSERT_TRUE(alive(daemon) && alive(child));
  const Outcome killed = box.pty({"kill", "x"});
  EXPECT_EQ(killed.code, 0) << killed.err;
  EXPECT_NE(killed.out.find("Session \"x\" killed."), std::string::npos);
  EXPECT_FALSE(alive(daemon));
  EXPECT_FALSE(alive(child));
  EXPECT_EQ(json_number(box.read("x.json"), "exitCode"), 129);
  EXPECT_EQ(box.pty({"rm", "x"}).code, 0);
  for (const auto& file : box.files()) EXPECT_NE(file.substr(0, 2), "x.") << file;
}

TEST(ExitScenario, KillEndsAChildThatIgnoresEveryPoliteSignalAndStillRecordsIt) {
  Sandbox box;
  ASSERT_EQ(box.pty({"run", "-d", "--id", "x", "--", SCENARIO_PROBE, box.work() + "/log", "ignore-hup",
                     "ignore-term"})
                .code,
            0);
  ASSERT_EQ(box.pty({"peek", "--wait", "READY", "-t", "20", "x"}).code, 0);
  const pid_t daemon = box.daemon_pid("x");
  const pid_t child = box.child_pid("x");
  ASSERT_TRUE(alive(child));
  const Outcome killed = box.pty({"kill", "x"});
  EXPECT_EQ(killed.code, 0) << killed.err;
  EXPECT_FALSE(alive(daemon));
  EXPECT_FALSE(alive(child));
  EXPECT_EQ(json_number(box.read("x.json"), "exitCode"), 137);
  EXPECT_NE(box.pty({"list"}).out.find("exited with code 137"), std::string::npos);
}

TEST(ExitScenario, AnAttachedClientOfAKilledSessionSaysSoAndRestoresItsTerminal) {
  Sandbox box;
  ASSERT_EQ(box.pty({"run", "-d", "--id", "x", "--", "sh", "-c",
                     "printf '\\033[?1049h\\033[?1003hfull screen'; exec sleep 1000"})
                .code,
            0);
  OuterTerminal client = box.on_terminal({"attach", "x"});
  ASSERT_TRUE(client.wait_for_text("full screen"));
  ASSERT_TRUE(client.terminal().on_alternate());
  // It looks for the record when the connection is lost, and not for ever: a slow daemon has to be first.
  client.signal(SIGSTOP);
  ASSERT_EQ(box.pty({"kill", "x"}).code, 0);
  client.signal(SIGCONT);
  EXPECT_EQ(client.wait_exit(), 129);
  EXPECT_FALSE(client.terminal().on_alternate());
  EXPECT_FALSE(client.terminal().mode(term::Mode::mouse_any));
}

TEST(ExitScenario, AClientOfACrashedDaemonRestoresItsTerminalAndFails) {
  Sandbox box;
  ASSERT_EQ(box.pty({"run", "-d", "--id", "x", "--", "sh", "-c",
                     "printf '\\033[?1049hfull screen'; exec sleep 1000"})
                .code,
            0);
  OuterTerminal client = box.on_terminal({"attach", "x"});
  ASSERT_TRUE(client.wait_for_text("full screen"));
  const pid_t daemon = box.daemon_pid("x");
  const pid_t child = box.child_pid("x");
  ASSERT_TRUE(alive(daemon));
  kill(daemon, SIGKILL);
  EXPECT_EQ(client.wait_exit(), 1);
  EXPECT_FALSE(client.terminal().on_alternate());
  EXPECT_TRUE(eventually([&] { return !alive(child); }, "the hang-up ends the child"));
}

int print_and_exit_programs() {
  const char* text = std::getenv("PTY_PRINT_AND_EXIT");
  const int value = text != nullptr ? std::atoi(text) : 0;
  return value > 0 ? value : 25;
}

/// As `peek` shows the last lines of a program that counts to `lines`, and as the record has them.
std::string last_numbers(int lines, const std::string& before, const std::string& after) {
  std::string out;
  for (int i = std::max(1, lines - 20); i <= lines; ++i)
    out.append(before).append(std::to_string(i)).append(after);
  return out;
}

// D-029, D-076, D-153: one after the other, each with all its output and its code for whoever attached, and
// for the record. PTY_PRINT_AND_EXIT says how many.
TEST(ExitScenario, ProgramsThatPrintAndExitAreCompleteEveryTime) {
  Sandbox box;
  box.set_env("PTY_REAP_ON_EXIT", "false");
  const int programs = print_and_exit_programs();
  for (int i = 0; i < programs; ++i) {
    SCOPED_TRACE("program " + std::to_string(i));
    const std::string id = "x" + std::to_string(i);
    const int lines = i % 3 == 0 ? 1 : 37 * (i % 60);
    const int code = i % 256;
    const Outcome run =
        box.pty({"run", "--id", id, "--", "sh", "-c",
                 "seq " + std::to_string(lines) + "; printf 'the end'; exit " + std::to_string(code)});
    EXPECT_EQ(run.code, code) << run.err;
    EXPECT_NE(run.out.find("the end"), std::string::npos) << run.out;
    const std::string file = id + ".json";
    ASSERT_TRUE(
        eventually([&] { return json_number(box.read(file), "exitCode").has_value(); }, "the record"));
    const std::string record = box.read(file);
    EXPECT_EQ(json_number(record, "exitCode"), code);
    std::string listed = record;
    std::erase_if(listed, [](char c) { return c == '\n' || c == ' '; });
    EXPECT_NE(listed.find(last_numbers(lines, "\"", "\",") + "\"theend\""), std::string::npos) << record;
    if (i % 8 == 0) {
      const Outcome peek = box.pty({"peek", "--plain", id});
      EXPECT_TRUE(peek.out.ends_with(last_numbers(lines, "", "\n") + "the end\n")) << peek.out << peek.err;
    }
    if (testing::Test::HasFailure()) break;
  }
}

}  // namespace
}  // namespace pty::scenario
