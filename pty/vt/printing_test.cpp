#include "pty/vt/printing.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "pty/vt/ascii_cells.hpp"
#include "pty/vt/same_state.hpp"
#include "pty/vt/terminal_fixture.hpp"

namespace pty::vt {
namespace {

TEST(Printing, AsciiGoesIntoCellsAndWrapsAtTheEdge) {
  TestTerminal t({3, 5});
  t.write("hello");
  EXPECT_EQ(t.cursor(), "0,4+");
  t.write("world!");
  EXPECT_EQ(t.screen(), "hello|world|!");
  EXPECT_TRUE(t.terminal.row(0).has(RowFlag::wrapped));
  EXPECT_TRUE(t.terminal.row(1).has(RowFlag::wrapped));
  EXPECT_FALSE(t.terminal.row(2).has(RowFlag::wrapped));
}

TEST(Printing, WithoutAutowrapTheLastColumnIsOverwritten) {
  TestTerminal t({2, 5});
  t.write("\x1b[?7labcdefg");
  EXPECT_EQ(t.screen(), "abcdg|");
  EXPECT_EQ(t.cursor(), "0,4");
  t.write("\xe4\xb8\xad");
  EXPECT_EQ(t.row(0), "abcdg") << "no room for a wide character";
}

TEST(Printing, WideCharactersTakeTwoCellsAndLeaveABlankWhenTheyWrap) {
  TestTerminal t({3, 5});
  t.write("abcd\xe4\xb8\xad!");
  EXPECT_EQ(t.screen(), "abcd|\xe4\xb8\xad!|");
  EXPECT_EQ(t.terminal.row(0).cells[4].width(), CellWidth::wrap_blank);
  EXPECT_EQ(t.terminal.row(1).cells[1].width(), CellWidth::second_half);
  EXPECT_TRUE(t.terminal.row(0).has(RowFlag::wrapped));
}

TEST(Printing, OverwritingHalfOfAWideCharacterBlanksTheOther) {
  TestTerminal t({1, 8});
  t.write("\xe4\xb8\xad\xe4\xb8\xad\x1b[1;2Hx\x1b[1;3Hy");
  EXPECT_EQ(t.row(0), ".xy");
  t.write("\x1b[1;1H\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad\x1b[1;2H\xe6\x97\xa5");
  EXPECT_EQ(t.row(0), ".\xe6\x97\xa5.\xe4\xb8\xad");
}

TEST(Printing, CombiningMarksJoinTheCharacterBeforeTheCursor) {
  TestTerminal t({1, 5});
  t.write("e\xcc\x81x");
  EXPECT_EQ(t.row(0), "e\xcc\x81x");
  EXPECT_EQ(t.cursor(), "0,2");
  t.write("\x1b[1;5Hz\xcc\x81");
  EXPECT_EQ(t.cursor(), "0,4+");
  EXPECT_EQ(t.terminal.row(0).cells[4].is_cluster(), true);
}

TEST(Printing, ACombiningMarkAtTheLeftEdgeHasNothingToJoin) {
  TestTerminal t({1, 5});
  t.write("\xcc\x81x");
  EXPECT_EQ(t.row(0), "x");
}

TEST(Printing, ClustersAreCappedAt32CodePoints) {
  TestTerminal t({1, 5});
  t.write("a");
  for (int i = 0; i < 100; ++i) t.write("\xcc\x81");
  const Cell cell = t.terminal.row(0).cells[0];
  ASSERT_TRUE(cell.is_cluster());
  EXPECT_EQ(t.terminal.state().tables.clusters.at(cell.cluster()).size(), kMaxClusterCodePoints);
}

constexpr std::string_view kFamily =
    "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x91\xa7";
constexpr std::string_view kFlag = "\xf0\x9f\x87\xa9\xf0\x9f\x87\xaa";

TEST(Printing, WithoutMode2027WidthIsCountedByCodePoint) {
  TestTerminal t({1, 20});
  t.write(kFamily);
  EXPECT_EQ(t.cursor(), "0,6");
  t.write("\r\x1b[K").write(kFlag);
  EXPECT_EQ(t.cursor(), "0,2");
  t.write("\r\x1b[K\xe2\x9d\xa4\xef\xb8\x8f");
  EXPECT_EQ(t.cursor(), "0,1") << "VS16 does not change a width";
}

TEST(Printing, WithMode2027WidthIsCountedByCluster) {
  TestTerminal t({1, 20});
  t.write("\x1b[?2027h").write(kFamily);
  EXPECT_EQ(t.cursor(), "0,2");
  EXPECT_EQ(t.row(0), kFamily);
  t.write("\r\x1b[K").write(kFlag);
  EXPECT_EQ(t.cursor(), "0,2");
  t.write("\r\x1b[K\xe2\x9d\xa4\xef\xb8\x8f!");
  EXPECT_EQ(t.cursor(), "0,3") << "VS16 makes a heart two cells wide";
}

TEST(Printing, AClusterThatGrowsAtTheEdgeMovesToTheNextLine) {
  TestTerminal t({2, 4});
  t.write("\x1b[?2027habc\xe2\x9d\xa4\xef\xb8\x8f!");
  EXPECT_EQ(t.screen(), "abc|\xe2\x9d\xa4\xef\xb8\x8f!");
  EXPECT_EQ(t.terminal.row(0).cells[3].width(), CellWidth::wrap_blank);
}

TEST(Printing, InsertModeShiftsTheRestOfTheLine) {
  TestTerminal t({1, 6});
  t.write("abcdef\x1b[1;2H\x1b[4hXY");
  EXPECT_EQ(t.row(0), "aXYbcd");
}

TEST(Printing, RepeatsTheLastCharacter) {
  TestTerminal t({2, 6});
  t.write("a\x1b[3bz\x1b[65535b");
  EXPECT_EQ(t.row(0), "zzzzzz");
  EXPECT_EQ(TestTerminal({1, 6}).write("\x1b[5b").row(0), "") << "nothing printed yet";
}

TEST(Printing, LineDrawingAndSingleShifts) {
  TestTerminal t({1, 10});
  t.write("\x1b(0qx\x1b(Bq\x1b*0\x1bNqq\x0e\x1b)0q\x0fq");
  EXPECT_EQ(t.row(0), "\xe2\x94\x80\xe2\x94\x82q\xe2\x94\x80q\xe2\x94\x80q");
}

TEST(Printing, IllFormedBytesAreReplacementCharactersAndC1IsDropped) {
  TestTerminal t({1, 10});
  t.write("a\xff\xc2\x9b\x1b[Cb\xe2\x82");
  t.write("z");
  EXPECT_EQ(t.row(0), "a\xef\xbf\xbd.b\xef\xbf\xbdz");
}

TEST(Printing, TheVectorLoopEqualsTheScalarOne) {
  for (std::size_t length = 0; length < 70; ++length) {
    for (std::size_t bad = 0; bad <= length; ++bad) {
      for (const char stop : {'\x1f', '\x7f', '\x80', '\xff', '~'}) {
        std::string input(length, ' ');
        for (std::size_t i = 0; i < length; ++i) input[i] = static_cast<char>(0x20 + (i * 7) % 0x5f);
        if (bad < length) input[bad] = stop;
        std::vector<Cell> vector(length + 1);
        std::vector<Cell> scalar(length + 1);
        const std::uint64_t bits = Cell::make(0, CellWidth::narrow, 77, 5).bits();
        const std::size_t count = widen_ascii(vector.data(), input.data(), length, bits);
        ASSERT_EQ(count, widen_ascii_scalar(scalar.data(), input.data(), length, bits));
        for (std::size_t i = 0; i < count; ++i) ASSERT_EQ(vector[i], scalar[i]);
      }
    }
  }
}

TEST(Printing, TheVectorLoopBackEqualsTheScalarOne) {
  const std::uint64_t look = Cell::make(0, CellWidth::narrow, 77, 5).bits();
  const std::vector<Cell> others{Cell(),
                                 Cell(look),
                                 Cell(U'a'),
                                 Cell(look | 0x80),
                                 Cell(look | 0x4E00),
                                 Cell(look | 0x1'0041),
                                 Cell(look | U'a' | 1ULL << Cell::kWidthShift),
                                 Cell(look | Cell::kClusterBit | 1),
                                 Cell((look | U'a') ^ 1ULL << 63)};
  for (std::size_t length = 0; length < 50; ++length) {
    for (std::size_t bad = 0; bad <= length; ++bad) {
      for (const Cell other : others) {
        std::vector<Cell> cells(length);
        for (std::size_t i = 0; i < length; ++i) cells[i] = Cell(look | (1 + i * 7 % 0x7F));
        if (bad < length) cells[bad] = other;
        std::string vector(length, '\0');
        std::string scalar(length, '\0');
        ASSERT_EQ(narrow_ascii(vector.data(), cells.data(), length, look), bad);
        ASSERT_EQ(narrow_ascii_scalar(scalar.data(), cells.data(), length, look), bad);
        ASSERT_EQ(vector.substr(0, bad), scalar.substr(0, bad));
      }
    }
  }
}

/// Some text of all kinds: the same for the same dice.
std::string mixed_text(std::mt19937& dice) {
  static const std::vector<std::string> kPieces{"a",
                                                "word ",
                                                "sixteen or more of them, plain ASCII",
                                                "\u00e9",
                                                "stra\u00dfe",
                                                "\u0439\u0446",
                                                "\u4e2d",
                                                "\u6f22\u5b57\u6f22\u5b57\u6f22\u5b57",
                                                "\uff21",
                                                "\u2580",
                                                "\U0001f600",
                                                "\u2764\ufe0f",
                                                "e\u0301",
                                                "\U0001f468\u200d\U0001f469",
                                                "\U0001f1e9\U0001f1ea",
                                                "\u0915\u094d\u0937",
                                                "\u1112\u1161\u11ab",
                                                "\u00ad",
                                                "\u0600",
                                                "\xe4\xb8",
                                                "\xff",
                                                "\xed\xa0\x80",
                                                "\xe0\x80\x80",
                                                "\xc0\xaf",
                                                "\r\n",
                                                "\x1b[4D",
                                                "\x1b[3m",
                                                "\x1b[?7l",
                                                "\x1b[?7h",
                                                "\x1b[44m",
                                                "\x1b[m"};
  std::string text;
  for (int i = 0; i < 60; ++i) text += kPieces[dice() % kPieces.size()];
  return text;
}

TEST(Printing, RunsOfTextEqualCharactersOneByOne) {
  std::mt19937 dice(11);
  for (int round = 0; round < 400; ++round) {
    const base::Size size{5, static_cast<std::uint16_t>(2 + dice() % 40)};
    Terminal whole(size);
    Terminal bytewise(size);
    std::string text = dice() % 2 == 0 ? "\x1b[?2027h" : "";
    if (dice() % 4 == 0) text += "\x1b[?69h\x1b[2;9s\x1b[3C";
    text += mixed_text(dice);
    whole.write(text);
    for (const char c : text) bytewise.write({&c, 1});
    const auto difference = same_state(bytewise, whole);
    ASSERT_FALSE(difference) << *difference << " in round " << round;
  }
}

}  // namespace
}  // namespace pty::vt
