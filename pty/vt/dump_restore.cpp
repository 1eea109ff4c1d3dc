#include "pty/vt/dump_restore.hpp"

#include <algorithm>
#include <vector>

#include "pty/vt/dump_painter.hpp"
#include "pty/vt/dump_state.hpp"
#include "pty/vt/row_marks.hpp"
#include "pty/vt/terminal_state.hpp"

namespace pty::vt {
namespace {

constexpr std::string_view kEnterAlternate = "\x1b[?1049h";

bool is_blank(const RowView& row) {
  return !marks_on(row).any() &&
         std::all_of(row.cells, row.cells + row.used, [](Cell cell) { return cell.is_zero(); });
}

// Rows that must be printed for the screen to look right.
std::uint16_t painted_rows(const Grid& grid) {
  std::uint16_t rows = grid.rows();
  while (rows > 0 && is_blank(grid.view(static_cast<std::uint16_t>(rows - 1)))) --rows;
  // The row that a wrapped one continues in may be blank.
  const bool wraps = rows > 0 && rows < grid.rows() &&
                     grid.header(static_cast<std::uint16_t>(rows - 1)).has(RowFlag::wrapped);
  return static_cast<std::uint16_t>(rows + (wraps ? 1 : 0));
}

void write_rows(DumpPainter& painter, const Grid& grid, std::uint16_t rows) {
  for (std::uint16_t i = 0; i < rows; ++i) {
    const RowView row = grid.view(i);
    painter.row(row, grid.cols());
    if (i + 1 == rows) break;
    if (row.has(RowFlag::wrapped))
      painter.soft_break(row.cells[grid.cols() - 1], grid.view(static_cast<std::uint16_t>(i + 1)),
                         grid.cols());
    else
      painter.hard_break();
  }
}

// What the alternate screen keeps while the primary one is active. Pre: baseline, nothing painted yet.
void write_hidden_alternate(const TerminalState& state, DumpPainter& painter, base::ByteBuffer& out) {
  if (state.on_alternate() || !state.alternate) return;
  const ScreenState& hidden = *state.alternate;
  const std::uint16_t rows = painted_rows(hidden.grid);
  if (rows == 0 && hidden.keyboard == KeyboardStack{} && hidden.saved == SavedCursor{}) return;
  out.append("\x1b[?47h");
  write_saved_cursor(hidden.saved, state.size, out);
  write_keyboard(hidden.keyboard, out);
  write_rows(painter, hidden.grid, rows);
  painter.reset_look();
  out.append("\x1b[H\x1b[?47l");  // in this order: a pending wrap would come along
}

// Prints history and screen in flow: the receiver wraps and scrolls by itself, so that what scrolls off is
// joined into the same lines as here.
class FlowWriter {
 public:
  FlowWriter(const TerminalState& state, DumpPainter& painter, base::ByteBuffer& out)
      : state_(state), painter_(painter), out_(out) {}

  // With history above it every row of the screen has to be made, or the receiver would not have scrolled as
  // far.
  // Returns where the history ends in the output.
  std::size_t write(std::size_t budget) {
    const Grid& grid = state_.grid();
    const bool with_history = !state_.on_alternate() && !state_.history.empty() && write_history(budget);
    const std::size_t history_end = out_.size();
    write_rows(painter_, grid, with_history ? grid.rows() : painted_rows(grid));
    return history_end;
  }

 private:
  // False if there was no room for any line.
  bool write_history(std::size_t budget) {
    const std::size_t begin = out_.size();
    const DumpPainter at_begin = painter_;
    std::vector<std::size_t> starts;
    starts.reserve(state_.history.lines());
    state_.history.for_each_line([&](const History::Line& line) {
      starts.push_back(out_.size());
      write_line(line);
      return true;
    });
    const std::size_t end = out_.size();
    if (end <= budget) return true;
    // Too much: once more, from the first line that leaves it small enough.
    std::size_t first = 0;
    while (first < starts.size() && end - starts[first] + begin > budget) ++first;
    out_.resize(begin);
    painter_.carry_on_from(at_begin);
    entry_ = DumpPainter::Entry::new_line;
    state_.history.for_each_line_from(first, [&](const History::Line& line) {
      write_line(line);
      return true;
    });
    return first < starts.size();
  }

  void write_line(const History::Line& line) {
    const Grid& grid = state_.grid();
    painter_.line(line, grid.cols(), entry_);
    entry_ = DumpPainter::Entry::new_line;
    if (!line.open && !read_head(line.bytes).continued) return painter_.hard_break();
    const std::uint32_t col = end_column(line.bytes, grid.cols());
    const bool full = col == grid.cols();
    if (line.open)
      painter_.soft_break(full ? Cell(U'x') : Cell::make(0, CellWidth::wrap_blank, 0, 0), grid.view(0),
                          grid.cols());
    else if (full)
      entry_ = DumpPainter::Entry::wrapped;
    else
      painter_.hard_break();
  }

  const TerminalState& state_;
  DumpPainter& painter_;
  base::ByteBuffer& out_;
  DumpPainter::Entry entry_ = DumpPainter::Entry::new_line;
};

// What a screen usually takes; only a hint for the allocation.
std::size_t usual_screen_bytes(const TerminalState& state) {
  return std::size_t{4096} + std::size_t{state.size.rows} * state.size.cols * 8;
}

// Writes the whole restore, with history up to offset `budget` of the output. Returns the bytes behind the
// history.
std::size_t write_restore(const TerminalState& state, std::size_t budget, base::ByteBuffer& out) {
  if (state.on_alternate()) out.append(kEnterAlternate);
  write_baseline(out);
  write_saved_modes(state, out);
  DumpPainter painter(out, state.tables, DumpPainter::Marks::keep);
  write_hidden_alternate(state, painter, out);
  write_saved_cursor(state.screen->saved, state.size, out);
  const std::size_t history_end = FlowWriter(state, painter, out).write(budget);
  write_strings(state, out);
  write_tab_stops(state, out);
  write_cursor(state, painter, out);
  write_modes(state, out);
  return out.size() - history_end;
}

}  // namespace

base::ByteBuffer restore_dump(const Terminal& terminal, const RestoreOptions& options) {
  const TerminalState& state = terminal.state();
  base::ByteBuffer out;
  // Colours take about three times their packed size. What is not used is only asked for, not touched;
  // growing on the way costs more than painting.
  constexpr std::size_t kPackedToPainted = 3;
  const std::size_t history = state.on_alternate() ? 0 : kPackedToPainted * state.history.raw_bytes();
  out.reserve(usual_screen_bytes(state) + std::min(history, options.max_bytes));
  const std::size_t behind_history = write_restore(state, options.max_bytes, out);
  if (out.size() <= options.max_bytes) return out;
  // The screen goes whole, so history gets what it leaves. The pen may differ where they meet: a little less.
  constexpr std::size_t kSeam = 4096;
  const std::size_t taken = behind_history + kSeam;
  out.clear();
  write_restore(state, options.max_bytes > taken ? options.max_bytes - taken : 0, out);
  return out;
}

base::ByteBuffer primary_repaint(const Terminal& terminal) {
  const TerminalState& state = terminal.state();
  base::ByteBuffer out;
  out.reserve(usual_screen_bytes(state));
  write_baseline(out);
  out.append("\x1b[2J");
  write_saved_cursor(state.screen->saved, state.size, out);
  DumpPainter painter(out, state.tables, DumpPainter::Marks::keep);
  painter.assume_semantic(state.semantic);
  write_rows(painter, state.grid(), painted_rows(state.grid()));
  write_cursor(state, painter, out);
  write_modes(state, out);
  return out;
}

}  // namespace pty::vt
