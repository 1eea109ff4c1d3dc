#include "pty/text/utf8.hpp"

#include <gtest/gtest.h>

#include <string>

namespace pty::text {
namespace {

using namespace std::string_view_literals;

std::u32string decode_in_pieces(base::ByteView bytes, std::size_t cut) {
  std::u32string out;
  Utf8Decoder decoder;
  auto sink = [&](char32_t c) { out.push_back(c); };
  decoder.feed(bytes.substr(0, cut), sink);
  decoder.feed(bytes.substr(cut), sink);
  decoder.finish(sink);
  return out;
}

TEST(Utf8, EachMaximalIllFormedPartBecomesOneReplacement) {
  // Unicode 3.9, tables 3-8 to 3-11.
  EXPECT_EQ(decode_utf8("\xC0\xAF\xE0\x80\xBF\xF0\x81\x82\x41"sv),
            U"\xFFFD\xFFFD\xFFFD\xFFFD\xFFFD\xFFFD\xFFFD\xFFFD\x41");
  EXPECT_EQ(decode_utf8("\xED\xA0\x80\xED\xBF\xBF\xED\xAF\x41"sv),
            U"\xFFFD\xFFFD\xFFFD\xFFFD\xFFFD\xFFFD\xFFFD\xFFFD\x41");
  EXPECT_EQ(decode_utf8("\xF4\x91\x92\x93\xFF\x41\x80\xBF\x42"sv),
            U"\xFFFD\xFFFD\xFFFD\xFFFD\xFFFD\x41\xFFFD\xFFFD\x42");
  EXPECT_EQ(decode_utf8("\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41"sv), U"\xFFFD\xFFFD\xFFFD\xFFFD\x41");
}

TEST(Utf8, ACutAnywhereChangesNothing) {
  const std::string samples[] = {"a\u00E9\u6F22\U0001F600z",
                                 "\xE2\x82",
                                 "\xF0\x9F\x98",
                                 "\xE1\x80\xE2\xF0\x91\x92\xF1\xBF\x41",
                                 "\xF0\x9F\x98\xF0\x9F\x98\x80",
                                 "\xED\xA0\x80\xC3\xA9"};
  for (const std::string& sample : samples)
    for (std::size_t cut = 0; cut <= sample.size(); ++cut)
      EXPECT_EQ(decode_in_pieces(sample, cut), decode_utf8(sample)) << sample << " at " << cut;
}

TEST(Utf8, BytesOneAtATimeGiveTheSameAsAllAtOnce) {
  std::string sample = "x\xF0\x9F\x98\x80\xE2\x82\xE2\x82\xAC\xFF\xC3";
  std::u32string out;
  Utf8Decoder decoder;
  auto sink = [&](char32_t c) { out.push_back(c); };
  for (char c : sample) decoder.feed({&c, 1}, sink);
  EXPECT_EQ(decoder.pending(), "\xC3");
  decoder.finish(sink);
  EXPECT_EQ(out, decode_utf8(sample));
}

TEST(Utf8, EveryScalarSurvivesTheRoundTrip) {
  for (char32_t c = 0; c <= kMaxCodePoint; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    EncodedScalar bytes = encode_utf8(c);
    Utf8Step step = decode_one(bytes.bytes, bytes.bytes + bytes.length);
    ASSERT_EQ(step.code_point, c);
    ASSERT_EQ(step.length, bytes.length);
    ASSERT_EQ(step.outcome, Utf8Outcome::complete);
  }
}

TEST(Utf8, SurrogatesAndValuesTooLargeAreEncodedAsReplacement) {
  EXPECT_EQ(encode_utf8(0xD800).view(), "\uFFFD");
  EXPECT_EQ(encode_utf8(0x110000).view(), "\uFFFD");
}

TEST(Utf8, ScalarsAreCountedOnlyInValidText) {
  EXPECT_EQ(count_scalars("a\u00E9\U0001F600"), 3u);
  EXPECT_EQ(count_scalars(""), 0u);
  EXPECT_EQ(count_scalars("a\xFF"), std::nullopt);
  EXPECT_EQ(count_scalars("a\xE2\x82"), std::nullopt);
  EXPECT_TRUE(is_valid_utf8("\U0010FFFF"));
  EXPECT_FALSE(is_valid_utf8("\xED\xA0\x80"));
}

TEST(Utf8, APrefixOfScalarsEndsBetweenCharacters) {
  EXPECT_EQ(first_scalars("\u00E9\u00E9\u00E9", 2), "\u00E9\u00E9");
  EXPECT_EQ(first_scalars("ab", 5), "ab");
  EXPECT_EQ(first_scalars("a\xFF"
                          "b",
                          5),
            "a");
}

}  // namespace
}  // namespace pty::text
