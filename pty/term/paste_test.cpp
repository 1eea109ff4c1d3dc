#include "pty/term/paste.hpp"

#include <gtest/gtest.h>

#include <string>

namespace pty::term {
namespace {

using base::ByteBuffer;

ByteBuffer filtered(base::ByteView stream, std::size_t cut) {
  PasteEndFilter filter;
  ByteBuffer out;
  EXPECT_TRUE(filter.feed(stream.substr(0, cut), out));
  EXPECT_TRUE(filter.feed(stream.substr(cut), out));
  filter.finish(out);
  return out;
}

// D-142, R-085: whoever cuts the stream wherever, no end marker gets through, and nothing else is lost.
TEST(PasteEndFilter, RemovesEveryEndMarkerHoweverItIsCutOrMade) {
  struct FilterCase {
    std::string stream, kept;
  };
  const FilterCase cases[] = {
      {"plain", "plain"},
      {"a\x1b[201~b", "ab"},
      {"\x1b[201~\x1b[201~", ""},
      {"a\x1b[20\x1b[201~1~b", "ab"},
      {"\x1b\x1b[201~[201~", ""},
      {"\x1b[2\x1b[20\x1b[201~1~01~x", "x"},
      {"\x1b[200~a\x1b[31m\x1b[20", "\x1b[200~a\x1b[31m\x1b[20"},
      {"\x1b[201\x1b[201", "\x1b[201\x1b[201"},
  };
  for (const FilterCase& c : cases)
    for (std::size_t cut = 0; cut <= c.stream.size(); ++cut)
      EXPECT_EQ(filtered(c.stream, cut), c.kept) << c.stream << " cut at " << cut;
}

TEST(PasteEndFilter, WhatIsMadeOfBeginningsOnlyHasABound) {
  PasteEndFilter filter;
  ByteBuffer out;
  ByteBuffer nested;
  while (nested.size() <= PasteEndFilter::kMaxHeldBack) nested += "\x1b[20";
  EXPECT_FALSE(filter.feed(nested, out));
}

}  // namespace
}  // namespace pty::term
