#include "pty/vt/rectangle_functions.hpp"

#include <algorithm>
#include <vector>

#include "pty/text/code_point.hpp"
#include "pty/vt/cursor_functions.hpp"
#include "pty/vt/pen.hpp"
#include "pty/vt/rectangle.hpp"
#include "pty/vt/row_edit.hpp"

namespace pty::vt {
namespace {

using term::CsiSequence;

/// After cells [from, to) of a row were written over.
void finish_span(TerminalState& state, const CellSpan& span, std::uint8_t flags) {
  RowHeader& header = state.grid().header(span.row);
  header.used = std::max(header.used, span.to);
  header.flags |= flags;
  if (span.to == state.size.cols) header.clear(RowFlag::wrapped);
  header.generation = state.generation;
}

/// A wrap stays pending only behind a character.
void finish_rectangle(TerminalState& state) {
  if (state.cursor.pending_wrap) settle_pending_wrap(state);
}

/// Cells of a row to put elsewhere: without halves, and without what only means something at the edge.
void read_cells(const Grid& grid, const CellSpan& span, std::vector<Cell>& cells) {
  const Cell* const row = grid.cells(span.row);
  cells.assign(row + span.from, row + span.to);
  if (cells.front().width() == CellWidth::second_half) cells.front() = Cell();
  if (cells.back().width() == CellWidth::wide) cells.back() = Cell();
  for (Cell& cell : cells)
    if (cell.width() == CellWidth::wrap_blank) cell = cell.as_narrow();
}

constexpr auto kContentFlags = static_cast<std::uint8_t>(static_cast<unsigned>(RowFlag::complex) |
                                                         static_cast<unsigned>(RowFlag::styled) |
                                                         static_cast<unsigned>(RowFlag::linked));

void copy_row(TerminalState& state, const CellSpan& from, std::uint16_t to_row, std::uint16_t to_col,
              std::vector<Cell>& cells) {
  Grid& grid = state.grid();
  const auto end = static_cast<std::uint16_t>(to_col + (from.to - from.from));
  read_cells(grid, from, cells);
  split_wide(state, to_row, to_col, end);
  std::copy(cells.begin(), cells.end(), grid.cells(to_row) + to_col);
  const auto flags = static_cast<std::uint8_t>(grid.header(from.row).flags & kContentFlags);
  finish_span(state, {to_row, to_col, end}, flags);
}

/// The code point that DECFRA's number stands for; 0 for one that is no character.
char32_t fill_character(const TerminalState& state, std::uint16_t value) {
  if (value >= 0x20 && value <= 0x7e)
    return translate(state.charsets.designated[state.charsets.gl], static_cast<char>(value));
  if (value < 0xa0 || value > 0xff) return 0;
  const text::CodePointInfo info = text::lookup(value);
  return info.is_plain() && info.width() == 1 ? value : 0;
}

}  // namespace

void copy_rectangle(TerminalState& state, const CsiSequence& sequence) {
  const auto source = area_at(state, sequence, 0);
  const CellArea edges = addressable_area(state);
  const std::uint32_t to_row = edges.top + sequence.count_at(5) - 1U;
  const std::uint32_t to_col = edges.left + sequence.count_at(6) - 1U;
  if (!source || to_row > edges.bottom || to_col > edges.right) return;
  const std::uint32_t rows = std::min(source->bottom - source->top + 1U, edges.bottom - to_row + 1U);
  const std::uint32_t cols = std::min(source->right - source->left + 1U, edges.right - to_col + 1U);
  const bool downwards = to_row <= source->top;
  std::vector<Cell> cells;
  for (std::uint32_t step = 0; step < rows; ++step) {
    const std::uint32_t i = downwards ? step : rows - 1 - step;
    const CellSpan from{static_cast<std::uint16_t>(source->top + i), source->left,
                        static_cast<std::uint16_t>(source->left + cols)};
    copy_row(state, from, static_cast<std::uint16_t>(to_row + i), static_cast<std::uint16_t>(to_col), cells);
  }
  finish_rectangle(state);
}

void fill_rectangle(TerminalState& state, const CsiSequence& sequence) {
  const char32_t character = fill_character(state, sequence.value_or(0, 0));
  const auto area = area_at(state, sequence, 1);
  if (character == 0 || !area) return;
  const Cell cell(print_bits(state) | character);
  for_each_span(state, *area, AreaShape::rectangle, [&](const CellSpan& span) {
    split_wide(state, span.row, span.from, span.to);
    Cell* const cells = state.grid().cells(span.row);
    std::fill(cells + span.from, cells + span.to, cell);
    finish_span(state, span, state.pen_cache.row_flags);
  });
  finish_rectangle(state);
}

void erase_rectangle(TerminalState& state, const CsiSequence& sequence) {
  const auto area = area_at(state, sequence, 0);
  if (!area) return;
  for_each_span(state, *area, AreaShape::rectangle, [&](const CellSpan& span) {
    if (span.from == 0 && span.to == state.size.cols) break_before(state, span.row);
    erase_cells(state, span.row, span.from, span.to);
  });
  finish_rectangle(state);
}

void selective_erase_rectangle(TerminalState& state, const CsiSequence& sequence) {
  const auto area = area_at(state, sequence, 0);
  if (!area) return;
  for_each_span(state, *area, AreaShape::rectangle,
                [&](const CellSpan& span) { erase_unprotected(state, span.row, span.from, span.to); });
  finish_rectangle(state);
}

}  // namespace pty::vt
