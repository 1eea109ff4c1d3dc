// Walks through vttest's menus: every page that it shows is as it was when somebody compared it with what the
// page itself says must be seen. tests/vttest/goldens/README.md tells what was found then.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include "vttest_program.hpp"

namespace pty::scenario {
namespace {

constexpr int kMaxPages = 60;

/// The numbers of the menus on the way to one test.
struct Walk {
  std::string name;
  std::vector<std::string> choices;
};

void PrintTo(const Walk& walk, std::ostream* out) {
  *out << walk.name;
}

const std::vector<Walk> kWalks{
    {"cursor_movements", {"1"}},
    {"screen_features", {"2"}},
    {"vt100_character_sets", {"3", "8"}},
    {"shift_in_and_out", {"3", "9"}},
    {"locking_shifts", {"3", "10"}},
    {"single_shifts", {"3", "11"}},
    {"national_sets", {"3", "3", "8"}},
    {"double_size", {"4"}},
    {"status_reports", {"6", "3"}},
    {"primary_attributes", {"6", "4"}},
    {"secondary_attributes", {"6", "5"}},
    {"tertiary_attributes", {"6", "6"}},
    {"insert_and_delete", {"8"}},
    {"bug_scroll_region", {"9", "2"}},
    {"bug_wrap_around", {"9", "7"}},
    {"bug_funny_regions", {"9", "9"}},
    {"soft_reset", {"10", "3"}},
    {"vt220_cursor_visibility", {"11", "1", "2", "2"}},
    {"vt220_erase_characters", {"11", "1", "2", "3"}},
    {"vt220_protected_areas", {"11", "1", "2", "4"}},
    {"vt320_pan_down", {"11", "2", "2", "1"}},
    {"vt320_pan_up", {"11", "2", "2", "2"}},
    {"vt420_back_index", {"11", "3", "2", "7"}},
    {"vt420_forward_index", {"11", "3", "2", "8"}},
    {"vt420_moves_in_margins", {"11", "3", "2", "3", "4", "5", "9"}},
    {"vt420_other_moves_in_margins", {"11", "3", "2", "3", "4", "5", "10"}},
    {"vt420_moves_with_origin", {"11", "3", "2", "2", "3", "4", "5", "9"}},
    {"vt420_columns", {"11", "3", "3", "9"}},
    {"vt420_columns_in_margins", {"11", "3", "3", "2", "3", "4", "9"}},
    {"vt420_scrolling_in_margins", {"11", "3", "3", "2", "3", "4", "10"}},
    {"vt420_lines_in_margins", {"11", "3", "3", "2", "3", "4", "11"}},
    {"vt420_characters_in_margins", {"11", "3", "3", "2", "3", "4", "12"}},
    {"vt420_formatting_in_margins", {"11", "3", "3", "2", "3", "4", "13"}},
    {"rectangle_change", {"11", "3", "6", "7"}},
    {"rectangle_copy", {"11", "3", "6", "8"}},
    {"rectangle_erase", {"11", "3", "6", "9"}},
    {"rectangle_fill", {"11", "3", "6", "10"}},
    {"rectangle_reverse", {"11", "3", "6", "11"}},
    {"rectangle_selective_erase", {"11", "3", "6", "12"}},
    {"rectangle_copy_in_margins", {"11", "3", "6", "1", "2", "3", "4", "8"}},
    {"vt520_cursor_style", {"11", "4", "6", "2"}},
    {"hpa", {"11", "5", "1"}},
    {"cbt", {"11", "5", "2"}},
    {"cha", {"11", "5", "3"}},
    {"cht", {"11", "5", "4"}},
    {"hpr", {"11", "5", "5"}},
    {"vpa", {"11", "5", "6"}},
    {"cnl", {"11", "5", "7"}},
    {"cpl", {"11", "5", "8"}},
    {"vpr", {"11", "5", "9"}},
    {"colors", {"11", "6", "2"}},
    {"color_reset", {"11", "6", "3"}},
    {"color_erase", {"11", "6", "4"}},
    {"color_erase_and_index", {"11", "6", "5"}},
    {"color_insert_and_delete", {"11", "6", "6", "3"}},
    {"color_repeat", {"11", "6", "7", "2"}},
    {"color_scroll_left", {"11", "6", "7", "4"}},
    {"color_screen_features", {"11", "6", "8"}},
    {"sgr_22_to_27", {"11", "6", "9"}},
    {"iso_protected_areas", {"11", "7", "1", "2"}},
    {"repeat", {"11", "7", "2"}},
    {"scroll_down", {"11", "7", "3"}},
    {"scroll_left", {"11", "7", "4"}},
    {"scroll_right", {"11", "7", "5"}},
    {"scroll_up", {"11", "7", "6"}},
    {"mode_requests", {"11", "8", "2", "2"}},
    {"alternate_47", {"11", "8", "7", "3"}},
    {"alternate_1047", {"11", "8", "7", "4"}},
    {"alternate_1049", {"11", "8", "7", "5"}},
};

std::string golden_path(const Walk& walk) {
  return std::string(VTTEST_GOLDENS) + "/" + walk.name + ".txt";
}

std::string read_golden(const Walk& walk) {
  std::ifstream in(golden_path(walk), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

class Vttest : public testing::TestWithParam<Walk> {};

TEST_P(Vttest, ShowsThePagesThatWereReviewed) {
  const Walk& walk = GetParam();
  VttestProgram vttest;
  Stop stop = Stop::menu;
  for (const std::string& choice : walk.choices) {
    ASSERT_EQ(stop, Stop::menu);
    stop = vttest.type(choice + "\r");
  }
  std::string pictures;
  for (int page = 1; stop == Stop::page && page <= kMaxPages; ++page) {
    if (page == 1) {
      EXPECT_EQ(vttest.client_text(), vttest.session_text()) << "client and session";
    }
    pictures += fmt::format("== page {} ==\n{}", page, vttest.picture());
    stop = vttest.type("\r");
  }
  EXPECT_EQ(stop, Stop::menu) << "the way back";
  EXPECT_FALSE(pictures.empty()) << "no page on the way";
  if (std::getenv("PTY_ACCEPT") != nullptr)
    std::ofstream(golden_path(walk), std::ios::binary) << pictures;
  else
    EXPECT_EQ(pictures, read_golden(walk)) << "PTY_ACCEPT=1 writes it again, if this is right";
}

INSTANTIATE_TEST_SUITE_P(Walks, Vttest, testing::ValuesIn(kWalks),
                         [](const auto& param) { return param.param.name; });

}  // namespace
}  // namespace pty::scenario
