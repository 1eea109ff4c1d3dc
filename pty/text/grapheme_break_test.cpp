#include "pty/text/grapheme_break.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace pty::text {
namespace {

/// Lengths of the clusters, in code points.
std::vector<std::size_t> clusters(std::u32string_view text) {
  std::vector<std::size_t> out;
  BreakState state = BreakState::start;
  for (char32_t c : text) {
    BreakStep step = break_step(state, lookup(c).break_kind());
    if (step.boundary) out.push_back(0);
    ++out.back();
    state = step.next;
  }
  return out;
}
using Lengths = std::vector<std::size_t>;

TEST(GraphemeBreak, MarksJoinTheirBase) {
  EXPECT_EQ(clusters(U"e\u0301x"), (Lengths{2, 1}));
  EXPECT_EQ(clusters(U"\u0301x"), (Lengths{1, 1}));
  EXPECT_EQ(clusters(U"\u0915\u093F"), (Lengths{2}));
}

TEST(GraphemeBreak, ControlsStandAloneButCrLfIsOne) {
  EXPECT_EQ(clusters(U"\r\n\n\r"), (Lengths{2, 1, 1}));
  EXPECT_EQ(clusters(U"\n\u0301"), (Lengths{1, 1}));
}

TEST(GraphemeBreak, FlagsArePairs) {
  EXPECT_EQ(clusters(U"\U0001F1E9\U0001F1EA\U0001F1EB\U0001F1F7\U0001F1E9"), (Lengths{2, 2, 1}));
}

TEST(GraphemeBreak, JoinersTieOnlyPictographs) {
  EXPECT_EQ(clusters(U"\U0001F468\U0001F3FB\u200D\U0001F469x"), (Lengths{4, 1}));
  EXPECT_EQ(clusters(U"a\u200D\U0001F469"), (Lengths{2, 1}));
  EXPECT_EQ(clusters(U"\U0001F468\u200D\u0301\U0001F469"), (Lengths{3, 1}));
}

TEST(GraphemeBreak, HangulSyllablesCompose) {
  EXPECT_EQ(clusters(U"\u1100\u1161\u11A8\u1100"), (Lengths{3, 1}));
  EXPECT_EQ(clusters(U"\uAC00\u11A8\uAC01\u1161"), (Lengths{2, 1, 1}));
}

TEST(GraphemeBreak, IndicConjunctsAreOneCluster) {
  EXPECT_EQ(clusters(U"\u0915\u094D\u0924"), (Lengths{3}));
  EXPECT_EQ(clusters(U"\u0915\u094D\u200D\u0924"), (Lengths{4}));
  EXPECT_EQ(clusters(U"\u0915\u0924"), (Lengths{1, 1}));
  EXPECT_EQ(clusters(U"\u0915\u094D\u200C\u0924"), (Lengths{3, 1}));
}

TEST(GraphemeBreak, APrependTakesWhatFollows) {
  EXPECT_EQ(clusters(U"\u0600a"), (Lengths{2}));
  EXPECT_TRUE(other_joins(BreakState::prepend));
}

TEST(GraphemeBreak, TheFastPathAgreesWithTheTable) {
  for (std::size_t state = 0; state < kBreakStates; ++state) {
    auto from = static_cast<BreakState>(state);
    EXPECT_EQ(!break_step(from, BreakKind::other).boundary, other_joins(from));
  }
}

TEST(ClusterWidth, FollowsTheWidestPartAndTheSelectors) {
  ClusterWidth width;
  width.start(lookup(U'\u2764'));
  EXPECT_EQ(width.cells(), 1);
  width.add(kVariationSelector16, lookup(kVariationSelector16));
  EXPECT_EQ(width.cells(), 2);
}

}  // namespace
}  // namespace pty::text
