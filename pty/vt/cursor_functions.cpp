#include "pty/vt/cursor_functions.hpp"

#include <algorithm>

#include "pty/vt/edit_functions.hpp"
#include "pty/vt/pen.hpp"
#include "pty/vt/row_edit.hpp"
#include "pty/vt/scrolling.hpp"

namespace pty::vt {
namespace {

using term::CsiSequence;
using term::Mode;

std::uint16_t narrow(std::uint32_t value) {
  return static_cast<std::uint16_t>(value);
}

void move_up(TerminalState& state, std::uint32_t count) {
  const std::uint32_t stop = state.cursor.row >= state.margins.top ? state.margins.top : 0U;
  const std::uint32_t room = state.cursor.row - stop;
  state.cursor.row = narrow(state.cursor.row - std::min(count, room));
  state.cursor.pending_wrap = false;
}

void move_down(TerminalState& state, std::uint32_t count) {
  const std::uint32_t stop =
      state.cursor.row <= state.margins.bottom ? state.margins.bottom : state.size.rows - 1U;
  state.cursor.row = narrow(std::min<std::uint32_t>(state.cursor.row + count, stop));
  state.cursor.pending_wrap = false;
}

bool wraps_backwards(const TerminalState& state) {
  return state.mode(Mode::autowrap) &&
         (state.mode(Mode::reverse_wrap) || state.mode(Mode::extended_reverse_wrap));
}

/// At the left edge: to the end of the line before, if this line continues that one (or the mode does not
/// care).
bool step_to_previous_line(TerminalState& state) {
  const bool any_line = state.mode(Mode::extended_reverse_wrap);
  if (state.cursor.row == state.margins.top) {
    if (!any_line) return false;
    state.cursor.row = state.margins.bottom;
  } else {
    if (state.cursor.row == 0) return false;
    const auto above = narrow(state.cursor.row - 1U);
    if (!any_line && !state.grid().header(above).has(RowFlag::wrapped)) return false;
    state.cursor.row = above;
  }
  state.cursor.col = state.margins.right;
  return true;
}

void move_backward(TerminalState& state, std::uint32_t count) {
  Cursor& cursor = state.cursor;
  const bool wraps = wraps_backwards(state);
  if (wraps && cursor.pending_wrap && count > 0) --count;
  cursor.pending_wrap = false;
  const std::uint32_t most = std::uint32_t{state.size.rows} * state.size.cols;
  count = std::min(count, most);
  while (count > 0) {
    const std::uint32_t stop = cursor.col >= state.margins.left ? state.margins.left : 0U;
    const std::uint32_t step = std::min<std::uint32_t>(count, cursor.col - stop);
    cursor.col = narrow(cursor.col - step);
    count -= step;
    if (count == 0 || !wraps || !step_to_previous_line(state)) return;
    --count;
  }
}

void move_forward(TerminalState& state, std::uint32_t count) {
  state.cursor.col = narrow(std::min<std::uint32_t>(state.cursor.col + count, right_limit(state)));
  state.cursor.pending_wrap = false;
}

}  // namespace

void move_to(TerminalState& state, std::uint32_t row, std::uint32_t col) {
  std::uint32_t last_row = state.size.rows - 1U;
  std::uint32_t last_col = state.size.cols - 1U;
  if (state.mode(Mode::origin)) {
    row += state.margins.top;
    col += state.margins.left;
    last_row = state.margins.bottom;
    last_col = state.margins.right;
  }
  state.cursor = {narrow(std::min(row, last_row)), narrow(std::min(col, last_col)), false};
}

void home_cursor(TerminalState& state) {
  move_to(state, 0, 0);
}

void carriage_return(TerminalState& state) {
  state.cursor.col = line_start(state);
  state.cursor.pending_wrap = false;
}

void line_feed(TerminalState& state) {
  index(state);
  if (state.mode(Mode::newline)) carriage_return(state);
}

void backspace(TerminalState& state) {
  move_backward(state, 1);
}

void settle_pending_wrap(TerminalState& state) {
  const std::uint16_t row = state.cursor.row;
  const std::uint16_t col = state.cursor.col;
  Cell& cell = state.grid().cells(row)[col];
  state.cursor.pending_wrap =
      state.mode(Mode::autowrap) && col == right_limit(state) && cell.width() != CellWidth::wide;
  if (!state.cursor.pending_wrap) return;
  RowHeader& header = state.grid().header(row);
  if (!cell.is_written()) {
    cell = Cell((cell.bits() & ~Cell::kWidthMask) | U' ');
    header.used = std::max(header.used, narrow(col + 1U));
    touch(state, row);
  }
  if (col + 1U == state.size.cols) header.clear(RowFlag::wrapped);
}

void save_cursor(TerminalState& state) {
  state.screen->saved = {state.cursor, state.pen, state.charsets, state.mode(Mode::origin)};
  state.screen->saved.charsets.single_shift = 0;
}

void restore_cursor(TerminalState& state) {
  const SavedCursor& saved = state.screen->saved;
  state.modes.set(Mode::origin, saved.origin);
  state.pen = saved.pen;
  state.charsets = saved.charsets;
  state.cursor = saved.cursor;
  const std::uint32_t first_row = saved.origin ? state.margins.top : 0U;
  const std::uint32_t last_row = saved.origin ? state.margins.bottom : state.size.rows - 1U;
  const std::uint32_t first_col = saved.origin ? state.margins.left : 0U;
  const std::uint32_t last_col = saved.origin ? state.margins.right : state.size.cols - 1U;
  state.cursor.row = narrow(std::clamp<std::uint32_t>(saved.cursor.row, first_row, last_row));
  state.cursor.col = narrow(std::clamp<std::uint32_t>(saved.cursor.col, first_col, last_col));
  if (state.cursor.pending_wrap) settle_pending_wrap(state);
  pen_changed(state);
}

void reset_margins(TerminalState& state) {
  state.margins = {0, narrow(state.size.rows - 1U), 0, narrow(state.size.cols - 1U)};
}

void cursor_up(TerminalState& state, const CsiSequence& sequence) {
  move_up(state, sequence.count_at(0));
}
void cursor_down(TerminalState& state, const CsiSequence& sequence) {
  move_down(state, sequence.count_at(0));
}
void cursor_forward(TerminalState& state, const CsiSequence& sequence) {
  move_forward(state, sequence.count_at(0));
}
void cursor_backward(TerminalState& state, const CsiSequence& sequence) {
  move_backward(state, sequence.count_at(0));
}

void cursor_next_line(TerminalState& state, const CsiSequence& sequence) {
  move_down(state, sequence.count_at(0));
  carriage_return(state);
}

void cursor_previous_line(TerminalState& state, const CsiSequence& sequence) {
  move_up(state, sequence.count_at(0));
  carriage_return(state);
}

void cursor_column(TerminalState& state, const CsiSequence& sequence) {
  const bool origin = state.mode(Mode::origin);
  move_to(state, state.cursor.row - (origin ? state.margins.top : 0U), sequence.count_at(0) - 1U);
}

void cursor_row(TerminalState& state, const CsiSequence& sequence) {
  const std::uint32_t col = state.cursor.col;
  move_to(state, sequence.count_at(0) - 1U, 0);
  state.cursor.col = narrow(col);
}

void cursor_position(TerminalState& state, const CsiSequence& sequence) {
  move_to(state, sequence.count_at(0) - 1U, sequence.count_at(1) - 1U);
}

void column_relative(TerminalState& state, const CsiSequence& sequence) {
  const std::uint32_t last = state.mode(Mode::origin) ? state.margins.right : state.size.cols - 1U;
  state.cursor.col = narrow(std::min<std::uint32_t>(state.cursor.col + sequence.count_at(0), last));
  state.cursor.pending_wrap = false;
}

void row_relative(TerminalState& state, const CsiSequence& sequence) {
  const std::uint32_t last = state.mode(Mode::origin) ? state.margins.bottom : state.size.rows - 1U;
  state.cursor.row = narrow(std::min<std::uint32_t>(state.cursor.row + sequence.count_at(0), last));
  state.cursor.pending_wrap = false;
}

void set_vertical_margins(TerminalState& state, const CsiSequence& sequence) {
  const std::uint32_t rows = state.size.rows;
  const std::uint32_t top = sequence.count_at(0);
  std::uint32_t bottom = sequence.value_or(1, 0);
  if (bottom == 0 || bottom > rows) bottom = rows;
  if (top >= bottom && !(rows == 1 && top == 1)) return;
  state.margins.top = narrow(top - 1);
  state.margins.bottom = narrow(bottom - 1);
  home_cursor(state);
}

void set_horizontal_margins(TerminalState& state, const CsiSequence& sequence) {
  if (!state.mode(Mode::left_right_margins)) {
    save_cursor(state);
    return;
  }
  const std::uint32_t cols = state.size.cols;
  const std::uint32_t left = sequence.count_at(0);
  std::uint32_t right = sequence.value_or(1, 0);
  if (right == 0 || right > cols) right = cols;
  if (left >= right) return;
  state.margins.left = narrow(left - 1);
  state.margins.right = narrow(right - 1);
  home_cursor(state);
}

void restore_cursor_sco(TerminalState& state, const CsiSequence& sequence) {
  if (sequence.count != 0) return;
  restore_cursor(state);
  state.cursor.pending_wrap = false;  // unlike DECRC it brings back a position only
}

void set_cursor_shape(TerminalState& state, const CsiSequence& sequence) {
  const std::uint16_t shape = sequence.value_or(0, 0);
  if (shape <= 6) state.cursor_shape = static_cast<CursorShape>(shape);
  if (shape <= 6) state.modes.set(Mode::cursor_blink, shape % 2 == 1);
}

void escape_save_cursor(TerminalState& state, std::uint32_t) {
  save_cursor(state);
}
void escape_restore_cursor(TerminalState& state, std::uint32_t) {
  restore_cursor(state);
}
void escape_index(TerminalState& state, std::uint32_t) {
  index(state);
}
void escape_reverse_index(TerminalState& state, std::uint32_t) {
  reverse_index(state);
}
void escape_next_line(TerminalState& state, std::uint32_t) {
  index(state);
  carriage_return(state);
}

void escape_back_index(TerminalState& state, std::uint32_t) {
  if (state.cursor.col == state.margins.left) {
    insert_columns_at(state, state.margins.left, 1);
  } else if (state.cursor.col > 0) {
    --state.cursor.col;
  }
  state.cursor.pending_wrap = false;
}

void escape_forward_index(TerminalState& state, std::uint32_t) {
  if (state.cursor.col == state.margins.right) {
    delete_columns_at(state, state.margins.left, 1);
  } else if (state.cursor.col + 1U < state.size.cols) {
    ++state.cursor.col;
  }
  state.cursor.pending_wrap = false;
}

}  // namespace pty::vt
