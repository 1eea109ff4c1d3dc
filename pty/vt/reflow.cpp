#include "pty/vt/reflow.hpp"

#include <algorithm>

namespace pty::vt {
namespace {

// What printing the wide character `next` would have left: blank, in its background colour.
Cell wrap_blank(Cell next, InternTables& tables) {
  term::Style style;
  style.background = tables.styles.at(next.style()).background;
  return Cell::make(0, CellWidth::wrap_blank, style.is_default() ? 0 : tables.styles.intern(style), 0);
}

std::size_t written_end(const std::vector<Cell>& cells) {
  std::size_t end = cells.size();
  while (end > 0 && !cells[end - 1].is_written()) --end;
  return end;
}

// Nothing but text may stand before a soft wrap: a gap that comes to lie there becomes a space.
void end_wrapped_row(LaidRow& row, std::uint16_t width, Cell next, InternTables& tables) {
  row.wrapped = true;
  if (row.cells.size() < width) {
    row.cells.push_back(wrap_blank(next, tables));
    return;
  }
  Cell& last = row.cells.back();
  if (!last.is_written()) last = Cell(last.bits() | U' ');
}

std::size_t text_cells(const LaidRow& row) {
  const bool blank = row.wrapped && row.cells.back().width() == CellWidth::wrap_blank;
  return row.cells.size() - (blank ? 1 : 0);
}

void add_flag(std::uint8_t& flags, RowFlag flag, bool on) {
  if (on) flags = static_cast<std::uint8_t>(flags | static_cast<std::uint8_t>(flag));
}

}  // namespace

void LooseLine::append(const RowView& row, std::uint16_t cols) {
  std::uint16_t end = row.used;
  if (row.has(RowFlag::wrapped)) {
    cells.insert(cells.end(), row.cells, row.cells + end);
    cells.insert(cells.end(), cols - end, Cell{});
    if (cells.back().width() == CellWidth::wrap_blank) cells.pop_back();
  } else {
    while (end > 0 && row.cells[end - 1].is_zero()) --end;
    cells.insert(cells.end(), row.cells, row.cells + end);
  }
  marks.merge(marks_on(row));
}

void lay_line(const LooseLine& line, std::uint16_t width, InternTables& tables, std::deque<LaidRow>& rows) {
  const std::size_t written = written_end(line.cells);
  LaidRow row;
  row.marks = line.marks;
  for (std::size_t i = 0; i < written;) {
    const std::size_t glyph = line.cells[i].width() == CellWidth::wide && i + 1 < written ? 2 : 1;
    if (row.cells.size() + glyph > width) {
      end_wrapped_row(row, width, line.cells[i], tables);
      rows.push_back(std::move(row));
      row = {};
    }
    Cell cell = line.cells[i];
    if (cell.width() == CellWidth::wrap_blank) cell = cell.as_narrow();
    row.cells.push_back(cell);
    if (glyph == 2) row.cells.push_back(line.cells[i + 1]);
    i += glyph;
  }
  for (std::size_t i = written; i < line.cells.size() && row.cells.size() < width; ++i)
    row.cells.push_back(line.cells[i].as_narrow());
  const bool splits =
      LineHead{.end = line.ends}.wraps_at(static_cast<std::uint32_t>(row.cells.size()), width);
  if (splits && row.cells.back().is_written()) end_wrapped_row(row, width, line.next, tables);
  rows.push_back(std::move(row));
}

LaidPosition find_offset(const std::deque<LaidRow>& rows, std::size_t first, std::size_t last,
                         std::size_t offset, std::uint16_t width) {
  std::size_t row = first;
  while (row + 1 < last && offset >= text_cells(rows[row])) offset -= text_cells(rows[row++]);
  LaidPosition position;
  position.row = row - first;
  position.after_edge =
      offset == width && rows[row].cells.size() == width && rows[row].cells.back().is_written();
  position.col = static_cast<std::uint16_t>(std::min<std::size_t>(offset, width - 1U));
  return position;
}

std::uint8_t row_flags(const LaidRow& laid) {
  std::uint64_t all = 0;
  for (const Cell cell : laid.cells) all |= cell.bits();
  std::uint8_t flags = laid.marks.flags;
  constexpr std::uint64_t kStyled = Cell::kStyleMask | Cell::kProtectedBit | 3ULL << Cell::kSemanticShift;
  add_flag(flags, RowFlag::wrapped, laid.wrapped);
  add_flag(flags, RowFlag::complex, (all & (Cell::kWidthMask | Cell::kClusterBit)) != 0);
  add_flag(flags, RowFlag::styled, (all & kStyled) != 0);
  add_flag(flags, RowFlag::linked, all >> Cell::kLinkShift != 0);
  return flags;
}

void store_row(const LaidRow& laid, Grid& grid, std::uint16_t row) {
  std::copy(laid.cells.begin(), laid.cells.end(), grid.cells(row));
  RowHeader& header = grid.header(row);
  header.used = static_cast<std::uint16_t>(laid.cells.size());
  header.flags = row_flags(laid);
  header.exit_code = laid.marks.exit_code;
}

}  // namespace pty::vt
