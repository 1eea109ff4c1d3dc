#include "pty/text/split_lines.hpp"

#include <gtest/gtest.h>

namespace pty::text {
namespace {

using Lines = std::vector<std::string>;

TEST(SplitLines, AreWhatStandsBetweenLineFeeds) {
  EXPECT_EQ(split_lines(""), Lines{});
  EXPECT_EQ(split_lines("a"), Lines{"a"});
  EXPECT_EQ(split_lines("a\n\nb"), (Lines{"a", "", "b"}));
  EXPECT_EQ(split_lines("a\n"), (Lines{"a", ""}));
  EXPECT_EQ(split_lines("\n"), (Lines{"", ""}));
}

}  // namespace
}  // namespace pty::text
