#include "pty/text/code_point.hpp"

#include <gtest/gtest.h>

#include "pty/text/display_width.hpp"

namespace pty::text {
namespace {

TEST(CodePoint, ControlsAndMarksTakeNoCell) {
  for (char32_t c : {U'\0', U'\n', U'\x1B', U'\x7F', U'\x9B', U'\u0301', U'\u20E3', U'\u200B', U'\u200D',
                     U'\uFE0F', U'\u2028', U'\u1160', U'\u11FF', U'\U000E0041', U'\uFEFF'})
    EXPECT_EQ(lookup(c).width(), 0) << std::hex << static_cast<unsigned>(c);
}

TEST(CodePoint, EastAsianAndEmojiTakeTwo) {
  for (char32_t c : {U'\u6F22', U'\uAC00', U'\uFF21', U'\u3000', U'\U0001F600', U'\U0001F3FB', U'\u231A',
                     U'\u115F', U'\U00020000', U'\U0003FFFD', U'\u4DC0'})
    EXPECT_EQ(lookup(c).width(), 2) << std::hex << static_cast<unsigned>(c);
}

TEST(CodePoint, EverythingElseTakesOne) {
  for (char32_t c : {U'a', U'\u00E9', U'\u00AD', U'\u2500', U'\u00B1', U'\uE000', U'\U0001F1E6', U'\u2764',
                     U'\u0903', U'\u0600', U'\uFFFD', U'\U0010FFFF', U'\u0378'})
    EXPECT_EQ(lookup(c).width(), 1) << std::hex << static_cast<unsigned>(c);
}

TEST(CodePoint, TheTableIsThatOfUnicode17) {
  EXPECT_EQ(lookup(U'\U0001FAC8').width(), 2);  // hairy creature, new in 17
  EXPECT_TRUE(lookup(U'\U0001FAC8').is_emoji_presentation());
}

TEST(CodePoint, EmojiFactsAreKept) {
  EXPECT_TRUE(lookup(U'\u2764').is_vs16_able());
  EXPECT_TRUE(lookup(U'#').is_vs16_able());
  EXPECT_FALSE(lookup(U'\U0001F600').is_vs16_able());
  EXPECT_FALSE(lookup(U'a').is_vs16_able());
  EXPECT_TRUE(lookup(U'\U0001F600').is_pictographic());
  EXPECT_TRUE(lookup(U'\u00B1').is_ambiguous_width());
  EXPECT_FALSE(lookup(U'a').is_ambiguous_width());
  EXPECT_TRUE(lookup(U'a').is_plain());
  EXPECT_TRUE(lookup(U'\u6F22').is_plain());
  EXPECT_FALSE(lookup(U'\u0301').is_plain());
}

TEST(CodePoint, ValuesBeyondUnicodeAreReplacements) {
  EXPECT_EQ(lookup(0x110000), lookup(kReplacement));
  EXPECT_EQ(lookup(0xFFFFFFFF), lookup(kReplacement));
}

TEST(DisplayWidth, CountsClusters) {
  EXPECT_EQ(display_width(""), 0u);
  EXPECT_EQ(display_width("abc"), 3u);
  EXPECT_EQ(display_width("e\u0301"), 1u);
  EXPECT_EQ(display_width("\u6F22\u5B57"), 4u);
  EXPECT_EQ(display_width("\U0001F468\u200D\U0001F469\u200D\U0001F467"), 2u);
  EXPECT_EQ(display_width("\U0001F1E9\U0001F1EA"), 2u);
  EXPECT_EQ(display_width("\u2764\uFE0F"), 2u);
  EXPECT_EQ(display_width("\u2764"), 1u);
  EXPECT_EQ(display_width("\xFF\xFE"), 2u);
}

TEST(DisplayWidth, FittingCutsBetweenClusters) {
  EXPECT_EQ(fit_width("ab\u6F22", 3), "ab");
  EXPECT_EQ(fit_width("ab\u6F22", 4), "ab\u6F22");
  EXPECT_EQ(fit_width("e\u0301x", 1), "e\u0301");
  EXPECT_EQ(fit_width("abc", 0), "");
  EXPECT_EQ(cluster_length("\u2764\uFE0Fx"), 6u);
}

}  // namespace
}  // namespace pty::text
