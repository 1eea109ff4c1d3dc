// What the person's terminal answers to others never reaches a program that did not ask.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>

#include "sandbox.hpp"

namespace pty::scenario {
namespace {

/// A session that logs each byte it gets, and a client on a terminal.
class Asked : public testing::Test {
 protected:
  void attach(const std::vector<std::string>& options = {}) {
    ASSERT_EQ(box_.pty({"run", "-d", "--id", "p", "--", SCENARIO_PROBE, box_.work() + "/log"}).code, 0);
    std::vector<std::string> words{PTY_BINARY, "attach"};
    words.insert(words.end(), options.begin(), options.end());
    words.emplace_back("p");
    client_.emplace(words, base::Size{}, box_.environment());
    ASSERT_TRUE(terminal().wait_for_text("READY"));
  }
  /// Types, and waits until the client has taken all of it: what comes later comes in another read.
  void say(std::string_view bytes) {
    terminal().type(bytes);
    const std::string input = "/proc/" + std::to_string(terminal().pid()) + "/fd/0";
    const int fd = open(input.c_str(), O_RDONLY | O_NOCTTY | O_CLOEXEC);
    int left = -1;
    EXPECT_TRUE(eventually([&] { return ioctl(fd, FIONREAD, &left) == 0 && left == 0; }, "it is read"));
    close(fd);
  }
  /// All input of the program, in hexadecimal, once `last` (typed now) has come.
  std::string received_until(char last) {
    terminal().type(std::string(1, last));
    std::string hex;
    const std::string wanted = last == 'z' ? "7a" : "79";
    const auto arrived = [&] {
      hex.clear();
      const std::string log = box_.read_work("log");
      for (std::size_t at = log.find("INPUT "); at != std::string::npos; at = log.find("INPUT ", at + 1))
        hex += log.substr(at + 6, log.find('\n', at) - at - 6);
      return hex.ends_with(wanted);
    };
    EXPECT_TRUE(terminal().wait_until(arrived, "the last key arrives"));
    return hex;
  }
  OuterTerminal& terminal() { return *client_; }

 private:
  Sandbox box_;
  std::optional<OuterTerminal> client_;
};

const std::vector<std::string> kAnswers{"\x1b[?62;22c",
                                        "\x1b[>1;4000;0c",
                                        "\x1bP>|XTerm(390)\x1b\\",
                                        "\x1b]11;rgb:1e1e/1e1e/2e2e\x07",
                                        "\x1b]10;rgb:ffff/ffff/ffff\x1b\\",
                                        "\x1b]4;1;rgb:cd/00/00\x07",
                                        "\x1b[?2026;2$y",
                                        "\x1b[?0u",
                                        "\x1bP1+r544e=787465726d\x1b\\"};

// §7.4
TEST_F(Asked, LateAnswersAreNotTyped) {
  attach();
  for (const std::string& answer : kAnswers) say(answer);
  EXPECT_EQ(received_until('z'), "7a");
  for (const std::string& answer : kAnswers) say("a" + answer);
  EXPECT_EQ(received_until('y'), "7a" + std::string("616161616161616161") + "79");
}

// §7.4: in pieces from where no key begins like that, the rest of which is waited for longest. A shorter
// piece has a moment only, which a test with real programs cannot promise to keep to.
TEST_F(Asked, AnswersInPiecesAreNotTyped) {
  attach();
  for (const std::string& answer : kAnswers) {
    for (const std::size_t cut :
         {std::size_t{3}, std::max(std::size_t{3}, answer.size() / 2), answer.size() - 1}) {
      say(answer.substr(0, cut));
      say(answer.substr(cut));
    }
  }
  EXPECT_EQ(received_until('z'), "7a");
}

// §7.4
TEST_F(Asked, ACursorReportIsAKeyAndAPasteIsData) {
  attach({"--detach-key", "none"});
  say("\x1b[1;5R\x1b[200~\x1b[?62c\x1b[201~");
  EXPECT_EQ(received_until('z'),
            "1b5b313b3552"
            "1b5b3230307e"
            "1b5b3f363263"
            "1b5b3230317e"
            "7a");
}

// §7.4, D-079: the daemon's answer comes, the terminal's does not.
TEST(Replies, AProgramThatAsksGetsOneAnswer) {
  Sandbox box;
  const std::string script =
      "stty raw -echo; key() { dd bs=1 count=1 2>/dev/null | od -An -tx1; }; n=0; printf READY; key; "
      "printf '\\033[cASKED'; while c=$(key) && [ \"$c\" != ' 7a' ]; do "
      "[ \"$c\" = ' 63' ] && n=$((n+1)); done; printf 'answers %d.' $n; exec cat";
  ASSERT_EQ(box.pty({"run", "-d", "--id", "q", "--", "sh", "-c", script}).code, 0);
  OuterTerminal client = box.on_terminal({"attach", "q"});
  ASSERT_TRUE(client.wait_for_text("READY"));
  client.type("x");
  ASSERT_TRUE(client.wait_for_text("ASKED"));
  client.type("\x1b[?62;22cz");
  EXPECT_TRUE(client.wait_for_text("answers 1."));
}

}  // namespace
}  // namespace pty::scenario
