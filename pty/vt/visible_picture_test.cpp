#include "pty/vt/visible_picture.hpp"

#include <gtest/gtest.h>

namespace pty::vt {
namespace {

/// Whether `more`, written after `first`, changes what is seen.
bool is_seen(base::ByteView first, base::ByteView more) {
  Terminal terminal({4, 20});
  terminal.write(first);
  const base::ByteBuffer before = visible_picture(terminal);
  terminal.write(more);
  return visible_picture(terminal) != before;
}

TEST(VisiblePicture, TextLooksColoursAndTheCursorAreSeen) {
  EXPECT_TRUE(is_seen("", "x"));
  EXPECT_TRUE(is_seen("|", "\r/"));
  EXPECT_TRUE(is_seen("abc", "\r\x1b[1mabc"));
  EXPECT_TRUE(is_seen("abc\r", "\x1b[41m   "));
  EXPECT_TRUE(is_seen("abc", "\x1b[D")) << "the cursor moves";
  EXPECT_TRUE(is_seen("abc", "\x1b[?25l"));
  EXPECT_TRUE(is_seen("y\r\ny\r\n", "y\r\n")) << "a row further down";
  EXPECT_TRUE(is_seen("abc", "\x1b[?5h")) << "the screen is inverse";
  EXPECT_TRUE(is_seen("abc", "\x1b]11;#102030\x1b\\"));
  EXPECT_TRUE(is_seen("abc", "\x1b]4;1;#102030\x1b\\"));
  EXPECT_TRUE(is_seen("abc", "\x1b[?1049h"));
}

TEST(VisiblePicture, WhatLeavesTheScreenAsItIsIsNot) {
  EXPECT_FALSE(is_seen("abc", ""));
  EXPECT_FALSE(is_seen("abc", "\rabc"));
  EXPECT_FALSE(is_seen("y\r\ny\r\ny\r\ny\r\n", "y\r\n")) << "a line like the others";
  EXPECT_FALSE(is_seen("abc", "\x1b]11;#102030\x1b\\\x1b[?5h\x1b[?5l\x1b]111\x1b\\")) << "back again";
  EXPECT_FALSE(is_seen("abc", "\x1b]0;title\x07\x1b[?1000h\x1b[?2004h\x1b[31m\x07"));
  EXPECT_FALSE(is_seen("abc",
                       "\x1b"
                       "7  \x1b"
                       "8"))
      << "a space is as blank as no cell";
  EXPECT_FALSE(is_seen("\x1b[?25labc", "\x1b[D")) << "the cursor is hidden";
  EXPECT_FALSE(is_seen("\x1b[2;5H\x1b[41mred\x1b[0m\x1b[H", "\x1b[2;1H    \x1b[2;8H\x1b[K\x1b[H"));
}

}  // namespace
}  // namespace pty::vt
