#include "pty/vt/line_marks.hpp"

#include <gtest/gtest.h>

namespace pty::vt {
namespace {

RowMarks ended(std::int32_t code) {
  return {code, static_cast<std::uint8_t>(static_cast<unsigned>(RowFlag::command_end) |
                                          static_cast<unsigned>(RowFlag::exit_known))};
}

TEST(LineMarks, LinesAreFoundByNumberUntilTheyAreDropped) {
  LineMarks marks;
  for (std::uint64_t line = 0; line < 1000; line += 10) marks.add(line, ended(static_cast<int>(line)));
  EXPECT_EQ(marks.of(500), ended(500));
  EXPECT_EQ(marks.of(505), RowMarks{});
  marks.drop_before(300);
  EXPECT_EQ(marks.of(290), RowMarks{});
  EXPECT_EQ(marks.of(300), ended(300));
  marks.drop_from(800);
  EXPECT_EQ(marks.of(790), ended(790));
  EXPECT_EQ(marks.of(800), RowMarks{});
  marks.add(805, ended(5));
  EXPECT_EQ(marks.of(805), ended(5));
  marks.clear();
  EXPECT_EQ(marks.of(805), RowMarks{});
}

TEST(LineMarks, MemoryIsBoundedWhateverIsAdded) {
  LineMarks marks;
  for (std::uint64_t line = 0; line < 10 * kMaxMarkedLines; ++line) marks.add(line, ended(1));
  EXPECT_LE(marks.memory_bytes(), 4 * kMaxMarkedLines * 16);
  EXPECT_EQ(marks.of(10 * kMaxMarkedLines - 1), ended(1));
  EXPECT_EQ(marks.of(9 * kMaxMarkedLines - 1), RowMarks{});
}

TEST(RowMarks, ALaterEndReplacesAnEarlierOne) {
  RowMarks marks = ended(1);
  marks.merge(ended(2));
  EXPECT_EQ(marks, ended(2));
  marks.merge({0, static_cast<std::uint8_t>(RowFlag::prompt)});
  EXPECT_EQ(marks.exit_code, 2);
  EXPECT_TRUE(marks.has(RowFlag::prompt));
  marks.merge({0, static_cast<std::uint8_t>(RowFlag::command_end)});
  EXPECT_FALSE(marks.has(RowFlag::exit_known)) << "an end without a code";
}

}  // namespace
}  // namespace pty::vt
