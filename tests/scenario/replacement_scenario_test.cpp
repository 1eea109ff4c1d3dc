// A session whose files were taken away under its daemon, and one that took its id: the old daemon writes
// nothing into the new one's files.

#include <gtest/gtest.h>
#include <signal.h>

#include <algorithm>
#include <filesystem>

#include "sandbox.hpp"

namespace pty::scenario {
namespace {

std::ptrdiff_t count_of(const std::string& text, std::string_view word) {
  std::ptrdiff_t count = 0;
  for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++count;
  return count;
}

// D-158
TEST(ReplacementScenario, AStaleDaemonWritesNothingIntoTheSessionThatTookItsId) {
  Sandbox box;
  box.set_env("PTY_REAP_ON_EXIT", "false");
  const std::string ring =
      "while read word; do printf '\\a\\033]2;%s\\a' $word; [ $word = end ] && exit 3; done";
  ASSERT_EQ(box.pty({"run", "-d", "--id", "x", "--", "sh", "-c", ring}).code, 0);
  const pid_t stale = box.daemon_pid("x");
  OuterTerminal client = box.on_terminal({"attach", "x"});
  client.type("first\r");
  ASSERT_TRUE(
      eventually([&] { return box.read("x.events.jsonl").contains("first"); }, "an event is recorded"));
  for (const auto& file : box.files())
    if (file.starts_with("x.")) std::filesystem::remove(box.path(file));
  ASSERT_EQ(box.pty({"run", "-d", "--id", "x", "--", "sleep", "1000"}).code, 0);
  const pid_t fresh = box.daemon_pid("x");
  ASSERT_NE(fresh, stale);
  const std::string record = box.read("x.json");

  client.type("second\r");
  client.type("end\r");
  EXPECT_EQ(client.wait_exit(), 3);
  ASSERT_TRUE(eventually([&] { return !alive(stale); }, "the stale daemon has gone"));
  const std::string events = box.read("x.events.jsonl");
  EXPECT_EQ(count_of(events, "\n"), 1) << events;
  EXPECT_TRUE(events.contains("session_start")) << events;
  EXPECT_EQ(box.read("x.json"), record);
  EXPECT_EQ(box.daemon_pid("x"), fresh);
  EXPECT_EQ(box.pty({"stats", "--json", "x"}).code, 0) << "its socket is there";
  EXPECT_EQ(box.pty({"kill", "x"}).code, 0);
  EXPECT_EQ(count_of(box.read("x.events.jsonl"), "session_exit"), 1);
}

TEST(ReplacementScenario, ADeletedRootComesBackOnlyWithANewSession) {
  Sandbox box;
  ASSERT_EQ(box.pty({"run", "-d", "--id", "x", "--", "sh", "-c", "echo ready; read line; exit 4"}).code, 0);
  const pid_t daemon = box.daemon_pid("x");
  OuterTerminal client = box.on_terminal({"attach", "x"});
  ASSERT_TRUE(client.wait_for_text("ready"));
  std::filesystem::remove_all(box.root());
  EXPECT_EQ(box.pty({"list", "--json"}).out, "[]\n");
  client.type("\r");
  EXPECT_EQ(client.wait_exit(), 4);
  ASSERT_TRUE(eventually([&] { return !alive(daemon); }, "the daemon has gone"));
  EXPECT_EQ(box.files(), std::vector<std::string>{});
  EXPECT_EQ(box.pty({"run", "-d", "--id", "x", "--", "sleep", "1000"}).code, 0);
  EXPECT_EQ(box.pty({"kill", "x"}).code, 0);
}

}  // namespace
}  // namespace pty::scenario
