// Pictures for somebody who goes on with the application's output: what follows lands where it does here.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "pty/vt/dump_peek.hpp"
#include "pty/vt/dump_plain.hpp"

namespace pty::vt {
namespace {

struct Situation {
  std::string before;
  std::string after;
};

/// Ways in which a cursor can stand, each with output that would show a difference.
const std::vector<Situation> kSituations{
    {"one\r\ntwo", "abc\r\nnext"},
    {"one\r\n", "abc"},
    {"", "abc"},
    {"\r\n\r\n\r\n", "abc"},
    {"50%\r", "51%\r\ndone"},
    {"$ git status\x1b[6D", "XY"},
    {"tab\t", "abc"},
    {"0123456789", "abc"},
    {"0123456789\r\n", "abc"},
    {"01234567890123456789", "x"},
    {"012345678\xe4\xbd\xa0", "abc"},
    {"01234567\xe4\xbd\xa0", "abc"},
    {"one\r\ntwo\r\nthree\x1b[H", "ONE"},
    {"one\x1b[4;6H", "abc\r\nd"},
    {"1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7", "abc\r\nnext"},
    {"\x1b[41;1mred", "more\r\nstill"},
    {"\x1b(0lqk", "qqq"},
    {"\x1b[2;4r\x1b[3;2Habc", "\r\n\r\n\r\nscrolled"},
    {"\x1b[2;4r\x1b[?6h\x1b[Hx", "\x1b[2;1Hy"},
    {"\x1b[?7lno wrap", "0123456789"},
    {"\x1b[4hinsert\x1b[3D", "xy"},
    {"primary\x1b[?1049h\x1b[Hother", "abc"},
    {"\x1b[44mcoloured\x1b[K", "x"},
};

constexpr base::Size kGrid{5, 10};

std::string state_of(const Terminal& terminal) {
  const Cursor cursor = terminal.cursor();
  return plain_text(terminal, Extent::viewport) + "\n@" + std::to_string(cursor.row) + "," +
         std::to_string(cursor.col) + (cursor.pending_wrap ? " pending" : "");
}

class DumpGoingOn : public testing::TestWithParam<Situation> {};

TEST_P(DumpGoingOn, TheRestLandsWhereItDoesHere) {
  const Situation& situation = GetParam();
  for (const Extent extent : {Extent::viewport, Extent::full}) {
    Terminal source(kGrid);
    source.write(situation.before);
    Terminal copy(kGrid);
    copy.write(peek_dump(source, extent, PeekEnd::at_cursor));
    EXPECT_EQ(state_of(copy), state_of(source));
    source.write(situation.after);
    copy.write(situation.after);
    EXPECT_EQ(state_of(copy), state_of(source)) << "after the rest";
  }
}

// Without margins nothing is placed absolutely: somebody's shell is above, and stays.
TEST_P(DumpGoingOn, WhatStoodAboveStays) {
  const Situation& situation = GetParam();
  if (situation.before.find('r') != std::string::npos && situation.before.find("\x1b[2;4r") == 0) return;
  Terminal source(kGrid);
  source.write(situation.before);
  Terminal shell({20, 10});
  shell.write("$ pty peek\r\n");
  const std::string picture = peek_dump(source, Extent::viewport, PeekEnd::at_cursor);
  shell.write(picture);
  EXPECT_TRUE(plain_text(shell, Extent::viewport).starts_with("$ pty peek"));
  EXPECT_EQ(shell.cursor().row, source.cursor().row + 1) << picture;
  EXPECT_EQ(shell.cursor().col, source.cursor().col);
}

INSTANTIATE_TEST_SUITE_P(Situations, DumpGoingOn, testing::ValuesIn(kSituations));

std::string plain_going_on(const std::string& output, Extent extent = Extent::viewport) {
  Terminal terminal(kGrid);
  terminal.write(output);
  return plain_text_to_cursor(terminal, extent);
}

TEST(DumpGoingOn, NothingIsAddedToALineInProgress) {
  Terminal terminal(kGrid);
  terminal.write("one\r\ntwo");
  EXPECT_EQ(peek_dump(terminal, Extent::viewport, PeekEnd::at_cursor), "one\r\ntwo");
}

TEST(PlainTextToCursor, EndsInTheLineOfTheCursor) {
  EXPECT_EQ(plain_going_on("one\r\ntwo"), "one\ntwo") << "a line in progress goes on";
  EXPECT_EQ(plain_going_on("one\r\ntwo\r\n"), "one\ntwo\n");
  EXPECT_EQ(plain_going_on("one\r\n\r\n"), "one\n\n");
  EXPECT_EQ(plain_going_on(""), "");
  EXPECT_EQ(plain_going_on("\r\n\r\n"), "\n\n");
  EXPECT_EQ(plain_going_on("0123456789"), "0123456789") << "a full line is still in progress";
  EXPECT_EQ(plain_going_on("one\t"), "one     ");
  EXPECT_EQ(plain_going_on("50%\r"), "50%\r");
  EXPECT_EQ(plain_going_on("abcdef\x1b[3D"), "abcdef\rabc");
  EXPECT_EQ(plain_going_on("one\r\ntwo\x1b[H"), "one\ntwo\n") << "the cursor is further up: a new line";
}

TEST(PlainTextToCursor, ComesAfterTheHistory) {
  EXPECT_EQ(plain_going_on("1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n7", Extent::full), "1\n2\n3\n4\n5\n6\n7");
  EXPECT_EQ(plain_going_on("1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n", Extent::full), "1\n2\n3\n4\n5\n6\n");
}

TEST(ContentChange, IsOneOfCellsAndNotOfTheCursor) {
  Terminal terminal(kGrid);
  const auto changes = [&](const char* bytes) {
    const std::uint64_t before = terminal.generation();
    terminal.write(bytes);
    return terminal.content_changed_since(before);
  };
  EXPECT_TRUE(changes("text"));
  EXPECT_FALSE(changes("\r\n\x1b[3;3H\x1b[1m\x1b]2;title\x07\x07"));
  EXPECT_TRUE(changes("\x1b[2J"));
  EXPECT_TRUE(changes("\x1b[?1049h"));
  EXPECT_TRUE(changes("\x1b[?1049l"));
  EXPECT_TRUE(changes("1\r\n2\r\n3\r\n4\r\n5\r\n6"));
}

}  // namespace
}  // namespace pty::vt
