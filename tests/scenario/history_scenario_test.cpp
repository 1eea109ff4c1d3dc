// A session with much behind it: its screen is there first, its history once, and later pictures are short.

#include <gtest/gtest.h>

#include "pty/vt/dump_plain.hpp"
#include "sandbox.hpp"

namespace pty::scenario {
namespace {

/// Long enough that the history is worth a picture of its own.
constexpr const char* kPrinter =
    "i=1; while [ $i -le 3000 ]; do echo \"line $i of a long history, wide enough to weigh something\"; "
    "i=$((i+1)); done; echo READY; exec cat";

std::string all_of(const OuterTerminal& terminal) {
  return vt::plain_text(terminal.terminal(), vt::Extent::full);
}

TEST(HistoryScenario, TheScreenComesFirstTheHistoryOnceAndThePersonsLinesStay) {
  Sandbox box;
  ASSERT_EQ(box.pty({"run", "-d", "--id", "s", "--", "sh", "-c", kPrinter}).code, 0);
  ASSERT_EQ(box.pty({"peek", "--wait", "READY", "-t", "60", "s"}).code, 0);
  OuterTerminal person = box.shell_line("echo mine; pty attach s", {24, 80});
  ASSERT_TRUE(person.wait_until([&] { return person.terminal().history_rows() > 2900; }, "the history"));
  ASSERT_TRUE(person.wait_until([&] { return person.bytes().ends_with("\x1b[?2026l"); }, "all of it"));

  const std::string& bytes = person.bytes();
  EXPECT_LT(bytes.find("READY"), bytes.find("line 1 of")) << "the screen came first";
  const std::string text = all_of(person);
  EXPECT_EQ(text.find("mine\n"), 0U) << text.substr(0, 200);
  std::size_t at = 0;
  for (int i = 1; i <= 3000; ++i) {
    const std::string line = "\nline " + std::to_string(i) + " of";
    at = text.find(line, at);
    ASSERT_NE(at, std::string::npos) << line;
    ASSERT_EQ(text.find(line, at + 1), std::string::npos) << line << " is there twice";
  }

  const std::size_t attached = bytes.size();
  person.resize({30, 90});
  ASSERT_TRUE(person.wait_until([&] { return bytes.find("\x1b[?2026l", attached) != std::string::npos; },
                                "the picture after a resize"));
  EXPECT_EQ(bytes.find("line 2000 of", attached), std::string::npos) << "it has no history";
  EXPECT_TRUE(person.wait_for_text("READY"));

  person.type("typed\r");
  ASSERT_TRUE(person.wait_for_text("typed\ntyped"));
  person.type("\x1c");
  EXPECT_EQ(person.wait_exit(), 0);
}

}  // namespace
}  // namespace pty::scenario
