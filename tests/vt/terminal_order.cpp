#include "tests/vt/terminal_order.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pty/vt/memory_bound.hpp"
#include "pty/vt/terminal_state.hpp"

namespace pty::vt_test {
namespace {

using vt::Cell;
using vt::CellWidth;

std::optional<std::string> cell_disorder(const vt::InternTables& tables, Cell cell) {
  if (cell.style() >= tables.styles.size()) return "style id of no table";
  if (cell.is_cluster() && (cell.cluster() == 0 || cell.cluster() > tables.clusters.size()))
    return "cluster id of no table";
  if (cell.link() > tables.links.size()) return "link id of no table";
  return std::nullopt;
}

std::optional<std::string> row_disorder(const vt::InternTables& tables, const vt::RowView& row,
                                        std::uint16_t cols) {
  if (row.used > cols) return "more cells used than there are";
  if (row.has(vt::RowFlag::wrapped) && row.used != cols) return "wrapped, but not full";
  for (std::uint16_t col = 0; col < cols; ++col) {
    const Cell cell = row.cells[col];
    if (col >= row.used && !cell.is_zero()) return fmt::format("column {}: not blank behind the used", col);
    if (auto found = cell_disorder(tables, cell)) return fmt::format("column {}: {}", col, *found);
    const bool second = cell.width() == CellWidth::second_half;
    const bool behind_wide = col > 0 && row.cells[col - 1].width() == CellWidth::wide;
    if (second != behind_wide) return fmt::format("column {}: half a character", col);
    if (cell.width() == CellWidth::wide && col + 1 == cols) return "half a character at the edge";
  }
  return std::nullopt;
}

std::optional<std::string> grid_disorder(const vt::InternTables& tables, const vt::Grid& grid) {
  for (std::uint16_t row = 0; row < grid.rows(); ++row)
    if (auto found = row_disorder(tables, grid.view(row), grid.cols()))
      return fmt::format("row {}: {}", row, *found);
  return std::nullopt;
}

bool inside(const vt::Cursor& cursor, base::Size size) {
  return cursor.row < size.rows && cursor.col < size.cols;
}

}  // namespace

std::optional<std::string> disorder(const vt::Terminal& terminal) {
  const vt::TerminalState& state = terminal.state();
  const base::Size size = state.size;
  if (!inside(state.cursor, size)) return "the cursor is outside";
  const vt::Margins& margins = state.margins;
  if (margins.bottom >= size.rows || margins.right >= size.cols || margins.top > margins.bottom ||
      margins.left > margins.right)
    return "the margins are outside";
  if (state.primary.grid.size() != size) return "the primary screen has another size";
  if (auto found = grid_disorder(state.tables, state.primary.grid)) return "primary " + *found;
  if (state.alternate) {
    if (state.alternate->grid.size() != size) return "the alternate screen has another size";
    if (auto found = grid_disorder(state.tables, state.alternate->grid)) return "alternate " + *found;
  }
  if (state.replies.size() > vt::kMaxReplyBytes) return "too many replies are pending";
  if (state.events.size() > vt::kMaxPendingEvents) return "too many events are pending";
  if (state.tab_stops.size() != size.cols) return "tab stops for another width";
  const std::size_t bytes = terminal.memory_bytes();
  const std::size_t bound = vt::memory_bound(size, state.options);
  if (bytes > bound) return fmt::format("{} bytes of memory; the bound is {}", bytes, bound);
  return std::nullopt;
}

}  // namespace pty::vt_test
