#include "pty/vt/printing.hpp"

#include <algorithm>

#include "pty/text/code_point.hpp"
#include "pty/text/utf8.hpp"
#include "pty/vt/ascii_cells.hpp"
#include "pty/vt/cluster_printing.hpp"
#include "pty/vt/pen.hpp"
#include "pty/vt/row_edit.hpp"
#include "pty/vt/scrolling.hpp"

namespace pty::vt {
namespace {

bool is_fast(const TerminalState& state) {
  return !state.mode(term::Mode::insert) && !state.charsets.translates() &&
         !(state.mode(term::Mode::grapheme_clusters) && follows_prepend(state));
}

/// Blanks a second half whose first half was written over. A row whose last column is blank does not wrap.
void drop_half(Grid& grid, std::uint16_t row, std::uint32_t col) {
  grid.cells(row)[col] = Cell();
  if (col + 1 == grid.cols()) grid.header(row).clear(RowFlag::wrapped);
}

/// After characters up to (not including) `col` were written on the cursor's row.
void advance_to(TerminalState& state, std::uint32_t col, std::uint32_t limit) {
  Cursor& cursor = state.cursor;
  if (col <= limit) {
    cursor.col = static_cast<std::uint16_t>(col);
    return;
  }
  cursor.col = static_cast<std::uint16_t>(limit);
  cursor.pending_wrap = state.mode(term::Mode::autowrap);
  // Whatever continued the old last column is not its continuation any more, until this line wraps itself.
  if (limit + 1 == state.size.cols) state.grid().header(cursor.row).clear(RowFlag::wrapped);
}

const char* print_ascii(TerminalState& state, const char* p, const char* end) {
  if (state.cursor.pending_wrap) wrap_line(state);
  const std::uint64_t bits = print_bits(state);
  Grid& grid = state.grid();
  const std::uint16_t row = state.cursor.row;
  const std::uint32_t col = state.cursor.col;
  const std::uint32_t limit = right_limit(state);
  RowHeader& header = grid.header(row);
  Cell* cells = grid.cells(row);
  const bool complex = header.has(RowFlag::complex);
  if (complex) split_wide(state, row, static_cast<std::uint16_t>(col), static_cast<std::uint16_t>(col));
  const std::size_t room = std::min<std::size_t>(static_cast<std::size_t>(end - p), limit - col + 1);
  const std::size_t count = widen_ascii(cells + col, p, room, bits);
  const auto stop = static_cast<std::uint16_t>(col + count);
  if (complex && stop < grid.cols() && cells[stop].width() == CellWidth::second_half)
    drop_half(grid, row, stop);
  if (stop > header.used) header.used = stop;
  header.flags |= state.pen_cache.row_flags;
  header.generation = state.generation;
  advance_to(state, stop, limit);
  return p + count;
}

/// One stretch of plain characters (ASCII between them included) on one row, with everything in locals.
class PlainRun {
 public:
  explicit PlainRun(TerminalState& state) : state_(state), bits_(print_bits(state)) { open(); }

  void put_narrow(char32_t code_point) {
    if (col_ > limit_) wrap();
    if (col_ > limit_) stay_at_edge();
    cells_[col_++] = Cell(bits_ | code_point);
  }
  void put_wide(char32_t code_point) {
    if (col_ + 1 > limit_ && !wrap_for_wide()) return;
    cells_[col_] = Cell(bits_ | code_point | (1ULL << Cell::kWidthShift));
    cells_[col_ + 1] = Cell(bits_ | (2ULL << Cell::kWidthShift));
    col_ += 2;
    complex_ = true;
  }
  /// Writes everything back; the run is over.
  void close() {
    RowHeader& header = state_.grid().header(row_);
    if (col_ > start_) {
      if (was_complex_ && col_ < state_.size.cols && cells_[col_].width() == CellWidth::second_half)
        drop_half(state_.grid(), row_, col_);
      if (col_ > header.used) header.used = static_cast<std::uint16_t>(col_);
      header.flags |= state_.pen_cache.row_flags;
      if (complex_) header.set(RowFlag::complex);
      header.generation = state_.generation;
    }
    advance_to(state_, col_, limit_);
  }

 private:
  void open() {
    if (state_.cursor.pending_wrap) wrap_line(state_);
    row_ = state_.cursor.row;
    start_ = col_ = state_.cursor.col;
    limit_ = right_limit(state_);
    cells_ = state_.grid().cells(row_);
    was_complex_ = state_.grid().header(row_).has(RowFlag::complex);
    if (was_complex_) split_wide(state_, row_, state_.cursor.col, state_.cursor.col);
    complex_ = false;
  }
  /// No autowrap: the last column again.
  void stay_at_edge() {
    col_ = limit_;
    if (cells_[col_].width() == CellWidth::second_half) cells_[col_ - 1] = Cell();
  }
  void wrap() {
    if (!state_.mode(term::Mode::autowrap)) return;
    close();
    open();
  }
  /// False if there is no room and no wrapping: the character is dropped.
  bool wrap_for_wide() {
    if (!state_.mode(term::Mode::autowrap)) return false;
    if (col_ == limit_) {
      cells_[col_] = Cell(left_blank_bits(state_, col_));
      ++col_;
      complex_ = true;
    }
    close();
    open();
    return col_ + 1 <= limit_;
  }

  TerminalState& state_;
  std::uint64_t bits_;
  Cell* cells_ = nullptr;
  std::uint32_t col_ = 0;
  std::uint32_t start_ = 0;
  std::uint32_t limit_ = 0;
  std::uint16_t row_ = 0;
  bool was_complex_ = false;
  bool complex_ = false;
};

/// True if the next eight bytes are printable ASCII: better done by print_ascii.
bool long_ascii_follows(const char* p, const char* end) {
  if (end - p < 8) return false;
  for (int i = 0; i < 8; ++i)
    if (static_cast<unsigned char>(p[i]) < 0x20 || static_cast<unsigned char>(p[i]) > 0x7e) return false;
  return true;
}

/// Plain characters up to the first byte or code point that needs somebody else.
const char* print_plain(TerminalState& state, const char* p, const char* end) {
  PlainRun run(state);
  while (p < end) {
    const auto c = static_cast<unsigned char>(*p);
    if (c < 0x80) {
      if (c < 0x20 || c == 0x7f || long_ascii_follows(p, end)) break;
      run.put_narrow(c);
      ++p;
      continue;
    }
    const text::Utf8Step step = text::decode_one(p, end);
    if (step.outcome == text::Utf8Outcome::incomplete) break;
    const text::CodePointInfo info = text::lookup(step.code_point);
    if (!info.is_plain() || info.width() == 0) break;
    if (info.width() == 1) {
      run.put_narrow(step.code_point);
    } else {
      run.put_wide(step.code_point);
    }
    p += step.length;
  }
  run.close();
  return p;
}

/// One code point at a time. Returns `p` itself if an incomplete scalar begins there.
const char* print_one(TerminalState& state, const char* p, const char* end) {
  const auto c = static_cast<unsigned char>(*p);
  if (c < 0x80) {
    Charsets& sets = state.charsets;
    const std::uint8_t set = sets.single_shift != 0 ? sets.single_shift : sets.gl;
    sets.single_shift = 0;
    print_code_point(state, translate(sets.designated[set], *p));
    return p + 1;
  }
  const text::Utf8Step step = text::decode_one(p, end);
  if (step.outcome == text::Utf8Outcome::incomplete) return p;
  state.charsets.single_shift = 0;
  print_code_point(state, step.code_point);
  return p + step.length;
}

}  // namespace

const char* print_text(TerminalState& state, const char* p, const char* end) {
  while (p < end) {
    const auto c = static_cast<unsigned char>(*p);
    if (c < 0x20 || c == 0x7f) return p;
    if (is_fast(state)) {
      if (c < 0x80) {
        p = print_ascii(state, p, end);
        continue;
      }
      const text::Utf8Step step = text::decode_one(p, end);
      if (step.outcome == text::Utf8Outcome::incomplete) return p;
      const text::CodePointInfo info = text::lookup(step.code_point);
      if (info.is_plain() && info.width() != 0) {
        p = print_plain(state, p, end);
        continue;
      }
    }
    const char* const next = print_one(state, p, end);
    if (next == p) return p;
    p = next;
  }
  return p;
}

void repeat_last(TerminalState& state, std::uint32_t count) {
  const char32_t code_point = code_point_before(state);
  if (code_point == 0) return;
  const std::uint32_t most = std::uint32_t{state.size.rows} * state.size.cols;
  count = std::min(count, most);
  const text::CodePointInfo info = text::lookup(code_point);
  if (!is_fast(state) || !info.is_plain() || info.width() == 0) {
    for (std::uint32_t i = 0; i < count; ++i) print_code_point(state, code_point);
    return;
  }
  PlainRun run(state);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (info.width() == 1) {
      run.put_narrow(code_point);
    } else {
      run.put_wide(code_point);
    }
  }
  run.close();
}

}  // namespace pty::vt
