// Changing the size: text is re-wrapped, never lost; the cursor stays with its character.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pty/vt/dump_plain.hpp"
#include "pty/vt/terminal.hpp"
#include "pty/vt/terminal_state.hpp"
#include "random_program.hpp"

namespace pty::vt_test {
namespace {

using vt::Extent;
using vt::Terminal;

std::string screen(const Terminal& terminal) {
  return vt::plain_text(terminal, Extent::viewport);
}
std::string everything(const Terminal& terminal) {
  return vt::plain_text(terminal, Extent::full);
}

std::string without_blanks(const std::string& text) {
  std::string out;
  for (const char c : text)
    if (c != ' ' && c != '\n') out += c;
  return out;
}

TEST(Resize, NarrowerWrapsAndWiderJoinsAgain) {
  Terminal terminal({6, 10});
  terminal.write("0123456789abcde\r\nend");
  EXPECT_EQ(screen(terminal), "0123456789\nabcde\nend");
  terminal.resize({6, 5});
  EXPECT_EQ(screen(terminal), "01234\n56789\nabcde\nend");
  terminal.resize({6, 20});
  EXPECT_EQ(screen(terminal), "0123456789abcde\nend");
}

TEST(Resize, WideCharactersNeverStandAcrossAnEdge) {
  Terminal terminal({6, 8});
  terminal.write("漢字漢字\r\n");
  terminal.resize({6, 5});
  EXPECT_EQ(screen(terminal), "漢字\n漢字");
  terminal.resize({6, 8});
  EXPECT_EQ(screen(terminal), "漢字漢字");
  terminal.resize({6, 2});
  EXPECT_EQ(screen(terminal), "漢\n字\n漢\n字");
}

TEST(Resize, TheCursorFollowsItsCell) {
  Terminal terminal({6, 10});
  terminal.write("0123456789abcde\x1b[2;3H");  // on the c
  terminal.resize({6, 5});
  EXPECT_EQ(terminal.cursor().row, 2);
  EXPECT_EQ(terminal.cursor().col, 2);
  terminal.write("X");
  EXPECT_EQ(screen(terminal), "01234\n56789\nabXde");
  terminal.resize({6, 30});
  EXPECT_EQ(terminal.cursor().row, 0);
  EXPECT_EQ(terminal.cursor().col, 13);
}

TEST(Resize, APendingWrapStaysBehindItsCharacter) {
  Terminal terminal({4, 5});
  terminal.write("abcde");
  ASSERT_TRUE(terminal.cursor().pending_wrap);
  terminal.resize({4, 8});
  EXPECT_FALSE(terminal.cursor().pending_wrap);
  EXPECT_EQ(terminal.cursor().col, 5);
  terminal.write("f");
  EXPECT_EQ(screen(terminal), "abcdef");
  terminal.resize({4, 6});
  EXPECT_TRUE(terminal.cursor().pending_wrap);
  terminal.write("g");
  EXPECT_EQ(screen(terminal), "abcdef\ng");
}

TEST(Resize, ShorterPushesIntoHistoryAndTallerPullsBack) {
  Terminal terminal({5, 20});
  for (int i = 1; i <= 5; ++i) terminal.write("line " + std::to_string(i) + (i < 5 ? "\r\n" : ""));
  terminal.resize({2, 20});
  EXPECT_EQ(screen(terminal), "line 4\nline 5");
  EXPECT_EQ(terminal.history_rows(), 3U);
  EXPECT_EQ(terminal.cursor().row, 1);
  terminal.resize({4, 20});
  EXPECT_EQ(screen(terminal), "line 2\nline 3\nline 4\nline 5");
  EXPECT_EQ(terminal.history_rows(), 1U);
  EXPECT_EQ(terminal.cursor().row, 3);
}

TEST(Resize, BlankRowsBelowTheCursorGoFirst) {
  Terminal terminal({6, 20});
  terminal.write("one\r\ntwo");
  terminal.resize({3, 20});
  EXPECT_EQ(screen(terminal), "one\ntwo");
  EXPECT_EQ(terminal.history_rows(), 0U);
}

TEST(Resize, ALineThatIsPartlyInHistoryIsWrappedAsOne) {
  Terminal terminal({2, 4});
  terminal.write("0123456789abcdef");
  EXPECT_EQ(terminal.history_rows(), 2U);
  terminal.resize({2, 8});
  EXPECT_EQ(screen(terminal), "01234567\n89abcdef");
  EXPECT_EQ(terminal.history_rows(), 0U);
}

TEST(Resize, TheAlternateScreenIsCutNotWrapped) {
  Terminal terminal({4, 10});
  terminal.write("primary text\x1b[?1049h\x1b[H0123456789\x1b[2;9H漢");
  terminal.resize({4, 9});
  EXPECT_EQ(screen(terminal), "012345678");
  terminal.resize({4, 12});
  EXPECT_EQ(screen(terminal), "012345678");
  terminal.write("\x1b[?1049l");
  EXPECT_EQ(screen(terminal), "primary text");
}

TEST(Resize, TabStopsAndMarginsFitTheNewSize) {
  Terminal terminal({10, 20});
  terminal.write("\x1b[3;5r");
  terminal.resize({4, 40});
  terminal.write("\x1b[H\x1b[33GX\r\t\t\t\tY");
  EXPECT_EQ(screen(terminal), std::string(32, ' ') + "Y");
  EXPECT_EQ(terminal.state().margins.bottom, 3);
}

TEST(Resize, CostDoesNotDependOnTheHistory) {
  Terminal terminal({24, 80});
  for (int i = 0; i < 5'000; ++i) terminal.write(std::string(100, 'x') + "\r\n");
  const std::size_t raw = terminal.state().history.raw_bytes();
  terminal.resize({24, 40});
  // Only lines of the screen came or went.
  EXPECT_LT(terminal.state().history.raw_bytes() - raw, 24U * 120U);
}

// Text alone, any sizes: nothing is lost, nothing comes twice.
TEST(Resize, NoTextIsLostInRandomSequences) {
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    Dice dice(seed);
    Terminal terminal(random_size(dice));
    std::string written;
    std::string log;
    for (int step = 0; step < 40; ++step) {
      if (dice.one_in(4)) {
        const base::Size size = random_size(dice);
        terminal.resize(size);
        log += "resize " + std::to_string(size.rows) + "x" + std::to_string(size.cols) + "\n";
      } else {
        constexpr const char* kFragments[] = {
            "word ", "漢字", "e\u0301", "x", "\r\n", "\r\n", "a longer piece of text, "};
        const std::string piece = kFragments[dice.below(7)];
        terminal.write(piece);
        for (const char c : piece)
          if (c != ' ' && c != '\r' && c != '\n') written += c;
        log += printable(piece) + "\n";
      }
      ASSERT_EQ(without_blanks(everything(terminal)), written) << "seed " << seed << " step " << step << "\n"
                                                               << log;
    }
  }
}

// Whatever happened before: there and back again shows the same text, up to where blank cells end.
TEST(Resize, AnythingSurvivesRandomSizes) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Dice dice(seed);
    Terminal terminal(random_size(dice));
    RandomProgram program(dice, terminal.size());
    for (int step = 0; step < 60; ++step) {
      terminal.write(program.next());
      if (!dice.one_in(5)) continue;
      const bool alternate = terminal.on_alternate();
      const std::string before = without_blanks(everything(terminal));
      const base::Size size = random_size(dice);
      terminal.resize(size);
      program.set_size(size);
      if (!alternate) {
        ASSERT_EQ(without_blanks(everything(terminal)), before) << "seed " << seed << " step " << step;
      }
      ASSERT_LT(terminal.cursor().row, size.rows);
      ASSERT_LT(terminal.cursor().col, size.cols);
    }
  }
}

}  // namespace
}  // namespace pty::vt_test
