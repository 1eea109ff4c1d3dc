#include "pty/vt/edit_functions.hpp"

#include "pty/vt/cursor_functions.hpp"
#include "pty/vt/printing.hpp"
#include "pty/vt/row_edit.hpp"
#include "pty/vt/scrolling.hpp"

namespace pty::vt {
namespace {

using term::CsiSequence;

bool inside_region(const TerminalState& state) {
  return state.cursor.row >= state.margins.top && state.cursor.row <= state.margins.bottom &&
         inside_horizontal_margins(state);
}

std::uint16_t region_end(const TerminalState& state) {
  return static_cast<std::uint16_t>(state.margins.right + 1);
}

}  // namespace

void insert_columns_at(TerminalState& state, std::uint16_t col, std::uint16_t count) {
  if (!inside_region(state)) return;
  for (std::uint32_t row = state.margins.top; row <= state.margins.bottom; ++row)
    insert_cells(state, static_cast<std::uint16_t>(row), col, region_end(state), count);
}

void delete_columns_at(TerminalState& state, std::uint16_t col, std::uint16_t count) {
  if (!inside_region(state)) return;
  for (std::uint32_t row = state.margins.top; row <= state.margins.bottom; ++row)
    delete_cells(state, static_cast<std::uint16_t>(row), col, region_end(state), count);
}

void insert_characters(TerminalState& state, const CsiSequence& sequence) {
  state.cursor.pending_wrap = false;
  if (!inside_horizontal_margins(state)) return;
  insert_cells(state, state.cursor.row, state.cursor.col, region_end(state), sequence.count_at(0));
}

void delete_characters(TerminalState& state, const CsiSequence& sequence) {
  state.cursor.pending_wrap = false;
  if (!inside_horizontal_margins(state)) return;
  delete_cells(state, state.cursor.row, state.cursor.col, region_end(state), sequence.count_at(0));
}

void insert_lines(TerminalState& state, const CsiSequence& sequence) {
  if (!inside_region(state)) return;
  scroll_down(state, state.cursor.row, state.margins.bottom, sequence.count_at(0));
  state.cursor.col = state.margins.left;
  state.cursor.pending_wrap = false;
}

void delete_lines(TerminalState& state, const CsiSequence& sequence) {
  if (!inside_region(state)) return;
  scroll_up(state, state.cursor.row, state.margins.bottom, sequence.count_at(0), Departing::dropped);
  state.cursor.col = state.margins.left;
  state.cursor.pending_wrap = false;
}

void insert_columns(TerminalState& state, const CsiSequence& sequence) {
  insert_columns_at(state, state.cursor.col, sequence.count_at(0));
  state.cursor.pending_wrap = false;
}

void delete_columns(TerminalState& state, const CsiSequence& sequence) {
  delete_columns_at(state, state.cursor.col, sequence.count_at(0));
  state.cursor.pending_wrap = false;
}

void scroll_up_lines(TerminalState& state, const CsiSequence& sequence) {
  scroll_up(state, state.margins.top, state.margins.bottom, sequence.count_at(0), Departing::to_history);
  if (state.cursor.pending_wrap) settle_pending_wrap(state);
}

/// SD. Five parameters are highlight tracking, which nobody has.
void scroll_down_lines(TerminalState& state, const CsiSequence& sequence) {
  if (sequence.count > 1) return;
  scroll_down(state, state.margins.top, state.margins.bottom, sequence.count_at(0));
  if (state.cursor.pending_wrap) settle_pending_wrap(state);
}

void scroll_left(TerminalState& state, const CsiSequence& sequence) {
  delete_columns_at(state, state.margins.left, sequence.count_at(0));
  state.cursor.pending_wrap = false;
}

void scroll_right(TerminalState& state, const CsiSequence& sequence) {
  insert_columns_at(state, state.margins.left, sequence.count_at(0));
  state.cursor.pending_wrap = false;
}

void repeat_character(TerminalState& state, const CsiSequence& sequence) {
  repeat_last(state, sequence.count_at(0));
}

}  // namespace pty::vt
