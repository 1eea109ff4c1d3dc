// Clients that are detached from another shell, or from inside their session.

#include <gtest/gtest.h>

#include "sandbox.hpp"

namespace pty::scenario {
namespace {

/// A program that has changed what a terminal keeps: screen, cursor, mouse, paste mode.
void start_full_screen(Sandbox& box, const std::string& id) {
  const std::string script = R"(printf '\033[?1049h\033[?25l\033[?1003h\033[?2004h\033[HFULL'; exec cat)";
  ASSERT_EQ(box.pty({"run", "-d", "--id", id, "--", "sh", "-c", script}).code, 0);
  ASSERT_EQ(box.pty({"peek", "--wait", "FULL", "-t", "20", id}).code, 0);
}

void expect_clean_leave(OuterTerminal& client) {
  EXPECT_EQ(client.wait_exit(), 0);
  EXPECT_TRUE(client.bytes().ends_with("[detached]\r\n"));
  EXPECT_FALSE(client.terminal().on_alternate());
  EXPECT_TRUE(client.terminal().mode(term::Mode::cursor_visible));
  EXPECT_FALSE(client.terminal().mode(term::Mode::mouse_any));
  EXPECT_FALSE(client.terminal().mode(term::Mode::bracketed_paste));
}

/// Clients that a busy machine kept from answering in time have been told to leave all the same.
void expect_detached(const std::string& said, const std::string& clients) {
  const std::string begin = "Session \"s\": ";
  const bool late = said.starts_with(begin) && said.find("did not answer and") != std::string::npos;
  EXPECT_TRUE(late || said == begin + clients + " detached.\n") << said;
}

TEST(DetachScenario, AnotherShellMakesTheClientLeaveAsByItsKey) {
  Sandbox box;
  start_full_screen(box, "s");
  OuterTerminal client = box.on_terminal({"attach", "s"}, {24, 80});
  ASSERT_TRUE(client.wait_for_text("FULL"));
  const Outcome done = box.pty({"detach", "s"});
  EXPECT_EQ(done.code, 0);
  expect_detached(done.out, "1 client");
  expect_clean_leave(client);
  EXPECT_EQ(json_number(box.stats("s"), "attached"), 0);
  EXPECT_EQ(box.pty({"detach", "s"}).out, "Session \"s\" has no attached client.\n");
}

TEST(DetachScenario, SeveralClientsLeaveOnlyWhenAllAreMeant) {
  Sandbox box;
  start_full_screen(box, "s");
  OuterTerminal first = box.on_terminal({"attach", "s"}, {24, 80});
  OuterTerminal second = box.on_terminal({"attach", "s"}, {30, 100});
  OuterTerminal viewer = box.on_terminal({"peek", "-f", "s"}, {24, 80});
  for (OuterTerminal* client : {&first, &second, &viewer}) ASSERT_TRUE(client->wait_for_text("FULL"));
  const Outcome refused = box.pty({"detach", "s"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_EQ(refused.out, "");
  EXPECT_TRUE(refused.err.starts_with("Session \"s\" has 2 clients attached: ")) << refused.err;
  EXPECT_NE(refused.err.find("30x100 active "), std::string::npos) << refused.err;
  EXPECT_TRUE(refused.err.ends_with("Use --all to detach them all.\n")) << refused.err;
  EXPECT_EQ(json_number(box.stats("s"), "attached"), 2);
  expect_detached(box.pty({"detach", "--all", "s"}).out, "2 clients");
  expect_clean_leave(first);
  expect_clean_leave(second);
  EXPECT_EQ(json_number(box.stats("s"), "readOnly"), 1) << "viewers stay";
}

TEST(DetachScenario, TypedInsideItIsTheTerminalItWasTypedOnThatLeaves) {
  Sandbox box;
  ASSERT_EQ(box.pty({"run", "-d", "--id", "s", "--", "sh"}).code, 0);
  OuterTerminal first = box.on_terminal({"attach", "s"}, {24, 80});
  OuterTerminal second = box.on_terminal({"attach", "s"}, {24, 80});
  first.type("echo rea''dy\r");
  ASSERT_TRUE(first.wait_for_text("ready"));
  ASSERT_TRUE(second.wait_for_text("ready"));
  first.type("pty detach\r");
  EXPECT_EQ(first.wait_exit(), 0);
  ASSERT_TRUE(second.wait_for_text("1 client d"));  // detached, or did not answer in time
  second.type("echo st''ill here\r");
  EXPECT_TRUE(second.wait_for_text("still here"));
}

// A laptop that sleeps, a terminal behind a dead line: it cannot say goodbye.
TEST(DetachScenario, AClientThatDoesNotAnswerIsCutOff) {
  Sandbox box;
  start_full_screen(box, "s");
  OuterTerminal client = box.on_terminal({"attach", "s"}, {24, 80});
  ASSERT_TRUE(client.wait_for_text("FULL"));
  client.signal(SIGSTOP);
  EXPECT_EQ(box.pty({"detach", "s"}).out, "Session \"s\": 1 client did not answer and was cut off.\n");
  EXPECT_EQ(json_number(box.stats("s"), "attached"), 0);
  client.signal(SIGCONT);
  EXPECT_TRUE(client.wait_exit().has_value());
}

}  // namespace
}  // namespace pty::scenario
