#pragma once
// The only ways in which rows change. Each keeps the invariants of a row: nothing beyond `used`, no half of a
// wide character without the other, `wrapped` only while the last column is written; and stamps the row's
// generation.

#include "pty/vt/terminal_state.hpp"

namespace pty::vt {

/// First and last column that the cursor's line may use: the margins if the cursor is inside them, else the
/// grid.
std::uint16_t right_limit(const TerminalState& state);
/// Where carriage return goes.
std::uint16_t line_start(const TerminalState& state);

inline void touch(TerminalState& state, std::uint16_t row) {
  state.grid().header(row).generation = state.generation;
}

/// The row no longer continues the one above it (which may be the newest line of history).
void break_before(TerminalState& state, std::uint16_t row);
/// Makes [from, to) begin and end at character boundaries: a wide character cut by an edge loses its other
/// half.
void split_wide(TerminalState& state, std::uint16_t row, std::uint16_t from, std::uint16_t to);
/// Erases [from, to) in the pen's background colour.
void erase_cells(TerminalState& state, std::uint16_t row, std::uint16_t from, std::uint16_t to);
/// Takes the characters away that are not protected, as DEC's selective erases do: the look of a cell stays.
/// What shows no more than a background becomes an erased cell, anything else (underlined, inverse) a space.
void erase_unprotected(TerminalState& state, std::uint16_t row, std::uint16_t from, std::uint16_t to);
/// Erases a whole row; it no longer continues, or is continued.
void erase_row(TerminalState& state, std::uint16_t row);
/// Moves [col, end) right by `count` inside [col, end); erases what opens up.
void insert_cells(TerminalState& state, std::uint16_t row, std::uint16_t col, std::uint16_t end,
                  std::uint16_t count);
/// Moves [col + count, end) left to col; erases what opens up.
void delete_cells(TerminalState& state, std::uint16_t row, std::uint16_t col, std::uint16_t end,
                  std::uint16_t count);
/// Copies [left, right] of one row over another's.
void copy_cells(TerminalState& state, std::uint16_t from_row, std::uint16_t to_row, std::uint16_t left,
                std::uint16_t right);

}  // namespace pty::vt
