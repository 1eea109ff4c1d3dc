// Geometry policies with real clients: whose size it is, and what the others see.

#include <gtest/gtest.h>

#include "sandbox.hpp"

namespace pty::scenario {
namespace {

/// Numbered lines, then a prompt that repeats what is typed.
void start_lines(Sandbox& box, const std::vector<std::string>& options) {
  std::vector<std::string> command{"run", "-d", "--id", "s"};
  command.insert(command.end(), options.begin(), options.end());
  const std::string script =
      "for i in $(seq 100); do echo line-$i; done; while printf 'END> '; read -r x; do echo \"got $x\"; done";
  command.insert(command.end(), {"--", "sh", "-c", script});
  ASSERT_EQ(box.pty(command).code, 0);
  ASSERT_EQ(box.pty({"peek", "--wait", "END>", "-t", "20", "s"}).code, 0);
}

std::string last_lines(const std::string& text, std::size_t count) {
  std::size_t at = text.size();
  for (; count > 0 && at != std::string::npos && at > 0; --count) at = text.rfind('\n', at - 1);
  return at == std::string::npos || at == 0 ? text : text.substr(at + 1);
}

testing::AssertionResult shows(OuterTerminal& client, Sandbox& box, std::size_t rows) {
  return client.wait_until([&] { return content(client.text()) == last_lines(content(box.peek("s")), rows); },
                           "the client shows the session, or its last rows");
}

TEST(PolicyScenario, AClientSmallerThanAFixedGridShowsThePartWithTheCursorAndTypes) {
  Sandbox box;
  start_lines(box, {"--geometry", "40x120"});
  OuterTerminal small = box.on_terminal({"attach", "s"}, {12, 50});
  ASSERT_TRUE(small.wait_for_text("END>"));
  small.type("typed\r");
  ASSERT_TRUE(small.wait_for_text("got typed"));
  EXPECT_TRUE(shows(small, box, 12)) << small.text() << "\n-- session:\n" << box.peek("s");
  small.resize({15, 60});
  EXPECT_TRUE(shows(small, box, 15)) << small.text() << "\n-- session:\n" << box.peek("s");
  EXPECT_EQ(box.size_of("s"), "40x120");
  small.type("\x1c");
  EXPECT_EQ(small.wait_exit(), 0);
}

TEST(PolicyScenario, UnderLatestTheSizeFollowsWhoTypes) {
  Sandbox box;
  start_lines(box, {"--geometry", "latest"});
  OuterTerminal laptop = box.on_terminal({"attach", "s"}, {20, 60});
  ASSERT_TRUE(laptop.wait_for_text("END>"));
  EXPECT_EQ(box.size_of("s"), "20x60");
  OuterTerminal desktop = box.on_terminal({"attach", "s"}, {40, 120});
  ASSERT_TRUE(desktop.wait_for_text("END>"));
  EXPECT_EQ(box.size_of("s"), "40x120") << "attaching takes it";
  EXPECT_TRUE(shows(desktop, box, 40)) << desktop.text();
  EXPECT_TRUE(shows(laptop, box, 20)) << laptop.text();
  laptop.type("lap\r");
  ASSERT_TRUE(laptop.wait_for_text("got lap"));
  EXPECT_EQ(box.size_of("s"), "20x60") << "typing takes it";
  EXPECT_TRUE(shows(laptop, box, 20)) << laptop.text();
  EXPECT_TRUE(shows(desktop, box, 20)) << desktop.text() << "\n-- session:\n" << box.peek("s");
  // Both have fetched pictures by now; neither took the size by that.
  EXPECT_EQ(box.size_of("s"), "20x60");
  laptop.type("\x1c");
  ASSERT_EQ(laptop.wait_exit(), 0);
  EXPECT_TRUE(eventually([&] { return box.size_of("s") == "40x120"; }, "the other one's again"));
  EXPECT_TRUE(shows(desktop, box, 40)) << desktop.text();
}

TEST(PolicyScenario, AChangeOfPolicyReachesAnAttachedClient) {
  Sandbox box;
  start_lines(box, {});
  OuterTerminal client = box.on_terminal({"attach", "s"}, {24, 80});
  ASSERT_TRUE(client.wait_for_text("END>"));
  ASSERT_EQ(box.pty({"resize", "s", "10x40"}).code, 0);
  client.type("x\r");
  ASSERT_TRUE(client.wait_for_text("got x"));
  EXPECT_TRUE(shows(client, box, 24)) << client.text() << "\n-- session:\n" << box.peek("s");
  EXPECT_EQ(box.pty({"resize", "s", "smallest"}).out, "Session \"s\" is 24 rows x 80 columns (smallest).\n");
  EXPECT_TRUE(shows(client, box, 24)) << client.text() << "\n-- session:\n" << box.peek("s");
}

// D-136, R-082
TEST(PolicyScenario, PeekAndFollowChangeNeitherSizeNorRecordNorCount) {
  Sandbox box;
  start_lines(box, {});
  const std::string record = box.read("s.json");
  const std::string full_peek = box.pty({"peek", "--full", "s"}).out;
  EXPECT_NE(full_peek, "");
  OuterTerminal follower = box.on_terminal({"peek", "-f", "s"}, {10, 40});
  OuterTerminal plain = box.on_terminal({"peek", "-f", "--plain", "s"}, {60, 200});
  ASSERT_TRUE(follower.wait_for_text("END>"));
  ASSERT_TRUE(plain.wait_for_text("END>"));
  follower.resize({5, 20});
  follower.type("not taken\r");
  const std::string stats = box.stats("s");
  EXPECT_EQ(json_number(stats, "attached"), 0);
  EXPECT_EQ(json_number(stats, "readOnly"), 2);
  EXPECT_EQ(box.size_of("s"), "24x80");
  follower.type("\x1c");
  plain.type("\x1c");
  EXPECT_EQ(follower.wait_exit(), 0);
  EXPECT_EQ(plain.wait_exit(), 0);
  EXPECT_EQ(box.read("s.json"), record) << "no lastAttachAt either";
  EXPECT_EQ(box.size_of("s"), "24x80");
}

TEST(PolicyScenario, AFollowerGoesOnWhereTheCursorIs) {
  Sandbox box;
  const std::string script =
      "stty -echo; printf 'one\\n\\ntwo\\n'; read -r x; printf 'abc'; read -r x; printf 'def\\nghi\\n'; exec "
      "cat";
  ASSERT_EQ(box.pty({"run", "-d", "--id", "s", "--", "sh", "-c", script}).code, 0);
  ASSERT_EQ(box.pty({"peek", "--wait", "two", "-t", "20", "s"}).code, 0);
  OuterTerminal same = box.on_terminal({"peek", "-f", "s"}, {24, 80});
  OuterTerminal larger = box.on_terminal({"peek", "-f", "--full", "s"}, {40, 100});
  OuterTerminal plain = box.on_terminal({"peek", "-f", "--plain", "s"}, {24, 80});
  for (OuterTerminal* client : {&same, &larger, &plain}) ASSERT_TRUE(client->wait_for_text("two"));
  ASSERT_EQ(box.pty({"send", "s", "--seq", "key:return"}).code, 0);
  for (OuterTerminal* client : {&same, &larger, &plain}) {
    ASSERT_TRUE(client->wait_for_text("abc"));
    EXPECT_EQ(content(client->text()), "one\n\ntwo\nabc");
  }
  OuterTerminal late = box.on_terminal({"peek", "-f", "--plain", "s"}, {24, 80});
  ASSERT_TRUE(late.wait_for_text("abc"));
  ASSERT_EQ(box.pty({"send", "s", "--seq", "key:return"}).code, 0);
  for (OuterTerminal* client : {&same, &larger, &plain, &late}) {
    ASSERT_TRUE(client->wait_for_text("ghi"));
    EXPECT_EQ(content(client->text()), "one\n\ntwo\nabcdef\nghi");
  }
}

}  // namespace
}  // namespace pty::scenario
