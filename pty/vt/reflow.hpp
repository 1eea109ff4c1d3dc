#pragma once
// Laying logical lines out at a width: the pure half of a resize. A line's written cells are cut into rows,
// wide characters never across an edge (a wrap_blank fills the place); erased cells behind them stay on the
// last row.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "pty/vt/cell.hpp"
#include "pty/vt/grid.hpp"
#include "pty/vt/history_line.hpp"
#include "pty/vt/intern_tables.hpp"
#include "pty/vt/row_marks.hpp"
#include "pty/vt/saved_cursor.hpp"

namespace pty::vt {

struct LaidRow {
  std::vector<Cell> cells;
  bool wrapped = false;
  RowMarks marks;
};

/// A line without edges, as collected from the rows of a grid or taken from history.
struct LooseLine {
  std::vector<Cell> cells;
  RowMarks marks;
  LineEnd ends = LineEnd::hard;  ///< continued if that is a split of the history
  Cell next{};                   ///< with which it then goes on

  /// Appends a row: its full width less a wrap_blank if it is wrapped, else up to the last cell that is not
  /// zero.
  void append(const RowView& row, std::uint16_t cols);
};

/// A cursor that keeps to its cell: where it was, then where it is.
struct TrackedCursor {
  Cursor* cursor = nullptr;
  std::size_t offset = 0;  ///< cells into its line
  std::size_t line = 0;
  bool placed = false;  ///< stood on a row with a line
};

/// Appends the rows of a line.
void lay_line(const LooseLine& line, std::uint16_t width, InternTables& tables, std::deque<LaidRow>& rows);

/// Where `offset` of a line is, given the line's rows [first, last) of `rows`: row counts from `first`.
struct LaidPosition {
  std::size_t row = 0;
  std::uint16_t col = 0;
  bool after_edge = false;  ///< behind a full last row: the place of a pending wrap
};
LaidPosition find_offset(const std::deque<LaidRow>& rows, std::size_t first, std::size_t last,
                         std::size_t offset, std::uint16_t width);

/// Writes the cells into an empty row and sets its header (not the generation).
void store_row(const LaidRow& laid, Grid& grid, std::uint16_t row);
/// The flags that the cells need, and those of the marks.
std::uint8_t row_flags(const LaidRow& laid);

}  // namespace pty::vt
