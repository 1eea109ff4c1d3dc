#include "pty/vt/dump_plain.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace pty::vt {
namespace {

std::string plain(const std::string& output, base::Size size = {24, 80}) {
  Terminal terminal(size);
  terminal.write(output);
  return plain_text(terminal, Extent::viewport);
}

std::string numbered_rows(int count) {
  std::string out;
  for (int i = 1; i <= count; ++i) out += "line " + std::to_string(i) + "\r\n";
  return out;
}

// D-070
TEST(DumpPlain, WrittenSpacesAtTheEndStay) {
  EXPECT_EQ(plain("READY> "), "READY> ");
  EXPECT_EQ(plain("a  "), "a  ");
}

// D-070
TEST(DumpPlain, SpacesOnAColouredBackgroundStay) {
  EXPECT_EQ(plain("\x1b[41m   \x1b[0m"), "   ");
}

// D-070
TEST(DumpPlain, GapsBecomeSpaces) {
  EXPECT_EQ(plain("b\tc"), "b       c");
  EXPECT_EQ(plain("\x1b[3GX"), "  X");
}

// D-070
TEST(DumpPlain, ErasedCellsAtTheEndAreCut) {
  EXPECT_EQ(plain("yyy\x1b[2G\x1b[K"), "y");
  EXPECT_EQ(plain("X\x1b[44m\x1b[10X"), "X");
}

// D-071
TEST(DumpPlain, TrailingEmptyRowsAreDroppedOthersKept) {
  EXPECT_EQ(plain("\r\n\r\na\r\n\r\nb\r\n\r\n"), "\n\na\n\nb");
  EXPECT_EQ(plain("a\r\n   "), "a\n   ");
  EXPECT_EQ(plain(""), "");
}

// D-072
TEST(DumpPlain, SoftWrappedRowsAreSeparateLines) {
  const std::string digits(100, '7');
  EXPECT_EQ(plain(digits), std::string(80, '7') + "\n" + std::string(20, '7'));
}

// D-073
TEST(DumpPlain, ContainsNoControlCharacters) {
  const std::string text = plain("\x1b[31mred\x1b[8mhidden\x1b[0m\x07\x1b]0;title\x07 \x0e\x0f end");
  EXPECT_EQ(text, "redhidden  end");
}

// D-070
TEST(DumpPlain, AWideCharacterCountsOnce) {
  EXPECT_EQ(plain("漢字x"), "漢字x");
  EXPECT_EQ(plain("e\u0301x"), "e\u0301x");
}

// D-074
TEST(DumpPlain, FullReturnsEveryLine) {
  Terminal terminal({24, 80});
  terminal.write(numbered_rows(100));
  const std::string text = plain_text(terminal, Extent::full);
  EXPECT_EQ(text.substr(0, 7), "line 1\n");
  EXPECT_EQ(text.substr(text.size() - 8), "line 100");
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 99);
}

// D-074
TEST(DumpPlain, TheAlternateScreenHasNoHistory) {
  Terminal terminal({24, 80});
  terminal.write(numbered_rows(100) + "\x1b[?1049h\x1b[Halternate");
  EXPECT_EQ(plain_text(terminal, Extent::full), "alternate");
}

// D-074: the rules of a row hold in history as well
TEST(DumpPlain, HistoryRowsFollowTheSameRules) {
  Terminal terminal({2, 10});
  terminal.write("READY> \r\nb\tc\r\nX\x1b[44m\x1b[5X\x1b[0m\r\n0123456789abc\r\n漢\r\n\r\nend");
  EXPECT_EQ(plain_text(terminal, Extent::full), "READY> \nb       c\nX\n0123456789\nabc\n漢\n\nend");
}

// D-076
TEST(DumpPlain, LastLinesKeepsTheEnd) {
  Terminal terminal({24, 80});
  terminal.write(numbered_rows(500));
  const std::string text = last_lines(terminal, 200);
  EXPECT_EQ(text.substr(0, 9), "line 301\n");
  EXPECT_EQ(text.substr(text.size() - 8), "line 500");
}

// D-076
TEST(DumpPlain, LastLinesLooksThroughABlankScreen) {
  Terminal terminal({3, 20});
  terminal.write("one\r\ntwo\r\n\r\n\r\n\r\n\r\n\r\n");
  EXPECT_EQ(last_lines(terminal, 200), "one\ntwo");
  EXPECT_EQ(last_lines(terminal, 1), "two");
}

}  // namespace
}  // namespace pty::vt
