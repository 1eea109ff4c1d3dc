#pragma once
// Rows of cells to packed runs, and packed runs back to cells. The only place that knows both the grid's
// cells and the packed line.

#include <cstdint>
#include <optional>
#include <vector>

#include "pty/vt/cell.hpp"
#include "pty/vt/grid.hpp"
#include "pty/vt/history_chunk.hpp"
#include "pty/vt/history_line.hpp"
#include "pty/vt/intern_tables.hpp"

namespace pty::vt {

/// Does `next` carry on the line of the soft-wrapped row before it? Not if it is blank, and not if that row
/// ended in a wrap_blank (`ends_blank`) and the wide character that the blank stood for is gone.
bool continues_line(bool ends_blank, const RowView& next);
/// True if the last column of a grid row is a wrap_blank.
inline bool ends_blank(const RowView& row, std::uint16_t cols) {
  return row.used == cols && row.cells[cols - 1].width() == CellWidth::wrap_blank;
}

/// Appends one row to a line. A wrapped row is packed to its full width (less a wrap_blank), so that the next
/// row's cells follow directly. Links go to `chunk`; `tables` remembers where.
void pack_row(const RowView& row, std::uint16_t cols, InternTables& tables, HistoryChunk& chunk,
              LineWriter& line);

/// Can the row be a whole line of ASCII in the default style, without marks?
inline bool may_be_ascii_line(const RowView& row) {
  return row.flags == 0;
}
/// The text of such a row into `out`, which has room for all its cells; how many they are. Nothing if there
/// is anything else in it. Pre: may_be_ascii_line.
std::optional<std::uint32_t> pack_ascii_line(const RowView& row, char* out);

/// The cells of a packed line, interned into `tables`: written cells, then those of the erased tail.
void unpack_line(base::ByteView line, const HistoryLinks& links, InternTables& tables,
                 std::vector<Cell>& cells);

/// RunStyle::marks of a cell, and back.
constexpr std::uint8_t marks_of(Cell cell) {
  return static_cast<std::uint8_t>((cell.is_protected() ? 1U : 0U) | static_cast<unsigned>(cell.semantic())
                                                                         << 1);
}
constexpr std::uint64_t cell_bits_of_marks(std::uint8_t marks) {
  return ((marks & 1U) != 0 ? Cell::kProtectedBit : 0) | static_cast<std::uint64_t>(marks >> 1)
                                                             << Cell::kSemanticShift;
}

}  // namespace pty::vt
