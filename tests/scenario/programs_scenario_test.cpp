// Programs that must look right: attached, detached, re-attached at the same size, resized.

#include <gtest/gtest.h>

#include <fstream>

#include "pty/vt/dump_plain.hpp"
#include "sandbox.hpp"

namespace pty::scenario {
namespace {

struct Program {
  const char* name;
  std::vector<std::string> command;
  std::string ready;   ///< on its screen once it can take input
  std::string input;   ///< typed into it
  std::string result;  ///< on its screen afterwards
  std::string again;   ///< typed after the re-attach
  std::string more;    ///< on its screen after that
};

void PrintTo(const Program& program, std::ostream* out) {
  *out << program.name;
}

const std::vector<Program> kPrograms{
    {"bash",
     {"bash", "--norc", "--noprofile"},
     "ready> ",
     "echo a$((1+1))b\r",
     "a2b",
     "echo c$((2+2))d\r",
     "c4d"},
    {"zsh", {"zsh", "-f"}, "ready> ", "echo a$((1+1))b\r", "a2b", "echo c$((2+2))d\r", "c4d"},
    {"fish", {"fish", "--no-config"}, "~", "echo a(math 1+1)b\r", "a2b", "echo c(math 2+2)d\r", "c4d"},
    {"vim",
     {"vim", "-u", "NONE", "-i", "NONE", "-N", "-n", "text.txt"},
     "line 20",
     "ihello from vim\x1b",
     "hello from vim",
     "oand again\x1b",
     "and again"},
    {"less", {"less", "text.txt"}, "line 20", " ", "line 40", "g", "line 1"},
    {"htop", {"htop", "-d", "5"}, "F2Setup", "\x1bOR", "Cancel", "\x1b", "F2Setup"},
    {"python3", {"python3", "-q"}, ">>> ", "print('a%db' % 2)\r", "a2b", "print('c%dd' % 4)\r", "c4d"},
    {"node", {"node"}, "> ", "'a' + 2 + 'b'\r", "'a2b'", "'c' + 4 + 'd'\r", "'c4d'"},
};

class Programs : public testing::TestWithParam<Program> {
 protected:
  void SetUp() override {
    box_.set_env("PS1", "ready> ");
    std::ofstream text(box_.work() + "/text.txt");
    for (int i = 1; i <= 200; ++i)
      text << "line " << i << " of a text \u2014 w\u00efde \u4f60\u597d \U0001F389\n";
    text.close();
    std::vector<std::string> args{"run", "-d", "--id", "p", "--cwd", box_.work(), "--"};
    args.insert(args.end(), GetParam().command.begin(), GetParam().command.end());
    const Outcome started = box_.pty(args);
    ASSERT_EQ(started.code, 0) << started.err;
  }
  /// htop keeps drawing by itself: its screen is compared by what stays.
  [[nodiscard]] bool still() const { return GetParam().name != std::string_view("htop"); }

  void expect_same_as_session(OuterTerminal& client) {
    if (!still()) return;
    EXPECT_TRUE(client.wait_until([&] { return client.text() == box_.peek("p"); },
                                  "the client shows the session's screen"))
        << "session:\n"
        << box_.peek("p");
  }

  Sandbox box_;
};

// D-088: fish that got no answer to its queries would sit without a prompt; less would show answers as text.
TEST_P(Programs, LookRightAttachedReattachedAndResized) {
  const Program& program = GetParam();
  {
    OuterTerminal client = box_.on_terminal({"attach", "p"}, {24, 80});
    ASSERT_TRUE(client.wait_for_text(program.ready));
    client.type(program.input);
    ASSERT_TRUE(client.wait_for_text(program.result));
    expect_same_as_session(client);
    client.type("\x1c");
    ASSERT_EQ(client.wait_exit(), 0);
    EXPECT_FALSE(client.terminal().on_alternate());
    EXPECT_FALSE(client.terminal().mode(term::Mode::bracketed_paste));
  }
  OuterTerminal client = box_.on_terminal({"attach", "p"}, {24, 80});
  ASSERT_TRUE(client.wait_for_text(program.result));
  expect_same_as_session(client);
  client.type(program.again);
  ASSERT_TRUE(client.wait_for_text(program.more));
  expect_same_as_session(client);
  for (const base::Size size : {base::Size{30, 100}, base::Size{15, 60}}) {
    client.resize(size);
    const auto applied = [&] {
      return json_number(box_.pty({"stats", "--json", "p"}).out, "cols") == size.cols;
    };
    ASSERT_TRUE(client.wait_until(applied, "the session has the new size"));
    expect_same_as_session(client);
  }
}

INSTANTIATE_TEST_SUITE_P(All, Programs, testing::ValuesIn(kPrograms),
                         [](const auto& param) { return std::string(param.param.name); });

TEST(VimScenario, DetachAndReattachAtTheSameSizeShowTheSamePictureAndVimHearsNothing) {
  Sandbox box;
  // Vim reports each resize and each key through an autocommand and its own screen; the script keeps a log.
  std::ofstream(box.work() + "/log.vim") << "autocmd VimResized * call writefile(['resized'], 'log', 'a')\n";
  ASSERT_EQ(box.pty({"run", "-d",  "--id", "v",    "--cwd", box.work(), "--rows", "24", "--cols", "80",
                     "--",  "vim", "-u",   "NONE", "-i",    "NONE",     "-N",     "-n", "-S",     "log.vim"})
                .code,
            0);
  std::string picture;
  {
    OuterTerminal client = box.on_terminal({"attach", "v"}, {24, 80});
    ASSERT_TRUE(client.wait_for_text("~"));
    client.type(":set ruler laststatus=2\r:syntax on\rifirst\rsecond\rthird\x1b");
    ASSERT_TRUE(client.wait_for_text("third"));
    const auto settled = [&] {
      const std::string text = client.text();
      return text.find("3,5") != std::string::npos && text.find("INSERT") == std::string::npos;
    };
    ASSERT_TRUE(client.wait_until(settled, "the ruler, and the insert mode left"));
    picture = client.text();
    EXPECT_TRUE(client.terminal().on_alternate());
    client.type("\x1c");
    ASSERT_EQ(client.wait_exit(), 0);
  }
  OuterTerminal again = box.on_terminal({"attach", "v"}, {24, 80});
  ASSERT_TRUE(again.wait_for_text("third"));
  EXPECT_EQ(again.text(), picture);
  EXPECT_TRUE(again.terminal().on_alternate());
  EXPECT_FALSE(std::ifstream(box.work() + "/log").good()) << "vim was told of a resize";
  again.resize({20, 70});
  EXPECT_TRUE(again.wait_until([&] { return std::ifstream(box.work() + "/log").good(); }, "now it is"));
  EXPECT_TRUE(again.wait_until([&] { return again.text() == box.peek("v"); }, "and the redraw is right"));
  again.type(":q!\r");
  EXPECT_EQ(again.wait_exit(), 0);
}

}  // namespace
}  // namespace pty::scenario
