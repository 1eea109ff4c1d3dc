#include "pty/attach/keyboard_input.hpp"

#include <gtest/gtest.h>

namespace pty::attach {
namespace {

using base::Milliseconds;
using Policy = DetachMatcher::Policy;

constexpr base::TimePoint kStart{std::chrono::seconds(1000)};

TEST(KeyboardInput, TakesOutTheDetachKeyAndStrayReplies) {
  KeyboardInput keyboard(KeyboardInput::Source::terminal, Policy::double_tap_sends, {});
  EXPECT_EQ(keyboard.feed("a\x1b[0nb", kStart).forward, "ab");
  EXPECT_EQ(keyboard.feed("c\x1c", kStart).forward, "c");
  EXPECT_TRUE(keyboard.on_time(kStart + DetachMatcher::kDoubleTap).detach);
}

// First because it may be the key, then because it may be a reply.
TEST(KeyboardInput, WhatIsHeldTwiceGoesOutInOrder) {
  KeyboardInput keyboard(KeyboardInput::Source::terminal, Policy::double_tap_sends, {});
  EXPECT_EQ(keyboard.feed("\x1b[", kStart).forward, "");
  const base::TimePoint passed_on = kStart + DetachMatcher::kAmbiguity;
  EXPECT_EQ(keyboard.deadline(), passed_on);
  EXPECT_EQ(keyboard.on_time(passed_on).forward, "");
  EXPECT_EQ(keyboard.deadline(), passed_on + StrayReplies::kAmbiguity);
  EXPECT_EQ(keyboard.on_time(passed_on + StrayReplies::kAmbiguity).forward, "\x1b[");
  EXPECT_EQ(keyboard.deadline(), std::nullopt);
}

TEST(KeyboardInput, OfAStreamNothingIsAReply) {
  KeyboardInput keyboard(KeyboardInput::Source::stream, Policy::double_tap_sends, {});
  EXPECT_EQ(keyboard.feed("\x1b[0n", kStart).forward, "\x1b[0n");
}

TEST(KeyboardInput, WithNobodyToTypeToOneTapLeaves) {
  KeyboardInput keyboard(KeyboardInput::Source::terminal, Policy::double_tap_sends, {});
  EXPECT_FALSE(keyboard.leaves("abc", kStart));
  EXPECT_TRUE(keyboard.leaves("\x1c", kStart));
}

}  // namespace
}  // namespace pty::attach
