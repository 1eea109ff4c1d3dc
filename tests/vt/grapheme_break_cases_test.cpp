// All of Unicode's grapheme cluster test cases.

#include <gtest/gtest.h>

#include <sstream>

#include "pty/text/grapheme_break.hpp"
#include "pty/text/utf8.hpp"
#include "tests/vt/test_files.hpp"

namespace pty::vt_test {
namespace {

/// The same line as the state machine sees it: "÷ 0020 × 0308 ÷".
std::string with_our_boundaries(const std::string& line) {
  std::istringstream words(line);
  std::string out;
  text::BreakState state = text::BreakState::start;
  for (std::string word; words >> word;) {
    if (word == "\u00F7" || word == "\u00D7") continue;
    auto info = text::lookup(static_cast<char32_t>(std::stoul(word, nullptr, 16)));
    text::BreakStep step = text::break_step(state, info.break_kind());
    out += (step.boundary ? "\u00F7 " : "\u00D7 ") + word + " ";
    state = step.next;
  }
  return out + "\u00F7";
}

TEST(GraphemeBreakCases, AllOfUnicodesCasesHold) {
  std::istringstream lines(read_bytes(data_folder() / "data" / "grapheme_break_cases.txt"));
  std::size_t count = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with('#') || line.empty()) continue;
    EXPECT_EQ(with_our_boundaries(line), line);
    ++count;
  }
  EXPECT_GE(count, 600u);
}

}  // namespace
}  // namespace pty::vt_test
