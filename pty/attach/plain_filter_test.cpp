#include "pty/attach/plain_filter.hpp"

#include <gtest/gtest.h>

namespace pty::attach {
namespace {

std::string filtered(PlainFilter::Newlines newlines, std::initializer_list<base::ByteView> pieces) {
  PlainFilter filter(newlines);
  std::string out;
  for (const base::ByteView piece : pieces) filter.feed(piece, out);
  return out;
}

TEST(PlainFilter, KeepsTextAndLineEndsAcrossAnySplit) {
  EXPECT_EQ(filtered(PlainFilter::Newlines::as_they_are, {"a\x1b[3", "1mb\n\x1b]2;t",
                                                          "itle\x07\x07"
                                                          "c\r\n"}),
            "ab\nc\r\n");
}

// A raw terminal would go on in the next line at the same column.
TEST(PlainFilter, GivesATerminalTheReturnThatALineFeedNeeds) {
  EXPECT_EQ(filtered(PlainFilter::Newlines::for_terminal, {"one\ntwo\r", "\nthree\n\n"}),
            "one\r\ntwo\r\nthree\r\n\r\n");
}

}  // namespace
}  // namespace pty::attach
