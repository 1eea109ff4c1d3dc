#include "pty/vt/row_edit.hpp"

#include <algorithm>
#include <cstring>

#include "pty/vt/pen.hpp"

namespace pty::vt {
namespace {

void extend_used(RowHeader& header, std::uint16_t end) {
  header.used = std::max(header.used, end);
}

/// Blanks the first half at `col` (and its second half): only the style's background of neither is kept.
void blank_wide(Grid& grid, std::uint16_t row, std::uint16_t col) {
  Cell* cells = grid.cells(row);
  cells[col] = Cell();
  if (col + 1 < grid.cols() && cells[col + 1].width() == CellWidth::second_half) cells[col + 1] = Cell();
  if (col + 2 >= grid.cols()) grid.header(row).clear(RowFlag::wrapped);
}

bool shows_on_a_blank(const term::Style& style) {
  return style.underline() != term::Underline::none || style.has(term::Attribute::inverse) ||
         style.has(term::Attribute::strikethrough) || style.has(term::Attribute::overline);
}

/// What is left of a character of this look when only the look stays.
Cell blank_of(InternTables& tables, StyleId id) {
  if (id == 0) return Cell();
  const term::Style style = tables.styles.at(id);
  if (shows_on_a_blank(style)) return Cell::make(U' ', CellWidth::narrow, id, 0);
  term::Style background;
  background.background = style.background;
  return Cell::make(0, CellWidth::narrow, tables.styles.intern(background), 0);
}

}  // namespace

std::uint16_t right_limit(const TerminalState& state) {
  const auto last = static_cast<std::uint16_t>(state.size.cols - 1);
  return state.cursor.col <= state.margins.right ? state.margins.right : last;
}

std::uint16_t line_start(const TerminalState& state) {
  if (state.mode(term::Mode::origin) || state.cursor.col >= state.margins.left) return state.margins.left;
  return 0;
}

void break_before(TerminalState& state, std::uint16_t row) {
  if (row > 0) {
    RowHeader& above = state.grid().header(static_cast<std::uint16_t>(row - 1));
    if (!above.has(RowFlag::wrapped)) return;
    state.grid().end_wrap(static_cast<std::uint16_t>(row - 1));
    above.generation = state.generation;
  } else if (!state.on_alternate()) {
    state.history.end_open_line();
  }
}

void split_wide(TerminalState& state, std::uint16_t row, std::uint16_t from, std::uint16_t to) {
  Grid& grid = state.grid();
  if (!grid.header(row).has(RowFlag::complex)) return;
  Cell* cells = grid.cells(row);
  if (from < grid.cols() && from > 0 && cells[from].width() == CellWidth::second_half)
    blank_wide(grid, row, static_cast<std::uint16_t>(from - 1));
  if (to < grid.cols() && to > 0 && cells[to].width() == CellWidth::second_half)
    blank_wide(grid, row, static_cast<std::uint16_t>(to - 1));
}

void erase_cells(TerminalState& state, std::uint16_t row, std::uint16_t from, std::uint16_t to) {
  if (from >= to) return;
  split_wide(state, row, from, to);
  Grid& grid = state.grid();
  const std::uint64_t bits = erase_bits(state);
  RowHeader& header = grid.header(row);
  Cell* cells = grid.cells(row);
  if (bits == 0) {
    const std::uint16_t end = std::min(to, header.used);
    if (from < end) std::memset(static_cast<void*>(cells + from), 0, (end - from) * sizeof(Cell));
    if (end == header.used && from < end) header.used = from;
  } else {
    std::fill(cells + from, cells + to, Cell(bits));
    extend_used(header, to);
    header.set(RowFlag::styled);
  }
  if (to == grid.cols()) header.clear(RowFlag::wrapped);
  header.generation = state.generation;
}

void erase_unprotected(TerminalState& state, std::uint16_t row, std::uint16_t from, std::uint16_t to) {
  collect_tables_if_full(state);
  Grid& grid = state.grid();
  Cell* const cells = grid.cells(row);
  RowHeader& header = grid.header(row);
  if (from > 0 && cells[from].width() == CellWidth::second_half) --from;
  if (to < grid.cols() && cells[to].width() == CellWidth::second_half) ++to;
  if (to == grid.cols() && !cells[to - 1].is_protected()) grid.end_wrap(row);
  for (std::uint16_t col = from; col < std::min(to, header.used); ++col)
    if (!cells[col].is_protected() && cells[col].is_written())
      cells[col] = blank_of(state.tables, cells[col].style());
  header.generation = state.generation;
}

void erase_row(TerminalState& state, std::uint16_t row) {
  break_before(state, row);
  Grid& grid = state.grid();
  grid.clear_row(row);
  RowHeader& header = grid.header(row);
  header.generation = state.generation;
  const std::uint64_t bits = erase_bits(state);
  if (bits == 0) return;
  Cell* cells = grid.cells(row);
  std::fill(cells, cells + grid.cols(), Cell(bits));
  header.used = grid.cols();
  header.set(RowFlag::styled);
}

void insert_cells(TerminalState& state, std::uint16_t row, std::uint16_t col, std::uint16_t end,
                  std::uint16_t count) {
  Grid& grid = state.grid();
  RowHeader& header = grid.header(row);
  const auto width = static_cast<std::uint16_t>(end - col);
  count = std::min(count, width);
  if (end == grid.cols()) grid.end_wrap(row);
  split_wide(state, row, col, end);
  split_wide(state, row, static_cast<std::uint16_t>(end - count), end);
  Cell* cells = grid.cells(row);
  const std::uint16_t moved_end =
      std::min<std::uint16_t>(header.used, static_cast<std::uint16_t>(end - count));
  if (col < moved_end) {
    std::memmove(static_cast<void*>(cells + col + count), cells + col, (moved_end - col) * sizeof(Cell));
    extend_used(header, static_cast<std::uint16_t>(moved_end + count));
  }
  erase_cells(state, row, col, static_cast<std::uint16_t>(col + count));
  header.generation = state.generation;
}

void delete_cells(TerminalState& state, std::uint16_t row, std::uint16_t col, std::uint16_t end,
                  std::uint16_t count) {
  Grid& grid = state.grid();
  RowHeader& header = grid.header(row);
  const auto width = static_cast<std::uint16_t>(end - col);
  count = std::min(count, width);
  if (end == grid.cols()) grid.end_wrap(row);
  split_wide(state, row, col, end);
  split_wide(state, row, static_cast<std::uint16_t>(col + count), end);
  Cell* cells = grid.cells(row);
  std::memmove(static_cast<void*>(cells + col), cells + col + count, (width - count) * sizeof(Cell));
  std::fill(cells + end - count, cells + end, Cell());
  erase_cells(state, row, static_cast<std::uint16_t>(end - count), end);
  header.generation = state.generation;
}

void copy_cells(TerminalState& state, std::uint16_t from_row, std::uint16_t to_row, std::uint16_t left,
                std::uint16_t right) {
  Grid& grid = state.grid();
  const auto end = static_cast<std::uint16_t>(right + 1);
  split_wide(state, from_row, left, end);
  grid.end_wrap(to_row);
  split_wide(state, to_row, left, end);
  const RowHeader& source = grid.header(from_row);
  RowHeader& target = grid.header(to_row);
  std::memcpy(static_cast<void*>(grid.cells(to_row) + left), grid.cells(from_row) + left,
              (end - left) * sizeof(Cell));
  extend_used(target, std::max(target.used, std::min(source.used, end)));
  if (source.used > left) {
    constexpr auto kCarried = static_cast<std::uint8_t>(RowFlag::complex) |
                              static_cast<std::uint8_t>(RowFlag::styled) |
                              static_cast<std::uint8_t>(RowFlag::linked);
    target.flags = static_cast<std::uint8_t>(target.flags | (source.flags & kCarried));
  }
  Cell& last = grid.cells(to_row)[right];
  if (last.width() == CellWidth::wrap_blank) last = last.as_narrow();
  target.generation = state.generation;
}

}  // namespace pty::vt
