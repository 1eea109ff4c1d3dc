// Every tests/vt/cases/*.vtt is one test. D-060, D-062: a restore dump brings everything back.

#include <gtest/gtest.h>

#include "tests/vt/test_files.hpp"
#include "tests/vt/vtt_runner.hpp"

namespace pty::vt_test {
namespace {

class VttFile : public testing::TestWithParam<std::string> {};

TEST_P(VttFile, BehavesAsWritten) {
  std::string text = read_bytes(data_folder() / "cases" / (GetParam() + ".vtt"));
  for (const std::string& failure : run_script(parse_script(text)))
    ADD_FAILURE() << GetParam() << ".vtt: " << failure;
}

std::vector<std::string> case_files() {
  std::vector<std::string> names;
  for (const auto& path : files_in(data_folder() / "cases", ".vtt")) names.push_back(path.stem().string());
  return names;
}

INSTANTIATE_TEST_SUITE_P(Vtt, VttFile, testing::ValuesIn(case_files()),
                         [](const auto& one) { return one.param; });

TEST(VttLanguage, ReportsWhatDoesNotHold) {
  auto failures =
      run_script(parse_script("== x\nsize 2 10\npush \"ab\"\nrow 0 \"ac\"\ncursor 0 9\nnonsense\n"));
  ASSERT_EQ(failures.size(), 3u);
  EXPECT_EQ(failures[0], "x, line 4: row 0 is \"ab\", not \"ac\"");
  EXPECT_EQ(failures[1], "x, line 5: the cursor is \"0 2\", not \"0 9\"");
  EXPECT_EQ(failures[2], "x, line 6: unknown statement \"nonsense\"");
}

TEST(VttLanguage, StringsKnowEscapesAndRepeats) {
  auto words = split_words(R"(push "\e[1m\x41\u{1F600}\"" "ab"x3 link="a b" # note)");
  ASSERT_TRUE(words.has_value());
  ASSERT_EQ(words->size(), 4u);
  EXPECT_EQ((*words)[1].text, "\x1b[1mA\U0001F600\"");
  EXPECT_EQ((*words)[2].text, "ababab");
  EXPECT_EQ((*words)[3].text, "link=a b");
  EXPECT_EQ(split_words("push \"open"), std::nullopt);
}

}  // namespace
}  // namespace pty::vt_test
