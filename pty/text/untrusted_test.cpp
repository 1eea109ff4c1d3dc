#include "pty/text/untrusted.hpp"

#include <gtest/gtest.h>

namespace pty::text {
namespace {

using namespace std::string_view_literals;

TEST(Untrusted, NothingThatATerminalActsOnIsPrinted) {
  EXPECT_EQ(escape_controls("a\x1B[2J\tb\r\n\a\0"sv), "a\\e[2J\\tb\\r\\n\\x07\\x00");
  EXPECT_EQ(escape_controls("\u009B2J\x7F"), "\\u{9b}2J\\x7f");
  EXPECT_EQ(escape_controls("\x9B"
                            "2J\xE2\x82"),
            "\\x9b2J\\xe2\\x82");
  EXPECT_EQ(escape_controls("x\u202Ey\u2028"), "x\\u{202e}y\\u{2028}");
}

TEST(Untrusted, OrdinaryTextIsUnchanged) {
  EXPECT_EQ(escape_controls("caf\u00E9 \u6F22 \U0001F468\u200D\U0001F469 \\n"),
            "caf\u00E9 \u6F22 \U0001F468\u200D\U0001F469 \\n");
}

TEST(Untrusted, ControlsAreFoundInAnyEncodingLength) {
  EXPECT_TRUE(has_control("a\x01"));
  EXPECT_TRUE(has_control("a\u0085"));
  EXPECT_FALSE(has_control("a\u2028"));
  EXPECT_TRUE(has_control_or_line_separator("a\u2028"));
  EXPECT_FALSE(has_control("a\x85"));  // ill-formed, not a control
  EXPECT_TRUE(has_space_or_control("a b"));
  EXPECT_TRUE(
      has_space_or_control("a\u00A0"
                           "b"));
  EXPECT_FALSE(has_space_or_control("user.done"));
}

TEST(Untrusted, TrimKnowsUnicodeSpace) {
  EXPECT_EQ(trim("\u3000\t a b \u00A0\n"), "a b");
  EXPECT_EQ(trim(" \u2003 "), "");
  EXPECT_EQ(trim(""), "");
  EXPECT_EQ(trim("a\xFF"), "a\xFF");
  EXPECT_TRUE(is_trimmed("a b"));
  EXPECT_FALSE(
      is_trimmed("\uFEFF"
                 "a"));
}

}  // namespace
}  // namespace pty::text
