#include "pty/cli/send_plan.hpp"

#include <gtest/gtest.h>

namespace pty::cli {
namespace {

base::Result<SendPlan> plan(const std::vector<std::string_view>& words) {
  base::Result<Arguments> arguments = parse_arguments(*find_verb("send"), words);
  if (!arguments) return base::fail(arguments.error());
  return plan_send(*arguments);
}

std::string complaint(const std::vector<std::string_view>& words) {
  const base::Result<SendPlan> made = plan(words);
  return made ? "none" : made.error().text;
}

using Items = std::vector<base::ByteBuffer>;

// text is one item as it is, --seq values are items in their order.
TEST(SendPlan, ReadsTextOrASequence) {
  EXPECT_EQ(plan({"s", "hello\n"})->items, (Items{"hello\n"}));
  EXPECT_EQ(plan({"s", "--seq", "a", "--seq", "key:return", "--seq", "b"})->items, (Items{"a", "\r", "b"}));
  EXPECT_EQ(plan({"s", "--", "--paste"})->items, (Items{"--paste"}));
}

// D-141: the gap is 300 ms unless given, and given in whole milliseconds.
TEST(SendPlan, ReadsTheDelay) {
  EXPECT_EQ(plan({"s", "--seq", "a"})->delay, base::Milliseconds{300});
  EXPECT_EQ(plan({"s", "--with-delay", "0", "--seq", "a"})->delay, base::Milliseconds{0});
  EXPECT_EQ(plan({"s", "--seq", "a", "--with-delay", "0.4285"})->delay, base::Milliseconds{429});
  EXPECT_EQ(plan({"s", "--seq", "a", "--with-delay=0.0001"})->delay, base::Milliseconds{0});
  for (const std::string_view bad : {"-1", "abc", "nan", "1e99"})
    EXPECT_EQ(complaint({"s", "--seq", "a", "--with-delay", bad}),
              "--with-delay requires a non-negative number (seconds).");
}

// the option stands anywhere.
TEST(SendPlan, ReadsWhatPasteIsWanted) {
  EXPECT_EQ(plan({"s", "a"})->paste, PasteWish::no);
  EXPECT_EQ(plan({"s", "a", "--paste"})->paste, PasteWish::always);
  EXPECT_EQ(plan({"--paste", "s", "--seq", "a"})->paste, PasteWish::always);
  EXPECT_EQ(plan({"s", "--paste=always", "a"})->paste, PasteWish::always);
  EXPECT_EQ(plan({"s", "--paste=auto", "a"})->paste, PasteWish::if_asked);
  EXPECT_EQ(complaint({"s", "a", "--paste=maybe"}),
            "pty send: --paste knows \"auto\" and \"always\" (got \"maybe\")");
}

TEST(SendPlan, ReadsWhereTheBytesComeFrom) {
  EXPECT_EQ(plan({"s", "-"})->input, "-");
  EXPECT_EQ(plan({"s", "--file", "-"})->input, "-");
  EXPECT_EQ(plan({"s", "--file=notes"})->input, "notes");
  EXPECT_EQ(plan({"s", "--", "-"})->items, (Items{"-"})) << "after -- it is a dash";
  EXPECT_EQ(complaint({"s", "--file", "f", "text"}), "Cannot mix --file with text or --seq flags.");
  EXPECT_EQ(complaint({"s", "--file", "f", "--seq", "a"}), "Cannot mix --file with text or --seq flags.");
  EXPECT_EQ(complaint({"s", "--file="}), "pty send: --file requires a path that is not empty");
}

TEST(SendPlan, ASubmissionIsOneText) {
  EXPECT_TRUE(plan({"s", "--submit", "a"})->submit);
  EXPECT_TRUE(plan({"s", "--submit", "--file", "f"})->submit);
  EXPECT_EQ(complaint({"s", "--submit", "--seq", "a"}),
            "pty send: --submit takes a text, not --seq; it presses Enter itself");
  EXPECT_EQ(complaint({"s", "--submit", "a", "--with-delay", "1"}),
            "pty send: --with-delay has no place in what is sent at once (--submit, --paste=auto)");
  EXPECT_EQ(complaint({"s", "--submit"}), "Nothing to send.");
}

}  // namespace
}  // namespace pty::cli
