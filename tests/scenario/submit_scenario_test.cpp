// Messages typed by programs into a composer that ignores an Enter right behind text (scenario_composer.cpp).
// PTY_SUBMITS=200 sets how many are sent; the ordinary run sends a slice.

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>

#include "sandbox.hpp"

namespace pty::scenario {
namespace {

constexpr int kSenders = 4;

int submits_wanted() {
  const char* given = std::getenv("PTY_SUBMITS");
  const int wanted = given ? std::atoi(given) : 0;
  return wanted > 0 ? wanted : 20;
}

std::string message(int sender, int number) {
  const std::string name = std::to_string(sender) + "." + std::to_string(number);
  return "message " + name + " with \u4f60 in it\nsecond line of " + name + "  \n\tthird $(line) of " + name;
}

std::vector<std::string> submitted(const std::string& log) {
  std::vector<std::string> texts;
  for (std::size_t at = 0; at < log.size();) {
    const std::size_t size = std::stoul(log.substr(at));
    at = log.find('\n', at) + 1;
    texts.push_back(log.substr(at, size));
    at += size + 1;
  }
  return texts;
}

class SubmitScenario : public testing::Test {
 protected:
  void start(const std::vector<std::string>& options = {}) {
    std::vector<std::string> args{"run",     "-d", "--id", "c", "--cwd", box.work(), "--", SCENARIO_COMPOSER,
                                  "messages"};
    args.insert(args.end(), options.begin(), options.end());
    ASSERT_EQ(box.pty(args).code, 0);
    ASSERT_EQ(box.pty({"peek", "--wait", "submitted 0", "c"}).code, 0);
  }
  std::vector<std::string> texts() { return submitted(box.read_work("messages")); }

  Sandbox box;
};

TEST_F(SubmitScenario, EachMessageIsSubmittedOnceAndExactly) {
  start();
  std::vector<std::string> wanted;
  for (int i = 0; i < submits_wanted(); ++i) {
    wanted.push_back(message(0, i));
    const Outcome sent = box.pty({"send", "c", "--submit", wanted.back()});
    ASSERT_EQ(sent.code, 0) << sent.err;
    ASSERT_EQ(texts(), wanted) << "success means that the program has it";
  }
}

TEST_F(SubmitScenario, SendersAtTheSameTimeDoNotMix) {
  start();
  const int each = (submits_wanted() + kSenders - 1) / kSenders;
  std::vector<std::string> wanted;
  std::vector<pid_t> senders;
  for (int sender = 0; sender < kSenders; ++sender) {
    std::string line;
    for (int i = 0; i < each; ++i) {
      wanted.push_back(message(sender, i));
      line += "pty send c --submit '" + wanted.back() + "' || exit 1\n";
    }
    senders.push_back(box.start_shell(line));
  }
  for (const pid_t sender : senders) {
    int status = 0;
    ASSERT_EQ(waitpid(sender, &status, 0), sender);
    EXPECT_EQ(status, 0);
  }
  std::vector<std::string> got = texts();
  std::ranges::sort(got);
  std::ranges::sort(wanted);
  EXPECT_EQ(got, wanted);
}

TEST_F(SubmitScenario, WhoTypesMeanwhileComesBeforeOrAfter) {
  start();
  const pid_t sender = box.start_shell("pty send c --submit 'one\ntwo\nthree'");
  const pid_t typist = box.start_shell("for i in 1 2 3 4 5 6 7 8; do pty send c x; done");
  for (const pid_t pid : {sender, typist}) {
    int status = 0;
    ASSERT_EQ(waitpid(pid, &status, 0), pid);
    EXPECT_EQ(status, 0);
  }
  ASSERT_EQ(box.pty({"send", "c", "--submit", "!"}).code, 0);
  std::string all;
  for (const std::string& text : texts()) all += text;
  EXPECT_NE(all.find("one\ntwo\nthree"), std::string::npos);
  EXPECT_EQ(std::ranges::count(all, 'x'), 8);
  EXPECT_EQ(texts().size(), 2U);
}

// What --submit is for: the same by hand is lost.
TEST_F(SubmitScenario, EnterRightBehindTheTextIsLost) {
  start();
  ASSERT_EQ(box.pty({"send", "c", "--with-delay", "0", "--seq", "text", "--seq", "key:return"}).code, 0);
  ASSERT_EQ(box.pty({"peek", "--wait", "> text", "c"}).code, 0);
  EXPECT_EQ(texts(), std::vector<std::string>{});
}

TEST_F(SubmitScenario, WithoutPasteModeTheTextIsBare) {
  start({"no-paste-mode"});
  ASSERT_EQ(box.pty({"send", "c", "--submit", "plain text"}).code, 0);
  ASSERT_EQ(box.pty({"send", "c", "--submit", "--paste=always", "marked"}).code, 0);
  EXPECT_EQ(texts(), (std::vector<std::string>{"plain text", "marked"}));
}

TEST_F(SubmitScenario, ALongMessageFromAFileArrivesWhole) {
  start();
  std::string text;
  for (int i = 0; text.size() < 300'000; ++i) text += "line " + std::to_string(i) + "\n";
  ASSERT_EQ(box.shell("seq 0 40000 | sed 's/^/line /' | head -c " + std::to_string(text.size()) +
                      " > long; pty send c --submit --file long")
                .code,
            0);
  EXPECT_EQ(texts(), (std::vector<std::string>{text}));
}

TEST_F(SubmitScenario, ShellsAndLineReadersTakeIt) {
  ASSERT_EQ(box.pty({"run", "-d", "--id", "sh", "--", "bash", "--norc", "-i"}).code, 0);
  ASSERT_EQ(box.pty({"peek", "--regex", "[#$] $", "sh"}).code, 0);
  ASSERT_EQ(box.pty({"send", "sh", "--submit", "echo $((40 + 2))"}).code, 0);
  EXPECT_EQ(box.pty({"peek", "--regex", "^42$", "-t", "30", "sh"}).code, 0);
  EXPECT_EQ(box.pty({"send", "sh", "--submit", "exit"}).code, 0);
}

TEST_F(SubmitScenario, AProgramThatIsNotThereAnyMoreIsAnError) {
  // It goes as soon as there is something to read, and reads none of it.
  const std::string program = "stty raw -echo; echo up; until read -t 0; do sleep 0.01; done";
  ASSERT_EQ(box.pty({"run", "-d", "--id", "r", "--", "bash", "-c", program}).code, 0);
  ASSERT_EQ(box.pty({"peek", "--wait", "up", "r"}).code, 0);
  const pid_t sender = box.start_shell("pty send r --submit text 2> complaint; echo $? > code");
  int status = 0;
  ASSERT_EQ(waitpid(sender, &status, 0), sender);
  EXPECT_EQ(box.read_work("code"), "1\n");
  EXPECT_NE(box.read_work("complaint").find("ended"), std::string::npos) << box.read_work("complaint");
}

}  // namespace
}  // namespace pty::scenario
