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

bool is_continuation(std::uint32_t byte) {
  return (byte & 0xC0U) == 0x80U;
}

/// Does the code point begin a cell of its own, whatever stands before it? Counted by code point everything
/// does that has a width; counted by cluster only what never joins.
bool is_for_run(text::CodePointInfo info, bool by_cluster) {
  return info.width() != 0 && (!by_cluster || info.is_plain());
}

/// What can be written from the cursor on with nothing to look after: on a row without wide characters, short
/// of its last column. Most text is that, and much of it is a character or two between control functions.
struct FreeCells {
  RowHeader* header = nullptr;
  Cell* cells = nullptr;
  std::size_t room = 0;
};
FreeCells free_cells(TerminalState& state) {
  const Cursor& cursor = state.cursor;
  const std::uint32_t limit = right_limit(state);
  RowHeader& header = state.grid().header(cursor.row);
  if (cursor.pending_wrap || cursor.col >= limit || header.has(RowFlag::complex)) return {};
  return {&header, state.grid().cells(cursor.row) + cursor.col, limit - cursor.col};
}
void finish_cells(TerminalState& state, const FreeCells& free, std::size_t count) {
  Cursor& cursor = state.cursor;
  cursor.col = static_cast<std::uint16_t>(cursor.col + count);
  free.header->used = std::max(free.header->used, cursor.col);
  free.header->flags |= state.pen_cache.row_flags;
  free.header->generation = state.generation;
}

/// The code point at the front of [p, end) if it has three bytes and ASCII or a control byte follows; else 0.
std::uint32_t lone_three_bytes(const char* p, const char* end) {
  if (end - p < 4) return 0;
  const auto byte = [p](int i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(p[i])); };
  if ((byte(0) & 0xF0U) != 0xE0U || !is_continuation(byte(1)) || !is_continuation(byte(2)) || byte(3) >= 0x80)
    return 0;
  const std::uint32_t code_point = (byte(0) & 0x0FU) << 12 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3FU);
  return code_point < 0x800 || (code_point >= 0xD800 && code_point < 0xE000) ? 0 : code_point;
}

/// ASCII, or one line, block or mark by itself, from the front of [p, end) into free cells. Returns where it
/// stopped: `p` if it is for somebody else. Pre: is_fast.
const char* print_in_row(TerminalState& state, const char* p, const char* end) {
  const FreeCells free = free_cells(state);
  if (free.room == 0) return p;
  if (static_cast<unsigned char>(*p) < 0x80) {
    const std::size_t most = std::min(static_cast<std::size_t>(end - p), free.room);
    const std::size_t count = widen_ascii(free.cells, p, most, print_bits(state));
    finish_cells(state, free, count);
    return p + count;
  }
  const std::uint32_t code_point = lone_three_bytes(p, end);
  if (code_point == 0) return p;
  const text::CodePointInfo info = text::lookup(code_point);
  if (info.width() != 1 || !is_for_run(info, state.mode(term::Mode::grapheme_clusters))) return p;
  *free.cells = Cell(print_bits(state) | code_point);
  finish_cells(state, free, 1);
  return p + 3;
}

/// One stretch of characters that need nothing but cells, ASCII and others alike, with everything in locals.
class PlainRun {
 public:
  explicit PlainRun(TerminalState& state)
      : state_(state), bits_(print_bits(state)), by_cluster_(state.mode(term::Mode::grapheme_clusters)) {
    open();
  }

  /// Printable ASCII from the front of [p, end), as far as the row goes. Pre: *p is such a character.
  const char* put_ascii(const char* p, const char* end) {
    if (col_ > limit_) wrap();
    if (col_ > limit_) stay_at_edge();
    const std::size_t room = std::min<std::size_t>(static_cast<std::size_t>(end - p), limit_ - col_ + 1);
    const std::size_t count = widen_ascii(cells_ + col_, p, room, bits_);
    col_ += static_cast<std::uint32_t>(count);
    return p + count;
  }

  /// Narrow characters of one or two bytes in one loop, as far as the row goes: in Latin text nobody can tell
  /// which comes next. Leaves long ASCII to put_ascii.
  const char* put_latin(const char* p, const char* end) {
    std::uint32_t col = col_;
    const std::uint32_t limit = limit_;
    for (int ascii = 0; end - p >= 2 && col <= limit && ascii < kLongAscii;) {
      const std::uint32_t first = static_cast<unsigned char>(p[0]);
      const std::uint32_t second = static_cast<unsigned char>(p[1]);
      const bool two = first >= 0x80;
      if (first < 0x20 || first >= 0xE0 || (two && (first < 0xC2 || !is_continuation(second)))) break;
      const std::uint32_t code_point = two ? (first & 0x1FU) << 6 | (second & 0x3FU) : first;
      const text::CodePointInfo info = text::lookup(code_point);
      if (info.width() != 1 || !is_for_run(info, by_cluster_)) break;
      cells_[col++] = Cell(bits_ | code_point);
      p += two ? 2 : 1;
      ascii = two ? 0 : ascii + 1;
    }
    col_ = col;
    return p;
  }
  /// Characters of three bytes, as far as the row goes: most of CJK, and the lines and marks of programs that
  /// draw.
  const char* put_three_bytes(const char* p, const char* end) {
    const Cell second_half(bits_ | (2ULL << Cell::kWidthShift));
    const std::uint32_t limit = limit_;
    std::uint32_t col = col_;
    while (end - p >= 3 && col < limit) {
      const auto byte = [p](int i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(p[i])); };
      if ((byte(0) & 0xF0U) != 0xE0U || !is_continuation(byte(1)) || !is_continuation(byte(2))) break;
      const std::uint32_t code_point = (byte(0) & 0x0FU) << 12 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3FU);
      if (code_point < 0x800 || (code_point >= 0xD800 && code_point < 0xE000)) break;
      const text::CodePointInfo info = text::lookup(code_point);
      if (!is_for_run(info, by_cluster_)) break;
      if (info.width() == 2) {
        cells_[col] = Cell(bits_ | code_point | 1ULL << Cell::kWidthShift);
        cells_[col + 1] = second_half;
        complex_ = true;
        col += 2;
      } else {
        cells_[col++] = Cell(bits_ | code_point);
      }
      p += 3;
    }
    col_ = col;
    return p;
  }
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
      // Only now: a wide character that finds no room is dropped, and must leave what stands there whole.
      if (was_complex_ && start_ > 0 && cells_[start_ - 1].width() == CellWidth::wide)
        cells_[start_ - 1] = Cell();
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
  static constexpr int kLongAscii = 16;  ///< what put_ascii takes in one step

  void open() {
    if (state_.cursor.pending_wrap) wrap_line(state_);
    row_ = state_.cursor.row;
    start_ = col_ = state_.cursor.col;
    limit_ = right_limit(state_);
    cells_ = state_.grid().cells(row_);
    was_complex_ = state_.grid().header(row_).has(RowFlag::complex);
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
  const std::uint64_t bits_;
  const bool by_cluster_;
  Cell* cells_ = nullptr;
  std::uint32_t col_ = 0;
  std::uint32_t start_ = 0;
  std::uint32_t limit_ = 0;
  std::uint16_t row_ = 0;
  bool was_complex_ = false;
  bool complex_ = false;
};

/// The next stretch of a run by the kind of its first byte, not ASCII. `p` if it must go one by one.
const char* put_stretch(PlainRun& run, const char* p, const char* end) {
  const auto c = static_cast<unsigned char>(*p);
  if (c < 0xE0) return run.put_latin(p, end);
  return c < 0xF0 ? run.put_three_bytes(p, end) : p;
}

/// Text up to the first byte or code point that needs somebody else; `p` itself if that is the first one.
const char* print_run(TerminalState& state, const char* p, const char* end) {
  const bool by_cluster = state.mode(term::Mode::grapheme_clusters);
  const auto goes_on = [&](const text::Utf8Step& step) {
    return step.outcome != text::Utf8Outcome::incomplete &&
           is_for_run(text::lookup(step.code_point), by_cluster);
  };
  if (static_cast<unsigned char>(*p) >= 0x80 && !goes_on(text::decode_one(p, end))) return p;
  PlainRun run(state);
  while (p < end) {
    const auto c = static_cast<unsigned char>(*p);
    if (c < 0x80) {
      if (c < 0x20 || c == 0x7f) break;
      p = run.put_ascii(p, end);
      continue;
    }
    const char* const rest = put_stretch(run, p, end);
    if (rest != p) {
      p = rest;
      continue;
    }
    const text::Utf8Step step = text::decode_one(p, end);
    if (!goes_on(step)) break;
    if (text::lookup(step.code_point).width() == 1) {
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
      const char* rest = print_in_row(state, p, end);
      if (rest == p) rest = print_run(state, p, end);
      if (rest != p) {
        p = rest;
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
  if (!is_fast(state) || !is_for_run(info, state.mode(term::Mode::grapheme_clusters))) {
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
