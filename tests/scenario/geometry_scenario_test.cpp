// Re-attaching, resizing, and clients of different sizes.

#include <gtest/gtest.h>

#include "sandbox.hpp"

namespace pty::scenario {
namespace {

std::string start_probe(Sandbox& box, const std::string& id) {
  EXPECT_EQ(box.pty({"run", "-d", "--id", id, "--rows", "24", "--cols", "80", "--", SCENARIO_PROBE,
                     box.work() + "/log"})
                .code,
            0);
  EXPECT_EQ(box.pty({"peek", "--wait", "READY", "-t", "20", id}).code, 0);
  return box.work() + "/log";
}

TEST(GeometryScenario, ReattachingAtTheSameSizeSendsTheChildNoSignalAndNoBytes) {
  Sandbox box;
  start_probe(box, "p");
  for (int turn = 0; turn < 3; ++turn) {
    OuterTerminal client = box.on_terminal({"attach", "p"}, {24, 80});
    ASSERT_TRUE(client.wait_for_text("READY"));
    client.type("\x1c");
    ASSERT_EQ(client.wait_exit(), 0);
  }
  // Whatever had been on its way before this input would stand in the log in front of it.
  ASSERT_EQ(box.pty({"send", "p", "x"}).code, 0);
  ASSERT_TRUE(eventually([&] { return !box.shell("cat log").out.empty(); }, "the probe logs"));
  EXPECT_EQ(box.shell("cat log").out, "INPUT 78\n");
}

TEST(GeometryScenario, TheSmallerClientWinsPerAxisAndLeavingGivesTheRoomBack) {
  Sandbox box;
  start_probe(box, "p");
  OuterTerminal tall = box.on_terminal({"attach", "p"}, {40, 60});
  ASSERT_TRUE(tall.wait_for_text("READY"));
  EXPECT_TRUE(eventually([&] { return box.size_of("p") == "40x60"; }, "one client: its size"));
  OuterTerminal wide = box.on_terminal({"attach", "p"}, {20, 120});
  ASSERT_TRUE(wide.wait_for_text("READY"));
  EXPECT_TRUE(eventually([&] { return box.size_of("p") == "20x60"; }, "the minimum of each axis"));
  tall.type("\x1c");
  ASSERT_EQ(tall.wait_exit(), 0);
  EXPECT_TRUE(eventually([&] { return box.size_of("p") == "20x120"; }, "what is left"));
}

TEST(GeometryScenario, AClientLargerThanTheSessionShowsTheSameScreenInItsCorner) {
  Sandbox box;
  const std::string fill =
      "for i in $(seq 30); do printf '%s ' line-$i; seq -s ' ' 40; done; printf 'END> '; read -r x; echo "
      "\"answer: $x\"; exec cat";
  ASSERT_EQ(box.pty({"run", "-d", "--id", "s", "--", "bash", "-c", fill}).code, 0);
  ASSERT_EQ(box.pty({"peek", "--wait", "END>", "-t", "20", "s"}).code, 0);
  OuterTerminal small = box.on_terminal({"attach", "s"}, {12, 50});
  ASSERT_TRUE(small.wait_for_text("END>"));
  OuterTerminal large = box.on_terminal({"attach", "s"}, {40, 120});
  ASSERT_TRUE(large.wait_for_text("END>"));
  small.type("both see this\r");
  ASSERT_TRUE(small.wait_for_text("answer: both see this"));
  EXPECT_TRUE(large.wait_until([&] { return content(large.text()) == content(box.peek("s")); },
                               "the large client shows the session's screen"))
      << "session:\n"
      << box.peek("s");
  EXPECT_EQ(content(small.text()), content(box.peek("s")));
}

TEST(GeometryScenario, AResizedClientResizesTheSessionAndTheProgramHearsOfIt) {
  Sandbox box;
  start_probe(box, "p");
  OuterTerminal client = box.on_terminal({"attach", "p"}, {24, 80});
  ASSERT_TRUE(client.wait_for_text("READY"));
  client.resize({30, 100});
  EXPECT_TRUE(
      client.wait_until([&] { return box.shell("cat log").out.find("WINCH 30x100") != std::string::npos; },
                        "SIGWINCH with the new size"));
  EXPECT_EQ(box.size_of("p"), "30x100");
}

}  // namespace
}  // namespace pty::scenario
