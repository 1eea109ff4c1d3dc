// Bash in a session: driven from outside, attached, its client killed, attached again.

#include <gtest/gtest.h>
#include <signal.h>

#include "sandbox.hpp"

namespace pty::scenario {
namespace {

const std::vector<std::string> kBash{"run",         "-d", "--id", "sh",     "--env",
                                     "PS1=ready> ", "--", "bash", "--norc", "--noprofile"};

TEST(ShellScenario, ADetachedShellAnswersACommandSentToIt) {
  Sandbox box;
  ASSERT_EQ(box.pty(kBash).code, 0);
  ASSERT_EQ(box.pty({"peek", "--wait", "ready>", "-t", "20", "--plain", "sh"}).code, 0);
  ASSERT_EQ(box.pty({"send", "sh", "--seq", "echo sum $((40+2))", "--seq", "key:return"}).code, 0);
  const Outcome seen = box.pty({"peek", "--wait", "sum 42", "-t", "20", "--plain", "sh"});
  EXPECT_EQ(seen.code, 0) << seen.err;
  EXPECT_NE(seen.out.find("ready> echo sum $((40+2))\nsum 42\n"), std::string::npos) << seen.out;
}

TEST(ShellScenario, AKilledClientLosesNothingAndTheNextOneSeesTheSameScreenOfTheSameChild) {
  Sandbox box;
  ASSERT_EQ(box.pty(kBash).code, 0);
  const pid_t child = box.child_pid("sh");
  ASSERT_TRUE(alive(child));
  std::string before;
  {
    OuterTerminal client = box.on_terminal({"attach", "sh"});
    ASSERT_TRUE(client.wait_for_text("ready> "));
    client.type("echo typed by hand; printf '\\033[1;31mred\\033[0m\\n'\r");
    ASSERT_TRUE(client.wait_for_text("red\nready> "));
    before = client.text();
    client.signal(SIGKILL);
    ASSERT_EQ(client.wait_exit(), 128 + SIGKILL);
  }
  OuterTerminal again = box.on_terminal({"attach", "sh"});
  ASSERT_TRUE(again.wait_for_text("red\nready> "));
  EXPECT_EQ(again.text(), before);
  EXPECT_EQ(box.child_pid("sh"), child);
  again.type("echo still the same $$\r");
  EXPECT_TRUE(again.wait_for_text("still the same " + std::to_string(child)));
}

TEST(ShellScenario, TheDetachKeyLeavesTheSessionRunningAndTheTerminalAsItWas) {
  Sandbox box;
  ASSERT_EQ(box.pty(kBash).code, 0);
  OuterTerminal client = box.on_terminal({"attach", "sh"});
  ASSERT_TRUE(client.wait_for_text("ready> "));
  client.type("\x1c");
  ASSERT_EQ(client.wait_exit(), 0);
  EXPECT_NE(client.text().find("[detached]"), std::string::npos) << client.text();
  EXPECT_FALSE(client.terminal().on_alternate());
  EXPECT_TRUE(alive(box.child_pid("sh")));
}

TEST(ShellScenario, TheDetachKeyTwiceReachesTheProgram) {
  Sandbox box;
  ASSERT_EQ(box.pty({"run", "-d", "--id", "p", "--", SCENARIO_PROBE, box.work() + "/log"}).code, 0);
  OuterTerminal client = box.on_terminal({"attach", "p"});
  ASSERT_TRUE(client.wait_for_text("READY"));
  client.type("\x1c\x1c");
  const auto log = [&] { return box.shell("cat log").out; };
  EXPECT_TRUE(
      client.wait_until([&] { return log().find("INPUT 1c") != std::string::npos; }, "one 0x1c arrives"));
  EXPECT_EQ(log().find("1c1c"), std::string::npos);
  EXPECT_TRUE(alive(client.pid()));
}

TEST(ShellScenario, RunWithoutDetachAttachesAndReturnsTheProgramsExitCode) {
  Sandbox box;
  OuterTerminal client =
      box.on_terminal({"run", "--id", "short", "--", "sh", "-c", "echo hello there; read x; exit 7"});
  ASSERT_TRUE(client.wait_for_text("hello there"));
  client.type("\r");
  EXPECT_EQ(client.wait_exit(), 7);
  EXPECT_NE(client.text().find("[short exited with code 7]"), std::string::npos) << client.text();
}

}  // namespace
}  // namespace pty::scenario
