// Alacritty's reference recordings: text and look of every cell.

#include <gtest/gtest.h>

#include <sstream>

#include "tests/vt/corpus_check.hpp"
#include "tests/vt/screen_facts.hpp"
#include "tests/vt/test_files.hpp"

namespace pty::vt_test {
namespace {

/// The look of a cell in the words of the .grid files: "<foreground> <background> <flags>".
std::string grid_look(const vt::Terminal& terminal, vt::Cell cell) {
  const term::Style& style = terminal.style(cell.style());
  std::string flags;
  auto add = [&flags](bool set, std::string_view name) {
    if (set) flags += (flags.empty() ? "" : ",") + std::string(name);
  };
  add(style.has(term::Attribute::inverse), "inverse");
  add(style.has(term::Attribute::bold), "bold");
  add(style.has(term::Attribute::italic), "italic");
  add(style.underline() == term::Underline::single, "underline");
  add(style.has(term::Attribute::dim), "dim");
  add(style.has(term::Attribute::invisible), "hidden");
  add(style.has(term::Attribute::strikethrough), "strikeout");
  add(style.underline() == term::Underline::twice, "double_underline");
  add(style.underline() == term::Underline::curly, "undercurl");
  return color_name(style.foreground) + ' ' + color_name(style.background) + ' ' +
         (flags.empty() ? "-" : flags);
}

/// The terminal's screen as a .grid file has it.
std::string grid_of(const vt::Terminal& terminal) {
  constexpr std::string_view kDefault = "- - -";
  base::Size size = terminal.size();
  std::ostringstream out;
  out << "size " << size.rows << ' ' << size.cols << '\n';
  for (std::uint16_t row = 0; row < size.rows; ++row) {
    std::string text = row_text(terminal, row);
    if (!text.empty()) out << "row " << row << ' ' << text << '\n';
    std::uint16_t first = 0;
    for (std::uint16_t col = 1; col <= size.cols; ++col) {
      std::string look = grid_look(terminal, cell_at(terminal, row, first));
      if (col < size.cols && grid_look(terminal, cell_at(terminal, row, col)) == look) continue;
      if (look != kDefault) out << "run " << row << ' ' << first << ' ' << col << ' ' << look << '\n';
      first = col;
    }
  }
  return out.str();
}

base::Size size_of(const std::string& grid) {
  std::istringstream in(grid);
  std::string word;
  base::Size size;
  in >> word >> size.rows >> size.cols;
  return size;
}

class AlacrittyRecording : public testing::TestWithParam<std::string> {};

TEST_P(AlacrittyRecording, LeavesTheExpectedGrid) {
  std::filesystem::path folder = data_folder() / "corpus" / "alacritty";
  std::string bytes = read_bytes(folder / (GetParam() + ".bytes"));
  std::string expected = read_bytes(folder / (GetParam() + ".grid"));
  Setting setting{size_of(expected), {}};
  Played played = play(setting, {{bytes, std::nullopt}});
  std::string got = grid_of(*played.terminal);
  if (Ledger().lists("alacritty/" + GetParam()))
    EXPECT_NE(got, expected) << "listed in the ledger, but passes";
  else
    EXPECT_EQ(got, expected);
  std::size_t cuts = bytes.size() > 50'000 ? 4 : 24;
  for (const std::string& difference : check_stream(setting, bytes, {12, cuts})) ADD_FAILURE() << difference;
}

std::vector<std::string> recordings() {
  std::vector<std::string> out;
  for (const auto& path : files_in(data_folder() / "corpus" / "alacritty", ".grid"))
    out.push_back(path.stem().string());
  return out;
}

INSTANTIATE_TEST_SUITE_P(Corpus, AlacrittyRecording, testing::ValuesIn(recordings()),
                         [](const auto& one) { return one.param; });

TEST(AlacrittyCorpus, NinetyThreeOfAHundredHold) {
  Ledger ledger;
  std::size_t files = recordings().size() - ledger.choices("alacritty");
  std::size_t missed = ledger.misses("alacritty");
  EXPECT_GE((files - missed) * 100, files * 93) << missed << " of " << files << " in the ledger";
}

}  // namespace
}  // namespace pty::vt_test
