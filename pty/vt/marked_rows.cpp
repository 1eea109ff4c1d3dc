#include "pty/vt/marked_rows.hpp"

#include <utility>

#include "pty/vt/history_line.hpp"
#include "pty/vt/terminal_state.hpp"

namespace pty::vt {

std::vector<MarkedRow> marked_rows(const Terminal& terminal) {
  const TerminalState& state = terminal.state();
  std::vector<MarkedRow> marked;
  std::size_t row = 0;
  const auto add = [&](const RowMarks& marks) {
    if (marks.any()) marked.push_back({row, marks});
  };
  if (!state.on_alternate()) {
    state.history.for_each_line([&](const History::Line& line) {
      add(line.marks);
      row += line_rows(line.bytes, state.size.cols);
      return true;
    });
  }
  for (std::uint16_t i = 0; i < state.size.rows; ++i, ++row) add(marks_on(terminal.row(i)));
  return marked;
}

std::optional<LastCommand> last_command(const Terminal& terminal) {
  std::optional<LastCommand> last;
  std::optional<std::size_t> output;
  for (const MarkedRow& one : marked_rows(terminal)) {
    // Both on one row: the command that began there printed nothing.
    if (one.marks.has(RowFlag::output)) output = one.row;
    if (!one.marks.has(RowFlag::command_end)) continue;
    last = LastCommand{std::exchange(output, std::nullopt), one.row, std::nullopt};
    if (one.marks.has(RowFlag::exit_known)) last->exit_code = one.marks.exit_code;
  }
  return last;
}

}  // namespace pty::vt
