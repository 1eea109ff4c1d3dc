#include "vttest_program.hpp"

#include <fmt/format.h>

#include "tests/vt/screen_facts.hpp"

namespace pty::scenario {
namespace {

constexpr base::Size kSize{24, 80};

Stop stop_of(std::string_view output) {
  if (output.ends_with("<RETURN>")) return Stop::page;
  return output.ends_with("): ") ? Stop::menu : Stop::never;
}

// "4-9 bold; 12-20 inverse": columns from 1, runs of one look.
std::string looks_of_row(const vt::Terminal& terminal, std::uint16_t row) {
  std::string out;
  const auto look_at = [&](std::uint16_t col) {
    return vt_test::cell_look(terminal, vt_test::cell_at(terminal, row, col));
  };
  for (std::uint16_t first = 0; first < kSize.cols;) {
    const std::string look = look_at(first);
    std::uint16_t end = first;
    while (end < kSize.cols && look_at(end) == look) ++end;
    if (!look.empty())
      out += fmt::format("{}{}-{} {}", out.empty() ? "" : "; ", first + 1, static_cast<int>(end), look);
    first = end;
  }
  return out;
}

}  // namespace

// The second number keeps vttest from 132 columns, which the terminal refuses.
VttestProgram::VttestProgram()
    : client_(box_.on_terminal({"run", "--id", "v", "--", "vttest", "24x80.80"}, kSize)) {
  EXPECT_TRUE(client_.wait_for_text("Enter choice number"));
}

Stop VttestProgram::type(std::string_view keys) {
  const std::size_t from = client_.bytes().size();
  client_.type(keys);
  return wait_for_stop(from);
}

Stop VttestProgram::wait_for_stop(std::size_t from) {
  const auto output = [&] { return std::string_view(client_.bytes()).substr(from); };
  EXPECT_TRUE(client_.wait_until([&] { return stop_of(output()) != Stop::never; }, "vttest waits for a key"));
  return stop_of(output());
}

std::string VttestProgram::picture() const {
  const vt::Terminal& terminal = client_.terminal();
  std::string out;
  for (std::uint16_t row = 0; row < kSize.rows; ++row) {
    const std::string text = vt_test::row_text(terminal, row);
    const std::string looks = looks_of_row(terminal, row);
    if (!text.empty() || !looks.empty()) out += fmt::format("{:2}|{}\n", row + 1, text);
    if (!looks.empty()) out += fmt::format("  ~ {}\n", looks);
  }
  const vt::Cursor cursor = terminal.cursor();
  out += fmt::format("cursor {},{}", cursor.row + 1, cursor.col + 1);
  if (cursor.pending_wrap) out += " pending wrap";
  if (terminal.cursor_shape() != 0) out += fmt::format(" shape {}", terminal.cursor_shape());
  if (!terminal.mode(term::Mode::cursor_visible)) out += " hidden";
  if (terminal.mode(term::Mode::reverse_video)) out += " reverse screen";
  if (terminal.on_alternate()) out += " alternate";
  out += '\n';
  return out;
}

}  // namespace pty::scenario
