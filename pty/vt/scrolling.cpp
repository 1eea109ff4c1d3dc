#include "pty/vt/scrolling.hpp"

#include <algorithm>

#include "pty/vt/pen.hpp"
#include "pty/vt/row_edit.hpp"

namespace pty::vt {
namespace {

/// Rows with a region that is narrower than the screen: cells move, rows stay.
void move_cells_up(TerminalState& state, std::uint16_t top, std::uint16_t bottom, std::uint16_t count) {
  const auto end = static_cast<std::uint16_t>(state.margins.right + 1);
  for (std::uint32_t row = top; row <= bottom; ++row) {
    const auto target = static_cast<std::uint16_t>(row);
    if (row + count <= bottom) {
      copy_cells(state, static_cast<std::uint16_t>(row + count), target, state.margins.left,
                 state.margins.right);
    } else {
      erase_cells(state, target, state.margins.left, end);
    }
  }
}

void move_cells_down(TerminalState& state, std::uint16_t top, std::uint16_t bottom, std::uint16_t count) {
  const auto end = static_cast<std::uint16_t>(state.margins.right + 1);
  for (std::uint32_t row = bottom + 1U; row-- > top;) {
    const auto target = static_cast<std::uint16_t>(row);
    if (row >= std::uint32_t{top} + count) {
      copy_cells(state, static_cast<std::uint16_t>(row - count), target, state.margins.left,
                 state.margins.right);
    } else {
      erase_cells(state, target, state.margins.left, end);
    }
  }
}

/// Stamps [top, bottom] as changed.
void touch_rows(TerminalState& state, std::uint16_t top, std::uint16_t bottom) {
  Grid& grid = state.grid();
  if (top == 0 && bottom + 1U == grid.rows()) {
    grid.set_moved_generation(state.generation);
    return;
  }
  for (std::uint32_t row = top; row <= bottom; ++row) touch(state, static_cast<std::uint16_t>(row));
}

/// Gives [first, last], which are clear, the background of the pen.
void paint_rows(TerminalState& state, std::uint16_t first, std::uint16_t last) {
  const std::uint64_t bits = erase_bits(state);
  if (bits == 0) return;
  Grid& grid = state.grid();
  for (std::uint32_t row = first; row <= last; ++row) {
    const auto r = static_cast<std::uint16_t>(row);
    std::fill(grid.cells(r), grid.cells(r) + grid.cols(), Cell(bits));
    grid.header(r).used = grid.cols();
    grid.header(r).set(RowFlag::styled);
  }
}

}  // namespace

bool inside_horizontal_margins(const TerminalState& state) {
  return state.cursor.col >= state.margins.left && state.cursor.col <= state.margins.right;
}

bool is_full_width(const TerminalState& state) {
  return state.margins.left == 0 && state.margins.right + 1U == state.size.cols;
}

void scroll_up(TerminalState& state, std::uint16_t top, std::uint16_t bottom, std::uint16_t count,
               Departing departing) {
  const auto height = static_cast<std::uint16_t>(bottom - top + 1);
  count = std::min(count, height);
  if (count == 0) return;
  if (!is_full_width(state)) return move_cells_up(state, top, bottom, count);
  Grid& grid = state.grid();
  const bool leaves = top == 0 && departing == Departing::to_history;
  if (leaves) state.lines_scrolled += count;
  // All of a region leaves: what its last line continued in does not.
  if (count == height && height > 1) grid.end_wrap(bottom);
  if (leaves && !state.on_alternate()) {
    for (std::uint16_t row = 0; row < count; ++row)
      state.history.push_row(grid.view(row), grid.cols(), state.tables);
    // Only in a region that ends above the last row does the line before the scrolled part lose its rest.
  } else {
    break_before(state, top);
  }
  grid.end_wrap(bottom);
  grid.rotate_up(top, bottom, count);
  paint_rows(state, static_cast<std::uint16_t>(bottom - count + 1), bottom);
  touch_rows(state, top, bottom);
}

void scroll_down(TerminalState& state, std::uint16_t top, std::uint16_t bottom, std::uint16_t count) {
  const auto height = static_cast<std::uint16_t>(bottom - top + 1);
  count = std::min(count, height);
  if (count == 0) return;
  if (!is_full_width(state)) return move_cells_down(state, top, bottom, count);
  Grid& grid = state.grid();
  break_before(state, top);
  grid.rotate_down(top, bottom, count);
  grid.end_wrap(bottom);
  paint_rows(state, top, static_cast<std::uint16_t>(top + count - 1));
  touch_rows(state, top, bottom);
}

void index(TerminalState& state) {
  Cursor& cursor = state.cursor;
  cursor.pending_wrap = false;
  if (cursor.row == state.margins.bottom) {
    if (inside_horizontal_margins(state))
      scroll_up(state, state.margins.top, state.margins.bottom, 1, Departing::to_history);
  } else if (cursor.row + 1U < state.size.rows) {
    ++cursor.row;
  }
}

void reverse_index(TerminalState& state) {
  Cursor& cursor = state.cursor;
  cursor.pending_wrap = false;
  if (cursor.row == state.margins.top) {
    if (inside_horizontal_margins(state)) scroll_down(state, state.margins.top, state.margins.bottom, 1);
  } else if (cursor.row > 0) {
    --cursor.row;
  }
}

void wrap_line(TerminalState& state) {
  Cursor& cursor = state.cursor;
  const std::uint16_t row = cursor.row;
  const bool from_last_column = cursor.col + 1U == state.size.cols;
  const bool scrolls = row == state.margins.bottom && inside_horizontal_margins(state);
  // The flag goes on before the line may leave for history, so that it is joined there with what follows.
  const bool continues = from_last_column && is_full_width(state) &&
                         (scrolls || row + 1U < state.size.rows) &&
                         (row == state.margins.bottom ? scrolls : true);
  const std::uint16_t start = line_start(state);
  Cell& edge = state.grid().cells(row)[cursor.col];
  if (!continues && edge.width() == CellWidth::wrap_blank) edge = edge.as_narrow();
  const Cell last = edge;
  if (continues && scrolls && row == 0) state.grid().header(row).set(RowFlag::wrapped);
  index(state);
  if (continues && cursor.row > 0) {
    const auto above = static_cast<std::uint16_t>(cursor.row - 1);
    RowHeader& header = state.grid().header(above);
    header.set(RowFlag::wrapped);
    header.generation = state.generation;
    state.grid().cells(above)[state.size.cols - 1U] = last;  // scrolling may have taken it for a plain blank
  }
  cursor.col = start;
}

}  // namespace pty::vt
