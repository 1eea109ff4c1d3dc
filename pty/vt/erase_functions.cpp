#include "pty/vt/erase_functions.hpp"

#include <algorithm>

#include "pty/vt/cursor_functions.hpp"
#include "pty/vt/pen.hpp"
#include "pty/vt/row_edit.hpp"
#include "pty/vt/row_marks.hpp"

namespace pty::vt {
namespace {

using term::CsiSequence;

enum class Spare : std::uint8_t { nothing, protected_cells };

void erase_part(TerminalState& state, std::uint16_t row, std::uint16_t from, std::uint16_t to, Spare spare) {
  if (spare == Spare::protected_cells) return erase_unprotected(state, row, from, to);
  if (from == 0 && to == state.size.cols) return erase_row(state, row);
  erase_cells(state, row, from, to);
}

void erase_rows(TerminalState& state, std::uint32_t from, std::uint32_t to, Spare spare) {
  for (std::uint32_t row = from; row < to; ++row)
    erase_part(state, static_cast<std::uint16_t>(row), 0, state.size.cols, spare);
}

void erase_line(TerminalState& state, std::uint16_t what, Spare spare) {
  const Cursor& cursor = state.cursor;
  const auto after = static_cast<std::uint16_t>(cursor.col + 1);
  const RowMarks marks = marks_on(state.grid().header(cursor.row));  // stay: only text is erased
  if (what == 0) erase_part(state, cursor.row, cursor.col, state.size.cols, spare);
  if (what == 1) erase_part(state, cursor.row, 0, after, spare);
  if (what == 2) erase_part(state, cursor.row, 0, state.size.cols, spare);
  set_marks(state.grid().header(cursor.row), marks);
  state.cursor.pending_wrap = false;
}

void erase_display(TerminalState& state, std::uint16_t what, Spare spare) {
  const std::uint32_t row = state.cursor.row;
  if (what == 0) {
    erase_line(state, 0, spare);
    erase_rows(state, row + 1, state.size.rows, spare);
  } else if (what == 1) {
    erase_rows(state, 0, row, spare);
    erase_line(state, 1, spare);
  } else if (what == 2) {
    erase_rows(state, 0, state.size.rows, spare);
    state.cursor.pending_wrap = false;
  }
}

}  // namespace

void erase_screen(TerminalState& state) {
  erase_rows(state, 0, state.size.rows, Spare::nothing);
}

void erase_in_display(TerminalState& state, const CsiSequence& sequence) {
  const std::uint16_t what = sequence.value_or(0, 0);
  if (what == 3) {
    state.history.clear();
    return;
  }
  erase_display(state, what, Spare::nothing);
}

void erase_in_line(TerminalState& state, const CsiSequence& sequence) {
  erase_line(state, sequence.value_or(0, 0), Spare::nothing);
}

void selective_erase_in_display(TerminalState& state, const CsiSequence& sequence) {
  erase_display(state, sequence.value_or(0, 0), Spare::protected_cells);
}

void selective_erase_in_line(TerminalState& state, const CsiSequence& sequence) {
  erase_line(state, sequence.value_or(0, 0), Spare::protected_cells);
}

void erase_characters(TerminalState& state, const CsiSequence& sequence) {
  const std::uint32_t end = std::min<std::uint32_t>(state.cursor.col + sequence.count_at(0), state.size.cols);
  erase_cells(state, state.cursor.row, state.cursor.col, static_cast<std::uint16_t>(end));
  state.cursor.pending_wrap = false;
}

void set_character_protection(TerminalState& state, const CsiSequence& sequence) {
  const std::uint16_t value = sequence.value_or(0, 0);
  if (value <= 2) state.pen.is_protected = value == 1;
  pen_changed(state);
}

void escape_alignment_test(TerminalState& state, std::uint32_t) {
  reset_margins(state);
  state.modes.set(term::Mode::origin, false);
  Grid& grid = state.grid();
  for (std::uint16_t row = 0; row < grid.rows(); ++row) {
    break_before(state, row);
    grid.clear_row(row);
    std::fill(grid.cells(row), grid.cells(row) + grid.cols(), Cell('E'));
    grid.header(row).used = grid.cols();
    grid.header(row).generation = state.generation;
  }
  home_cursor(state);
}

}  // namespace pty::vt
