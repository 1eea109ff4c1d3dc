// A person's shell attaches to a session whose program sets everything that can be set, and leaves in every
// way there is: the terminal is as before, for the shell and for the eye.

#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <functional>
#include <string>
#include <vector>

#include "pty/attach/leave_contract.hpp"
#include "sandbox.hpp"

namespace pty::scenario {
namespace {

using attach::OuterBefore;

constexpr base::Size kSize{24, 80};

void write_file(const std::string& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

/// Session "box" waits for a line, sets `bytes` on its terminal, says "ALL-SET" and waits for another one.
void start_session(Sandbox& box, const std::string& bytes) {
  write_file(box.work() + "/bytes", bytes);
  write_file(box.work() + "/touched", std::string(OuterBefore::kTouched));
  ASSERT_EQ(box.pty({"run", "-d", "--id", "box", "--cwd", box.work(), "--", "sh", "-c",
                     "echo READY; read x; cat bytes; printf ALL-SET; read x; exit 7"})
                .code,
            0);
}

/// A shell with job control that attaches, and says in files what it found before and afterwards.
constexpr const char* kVisit =
    "ulimit -c 0; set -m; cat touched; stty -g > before; pty attach box; echo $? > code; stty -g > after; "
    "touch left; read x; fg > /dev/null; echo $? > code; stty -g > after; touch left_again; read x";

bool exists(const Sandbox& box, const std::string& file) {
  return std::ifstream(box.work() + "/" + file).good();
}

/// The one child of a shell.
pid_t child_of(pid_t shell) {
  std::ifstream file("/proc/" + std::to_string(shell) + "/task/" + std::to_string(shell) + "/children");
  pid_t child = 0;
  file >> child;
  return child;
}

/// Once the shell is back, which has waited for whatever left.
void expect_as_before(Sandbox& box, OuterTerminal& person, const std::string& way) {
  person.drain();
  EXPECT_EQ(box.read_work("after"), box.read_work("before")) << way;
  const OuterBefore before(kSize);
  OuterBefore after(kSize, OuterBefore::Use::fresh);
  after.write(person.bytes());
  EXPECT_EQ(attach::differences(before, after), std::vector<std::string>{}) << way;
}

struct Departure {
  std::string name;
  std::function<void(Sandbox&, OuterTerminal&)> leave;
  std::string code;
  std::string said;
};

std::function<void(Sandbox&, OuterTerminal&)> by(int signal) {
  return [signal](Sandbox&, OuterTerminal& person) {
    const pid_t client = child_of(person.pid());
    ASSERT_GT(client, 1);
    EXPECT_EQ(kill(client, signal), 0);
  };
}

const std::vector<Departure>& departures() {
  static const std::vector<Departure> all{
      {"detach key", [](Sandbox&, OuterTerminal& person) { person.type("\x1c"); }, "0", "[detached]"},
      {"session exit", [](Sandbox&, OuterTerminal& person) { person.type("\r"); }, "7",
       "[box exited with code 7]"},
      // That it exited, or that the connection is lost if a busy machine is late with the record.
      {"pty kill", [](Sandbox& box, OuterTerminal&) { EXPECT_EQ(box.pty({"kill", "box"}).code, 0); }, "",
       "[box"},
      {"daemon SIGKILL",
       [](Sandbox& box, OuterTerminal&) {
         const pid_t daemon = box.daemon_pid("box");
         ASSERT_GT(daemon, 1);
         EXPECT_EQ(kill(daemon, SIGKILL), 0);
       },
       "1", "[box: connection lost]"},
      {"SIGTERM", by(SIGTERM), "143", ""},
      {"SIGHUP", by(SIGHUP), "129", ""},
      {"SIGINT", by(SIGINT), "130", ""},
      {"SIGQUIT", by(SIGQUIT), "131", ""},
      {"SIGSEGV", by(SIGSEGV), "139", ""},
      {"SIGABRT", by(SIGABRT), "134", ""},
  };
  return all;
}

void visit(const Departure& way, const std::string& bytes) {
  Sandbox box;
  ASSERT_NO_FATAL_FAILURE(start_session(box, bytes));
  OuterTerminal person = box.shell_line(kVisit, kSize);
  ASSERT_TRUE(person.wait_for_text("READY"));
  person.type("\r");
  ASSERT_TRUE(
      person.wait_until([&] { return person.bytes().find("ALL-SET") != std::string::npos; }, "all is set"));
  way.leave(box, person);
  const auto left = [&] { return exists(box, "left"); };
  ASSERT_TRUE(person.wait_until(left, "the shell is back: " + way.name));
  ASSERT_TRUE(
      person.wait_until([&] { return person.bytes().find(way.said) != std::string::npos; }, way.said));
  expect_as_before(box, person, way.name);
  if (!way.code.empty()) {
    EXPECT_EQ(box.read_work("code"), way.code + "\n") << way.name;
  }
}

// D-101, D-103, D-111, D-113, D-114, D-116
TEST(LeaveScenario, TheTerminalIsAsBeforeAfterEachWayOfLeavingTheAlternateScreen) {
  for (const Departure& way : departures()) visit(way, attach::everything());
}

// D-101, D-103, D-111, D-113, D-114, D-116
TEST(LeaveScenario, TheTerminalIsAsBeforeAfterEachWayOfLeavingThePrimaryScreen) {
  for (const Departure& way : departures()) visit(way, attach::everything() + "\x1b[?1049l");
}

// D-132: a look is printed into a person's shell.
TEST(LeaveScenario, TheTerminalIsAsBeforeAfterALook) {
  for (const std::string screen : {"", "\x1b[?1049h"}) {
    Sandbox box;
    const std::string modes =
        "\x1b[=5;1u\x1b[>7u\x1b[?9h\x1b[?1003;1004;1005;1015;1016h\x1b[?25l\x1b[4 q\x1b[>4;2m\x1b[1;31m";
    ASSERT_NO_FATAL_FAILURE(start_session(box, screen + modes));
    ASSERT_EQ(box.pty({"send", "box", "--seq", "key:return"}).code, 0);
    ASSERT_EQ(box.pty({"peek", "--wait", "ALL-SET", "-t", "60", "box"}).code, 0);
    for (const std::string look :
         {"pty peek box", "pty peek --full box", "pty peek --wait ALL-SET box", "pty peek --idle 0.1 box"}) {
      OuterTerminal person = box.shell_line(
          "cat touched; stty -g > before; " + look + "; stty -g > after; echo DONE; read x", kSize);
      ASSERT_TRUE(person.wait_for_text("DONE")) << look;
      EXPECT_NE(person.text().find("ALL-SET"), std::string::npos) << look;
      expect_as_before(box, person, look);
    }
  }
}

// D-115, D-116
TEST(LeaveScenario, AStoppedClientLeavesTheTerminalAsBeforeAndSoDoesItAfterComingBack) {
  for (const std::string behind : {"", "\x1b[?1049l"}) {
    Sandbox box;
    ASSERT_NO_FATAL_FAILURE(start_session(box, attach::everything() + behind));
    OuterTerminal person = box.shell_line(kVisit, kSize);
    ASSERT_TRUE(person.wait_for_text("READY"));
    person.type("\r");
    ASSERT_TRUE(
        person.wait_until([&] { return person.bytes().find("ALL-SET") != std::string::npos; }, "all is set"));
    by(SIGTSTP)(box, person);
    ASSERT_TRUE(person.wait_until([&] { return exists(box, "left"); }, "the shell is back"));
    expect_as_before(box, person, "stopped");
    const std::size_t seen = person.bytes().size();
    person.type("\r");
    ASSERT_TRUE(person.wait_until([&] { return person.bytes().find("\x1b]2;", seen) != std::string::npos; },
                                  "the picture, with the session's title"));
    person.type("\x1c");
    ASSERT_TRUE(person.wait_until([&] { return exists(box, "left_again"); }, "the shell is back again"));
    ASSERT_TRUE(person.wait_for_text("[detached]"));
    expect_as_before(box, person, "continued and detached");
    EXPECT_EQ(box.read_work("code"), "0\n");
  }
}

}  // namespace
}  // namespace pty::scenario
