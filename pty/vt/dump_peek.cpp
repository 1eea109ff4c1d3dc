#include "pty/vt/dump_peek.hpp"

#include <algorithm>

#include "pty/vt/dump_painter.hpp"
#include "pty/vt/dump_state.hpp"
#include "pty/vt/terminal_state.hpp"

namespace pty::vt {
namespace {

bool is_blank(const RowView& row) {
  return std::all_of(row.cells, row.cells + row.used, [](Cell cell) { return cell.is_zero(); });
}

std::uint16_t rows_to_last_used(const Grid& grid) {
  std::uint16_t rows = grid.rows();
  while (rows > 0 && is_blank(grid.view(static_cast<std::uint16_t>(rows - 1)))) --rows;
  return rows;
}

struct Wish {
  Extent extent;
  PeekEnd end;
  Detail detail;
  std::size_t limit;
};

// Stops when it gets longer than the limit.
base::ByteBuffer draw(const TerminalState& state, const Wish& wish) {
  const auto [extent, end, detail, limit] = wish;
  const Grid& grid = state.grid();
  base::ByteBuffer out;
  out.reserve(usual_screen_bytes(state) + (extent == Extent::full ? usual_history_bytes(state) : 0));
  DumpPainter painter(out, state.tables, DumpPainter::Marks::drop);
  const bool history = extent == Extent::full && !state.on_alternate() && !state.history.empty();
  if (history) {
    state.history.for_each_line([&](const History::Line& line) {
      painter.line(line, grid.cols(), DumpPainter::Entry::new_line);
      if (!read_head(line.bytes).continued()) painter.hard_break();
      return out.size() <= limit;
    });
  }
  // Who is to go on must have scrolled as far as this screen has.
  const std::uint16_t rows = history && end == PeekEnd::at_cursor ? grid.rows() : rows_to_last_used(grid);
  painter.draw_in(detail);
  for (std::uint16_t i = 0; i < rows && (detail == Detail::characters || out.size() <= limit); ++i) {
    const RowView row = grid.view(i);
    painter.row(row, grid.cols());
    if (i + 1 < rows && !row.has(RowFlag::wrapped)) painter.hard_break();
  }
  painter.draw_in(Detail::whole);
  painter.set_style({});
  painter.set_link({}, {});
  if (end == PeekEnd::in_flow) {
    write_viewer_modes(state, out);
  } else {
    write_cursor_in_flow(state, rows, painter, out);
    write_modes(state, out);
  }
  return out;
}

}  // namespace

base::ByteBuffer peek_dump(const Terminal& terminal, Extent extent, PeekEnd end, std::size_t limit) {
  const TerminalState& state = terminal.state();
  return draw_within(limit, extent,
                     [&](Extent drawn, Detail detail) { return draw(state, {drawn, end, detail, limit}); });
}

}  // namespace pty::vt
