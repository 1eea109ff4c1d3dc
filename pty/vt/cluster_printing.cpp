#include "pty/vt/cluster_printing.hpp"

#include <optional>
#include <string_view>

#include "pty/text/code_point.hpp"
#include "pty/text/grapheme_break.hpp"
#include "pty/vt/pen.hpp"
#include "pty/vt/printing.hpp"
#include "pty/vt/row_edit.hpp"
#include "pty/vt/scrolling.hpp"

namespace pty::vt {
namespace {

void write_cell(TerminalState& state, std::uint16_t col, std::uint64_t bits) {
  Grid& grid = state.grid();
  const std::uint16_t row = state.cursor.row;
  grid.cells(row)[col] = Cell(bits);
  RowHeader& header = grid.header(row);
  if (col >= header.used) header.used = static_cast<std::uint16_t>(col + 1);
  header.flags |= state.pen_cache.row_flags;
  header.generation = state.generation;
}

void mark_complex(TerminalState& state) {
  state.grid().header(state.cursor.row).set(RowFlag::complex);
}

/// The column of the character before the cursor: the one that a combining mark joins.
std::optional<std::uint16_t> previous_column(const TerminalState& state) {
  const Cursor& cursor = state.cursor;
  const Cell* cells = state.grid().cells(cursor.row);
  std::uint16_t col = cursor.col;
  // In the last column the cursor stands on what was just printed: certainly when a wrap is pending, and as
  // far as the cells can tell when there is no wrapping.
  const bool stays = cursor.pending_wrap || (!state.mode(term::Mode::autowrap) && col == right_limit(state) &&
                                             cells[col].is_written());
  if (!stays) {
    if (col == 0) return std::nullopt;
    --col;
  }
  if (cells[col].width() == CellWidth::second_half && col > 0) --col;
  if (!cells[col].has_text()) return std::nullopt;
  return col;
}

/// The code points of one cell, with room for one more, and no allocation.
class CellText {
 public:
  CellText(const TerminalState& state, Cell cell) {
    if (cell.is_cluster()) {
      const std::u32string_view text = state.tables.clusters.at(cell.cluster());
      size_ = text.copy(text_, kMaxClusterCodePoints);
    } else {
      text_[0] = cell.code_point();
      size_ = 1;
    }
  }
  [[nodiscard]] bool full() const { return size_ == kMaxClusterCodePoints; }
  /// Pre: not full.
  void push_back(char32_t code_point) { text_[size_++] = code_point; }
  [[nodiscard]] std::u32string_view view() const { return {text_, size_}; }

 private:
  char32_t text_[kMaxClusterCodePoints];
  std::size_t size_ = 0;
};

/// Does the code point join these, by UAX #29?
bool joins(std::u32string_view before, text::CodePointInfo info) {
  auto break_state = text::BreakState::start;
  for (const char32_t c : before)
    break_state = text::break_step(break_state, text::lookup(c).break_kind()).next;
  return !text::break_step(break_state, info.break_kind()).boundary;
}

std::uint8_t cluster_width(std::u32string_view code_points) {
  text::ClusterWidth width;
  width.start(text::lookup(code_points[0]));
  for (const char32_t c : code_points.substr(1)) width.add(c, text::lookup(c));
  return width.cells() >= 2 ? 2 : 1;
}

/// The character at `col` becomes two cells wide: beside itself, or, at the right edge, on the next line.
void widen(TerminalState& state, std::uint16_t col) {
  const std::uint16_t limit = right_limit(state);
  const std::uint64_t narrow = state.grid().cells(state.cursor.row)[col].bits();
  const std::uint64_t wide = narrow | (1ULL << Cell::kWidthShift);
  const std::uint64_t half =
      (narrow & ~(Cell::kContentMask | Cell::kClusterBit)) | (2ULL << Cell::kWidthShift);
  if (col < limit) {
    split_wide(state, state.cursor.row, static_cast<std::uint16_t>(col + 1),
               static_cast<std::uint16_t>(col + 2));
    write_cell(state, col, wide);
    write_cell(state, static_cast<std::uint16_t>(col + 1), half);
    const bool at_edge = col + 1 == limit;
    state.cursor.col = static_cast<std::uint16_t>(at_edge ? limit : col + 2);
    state.cursor.pending_wrap = at_edge && state.mode(term::Mode::autowrap);
    if (col + 2U == state.size.cols) state.grid().header(state.cursor.row).clear(RowFlag::wrapped);
    return;
  }
  if (!state.mode(term::Mode::autowrap)) return;
  write_cell(state, col, left_blank_bits(state, col));
  wrap_line(state);
  split_wide(state, state.cursor.row, state.cursor.col, static_cast<std::uint16_t>(state.cursor.col + 2));
  write_cell(state, state.cursor.col, wide);
  write_cell(state, static_cast<std::uint16_t>(state.cursor.col + 1), half);
  mark_complex(state);
  state.cursor.col = static_cast<std::uint16_t>(state.cursor.col + 2);
  if (state.cursor.col > right_limit(state)) {
    --state.cursor.col;
    state.cursor.pending_wrap = true;
    if (state.cursor.col + 1U == state.size.cols)
      state.grid().header(state.cursor.row).clear(RowFlag::wrapped);
  }
}

void join(TerminalState& state, std::uint16_t col, CellText cluster, char32_t code_point) {
  if (cluster.full()) return;
  cluster.push_back(code_point);
  const bool widens = state.mode(term::Mode::grapheme_clusters) &&
                      state.grid().cells(state.cursor.row)[col].width() == CellWidth::narrow &&
                      cluster_width(cluster.view()) == 2;
  // Like a wide character that has no room and may not wrap.
  if (widens && col == right_limit(state) && !state.mode(term::Mode::autowrap)) return;
  collect_tables_if_full(state);
  const ClusterId id = state.tables.clusters.intern(cluster.view());
  if (id == 0) return;
  Cell cell = state.grid().cells(state.cursor.row)[col];
  cell.set_cluster(id);
  write_cell(state, col, cell.bits());
  mark_complex(state);
  if (widens) widen(state, col);
}

}  // namespace

bool follows_prepend(const TerminalState& state) {
  const auto col = previous_column(state);
  if (!col) return false;
  const Cell cell = state.grid().cells(state.cursor.row)[*col];
  if (!cell.is_cluster() && cell.code_point() < 0x80) return false;
  return joins(CellText(state, cell).view(), text::lookup(U'a'));
}

char32_t code_point_before(const TerminalState& state) {
  const auto col = previous_column(state);
  if (!col) return 0;
  const Cell cell = state.grid().cells(state.cursor.row)[*col];
  return cell.is_cluster() ? state.tables.clusters.at(cell.cluster())[0] : cell.code_point();
}

void put_content(TerminalState& state, std::uint64_t content, std::uint8_t width) {
  if (state.cursor.pending_wrap) wrap_line(state);
  std::uint32_t limit = right_limit(state);
  if (width == 2 && state.cursor.col + 1U > limit) {
    if (!state.mode(term::Mode::autowrap)) return;
    split_wide(state, state.cursor.row, state.cursor.col, static_cast<std::uint16_t>(state.cursor.col + 1));
    write_cell(state, state.cursor.col, left_blank_bits(state, state.cursor.col));
    mark_complex(state);
    wrap_line(state);
    limit = right_limit(state);
    if (state.cursor.col + 1U > limit) return;
  }
  const std::uint16_t row = state.cursor.row;
  const std::uint16_t col = state.cursor.col;
  const auto stop = static_cast<std::uint16_t>(col + width);
  if (state.mode(term::Mode::insert)) {
    insert_cells(state, row, col, static_cast<std::uint16_t>(limit + 1), width);
  }
  split_wide(state, row, col, stop);
  const std::uint64_t bits = print_bits(state);
  write_cell(state, col, bits | content | (width == 2 ? 1ULL << Cell::kWidthShift : 0));
  if (width == 2) write_cell(state, static_cast<std::uint16_t>(col + 1), bits | (2ULL << Cell::kWidthShift));
  if (width == 2 || (content & Cell::kClusterBit) != 0) mark_complex(state);
  if (stop <= limit) {
    state.cursor.col = stop;
    return;
  }
  state.cursor.col = static_cast<std::uint16_t>(limit);
  state.cursor.pending_wrap = state.mode(term::Mode::autowrap);
  if (limit + 1 == state.size.cols) state.grid().header(row).clear(RowFlag::wrapped);
}

void print_code_point(TerminalState& state, char32_t code_point) {
  const text::CodePointInfo info = text::lookup(code_point);
  const bool is_control = info.break_kind() == text::BreakKind::control;
  if (info.width() == 0 && is_control) return;
  const bool by_cluster = state.mode(term::Mode::grapheme_clusters);
  if (info.width() == 0 || (by_cluster && !is_control)) {
    if (const auto col = previous_column(state)) {
      const CellText before(state, state.grid().cells(state.cursor.row)[*col]);
      if (info.width() == 0 || joins(before.view(), info)) return join(state, *col, before, code_point);
    }
    if (info.width() == 0) return;  // nothing to join: no cell of its own
  }
  put_content(state, code_point, static_cast<std::uint8_t>(info.width()));
}

}  // namespace pty::vt
