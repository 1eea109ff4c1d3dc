// xterm.js' escape sequence files: the visible text of an 80x25 screen.

#include <gtest/gtest.h>

#include "tests/vt/corpus_check.hpp"
#include "tests/vt/screen_facts.hpp"
#include "tests/vt/test_files.hpp"

namespace pty::vt_test {
namespace {

const Setting kSetting{{25, 80}, {}};

std::string with_carriage_returns(const std::string& bytes) {
  std::string out;
  for (char c : bytes) {
    if (c == '\n') out += '\r';
    out += c;
  }
  return out;
}

/// Trailing blanks of lines and blank lines at the end dropped.
std::string trimmed_lines(const std::string& text) {
  std::string out;
  std::string line;
  for (char c : text + "\n") {
    if (c != '\n') {
      line += c;
      continue;
    }
    line.resize(line.find_last_not_of(' ') + 1);
    out += line + '\n';
    line.clear();
  }
  std::size_t last = out.find_last_not_of('\n');
  out.resize(last == std::string::npos ? 0 : last + 1);
  return out;
}

class XtermJsFile : public testing::TestWithParam<std::string> {};

TEST_P(XtermJsFile, LeavesTheExpectedScreen) {
  std::filesystem::path folder = data_folder() / "corpus" / "xtermjs";
  std::string bytes = with_carriage_returns(read_bytes(folder / (GetParam() + ".in")));
  std::string expected = trimmed_lines(read_bytes(folder / (GetParam() + ".text")));
  Played played = play(kSetting, {{bytes, std::nullopt}});
  std::string got = trimmed_lines(screen_text(*played.terminal));
  if (Ledger().lists("xtermjs/" + GetParam()))
    EXPECT_NE(got, expected) << "listed in the ledger, but passes";
  else
    EXPECT_EQ(got, expected);
  for (const std::string& difference : check_stream(kSetting, bytes, {16, 100})) ADD_FAILURE() << difference;
}

std::vector<std::string> streams() {
  std::vector<std::string> out;
  for (const auto& path : files_in(data_folder() / "corpus" / "xtermjs", ".in"))
    out.push_back(path.stem().string());
  return out;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = info.param;
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Corpus, XtermJsFile, testing::ValuesIn(streams()), test_name);

TEST(XtermJsCorpus, NineteenOfTwentyFilesHold) {
  Ledger ledger;
  std::size_t files = streams().size() - ledger.choices("xtermjs");
  std::size_t missed = ledger.misses("xtermjs");
  EXPECT_GE((files - missed) * 100, files * 95) << missed << " of " << files << " in the ledger";
}

}  // namespace
}  // namespace pty::vt_test
