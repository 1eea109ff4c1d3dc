#include "pty/vt/dump_painter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "pty/text/code_point.hpp"
#include "pty/text/utf8.hpp"
#include "pty/vt/ascii_cells.hpp"
#include "pty/vt/history_layout.hpp"

namespace pty::vt {
namespace {

constexpr std::uint64_t kLookMask =
    Cell::kStyleMask | Cell::kProtectedBit | 3ULL << Cell::kSemanticShift | 0xFFFFULL << Cell::kLinkShift;

// Prints nothing but makes a full row wrap: one that takes one cell, one that takes two.
constexpr base::ByteView kNarrowStandIn = "x";
constexpr base::ByteView kWideStandIn = "\u3000";

bool same_background(const InternTables& tables, Cell one, Cell other) {
  return tables.styles.at(one.style()).background == tables.styles.at(other.style()).background;
}

// One code point in place of a cluster: its first, if that is as wide.
char32_t stand_for(std::u32string_view code_points, int width) {
  if (text::lookup(code_points[0]).width() == width) return code_points[0];
  return width == 2 ? U'\u3000' : U'\uFFFD';
}

}  // namespace

void DumpPainter::change_to(const DumpPainter& other) {
  set_style(other.sgr_.current());
  set_link(other.link_uri_, other.link_id_);
  set_protected(other.protected_);
  set_semantic(other.semantic_);
  look_bits_ = other.look_bits_;
}

void DumpPainter::sequence(std::uint32_t number, char final_byte) {
  out_.append("\x1b[");
  if (number != 1) fmt::format_to(std::back_inserter(out_), "{}", number);
  out_.push_back(final_byte);
}

void DumpPainter::set_link(std::string_view uri, std::string_view id) {
  if (detail_ != Detail::whole || (uri == link_uri_ && id == link_id_)) return;
  link_uri_ = uri;
  link_id_ = id;
  out_.append("\x1b]8;");
  if (!id.empty()) out_.append("id=").append(id);
  out_.push_back(';');
  out_.append(uri).append("\x1b\\");
}

void DumpPainter::set_protected(bool on) {
  if (on == protected_ || marks_ == Marks::drop || detail_ == Detail::characters) return;
  protected_ = on;
  out_.append(on ? "\x1b[1\"q" : "\x1b[0\"q");
}

void DumpPainter::set_semantic(Semantic semantic) {
  if (semantic == semantic_ || marks_ == Marks::drop || detail_ == Detail::characters) return;
  semantic_ = semantic;
  switch (semantic) {
    case Semantic::output:
      out_.append("\x1b]133;C;k=c\x1b\\");
      return;
    case Semantic::input:
      out_.append("\x1b]133;B\x1b\\");
      return;
    case Semantic::prompt:
      out_.append("\x1b]133;P;k=c\x1b\\");
      return;
  }
}

// In the order in which a command without output makes them on one row.
void DumpPainter::row_marks(const RowMarks& marks) {
  if (!marks.any() || marks_ == Marks::drop) return;
  look_bits_ = kNoLook;
  semantic_ = marks.has(RowFlag::prompt) ? Semantic::prompt : Semantic::output;
  if (marks.has(RowFlag::output)) out_.append("\x1b]133;C\x1b\\");
  if (marks.has(RowFlag::exit_known))
    fmt::format_to(std::back_inserter(out_), "\x1b]133;D;{}\x1b\\", marks.exit_code);
  else if (marks.has(RowFlag::command_end))
    out_.append("\x1b]133;D\x1b\\");
  if (marks.has(RowFlag::prompt)) out_.append("\x1b]133;A\x1b\\");
}

void DumpPainter::reset_look() {
  set_style({});
  set_link({}, {});
  set_protected(false);
  look_bits_ = kNoLook;
}

void DumpPainter::set_look(Cell cell) {
  const std::uint64_t bits = cell.bits() & kLookMask;
  if (bits == look_bits_) [[likely]]
    return;
  look_bits_ = bits;
  set_style(tables_.styles.at(cell.style()));
  if (cell.link() == 0) {
    set_link({}, {});
  } else {
    const Link link = tables_.links.at(cell.link());
    set_link(link.uri, link.id);
  }
  set_protected(cell.is_protected());
  set_semantic(cell.semantic());
}

void DumpPainter::look(const RunStyle& look, const HistoryLinks& links) {
  set_style(look.style);
  if (look.link == 0) {
    set_link({}, {});
  } else {
    const Link link = split_link(links[look.link - 1]);
    set_link(link.uri, link.id);
  }
  const Cell marks(cell_bits_of_marks(look.marks));
  set_protected(marks.is_protected());
  set_semantic(marks.semantic());
}

// Wide or joined text whose width or joining depends on mode 2027 is printed with the mode on, but for its
// first code point: that must not join what stands before it.
void DumpPainter::cluster(std::u32string_view code_points, int width) {
  if (detail_ == Detail::characters) return text::append_utf8(out_, stand_for(code_points, width));
  const bool by_code_point = text::lookup(code_points[0]).width() == width &&
                             std::all_of(code_points.begin() + 1, code_points.end(),
                                         [](char32_t c) { return text::lookup(c).width() == 0; });
  text::append_utf8(out_, code_points[0]);
  if (!by_code_point) out_.append("\x1b[?2027h");
  for (const char32_t c : code_points.substr(1)) text::append_utf8(out_, c);
  if (!by_code_point) out_.append("\x1b[?2027l");
}

void DumpPainter::character(Cell cell) {
  set_look(cell);
  if (cell.is_cluster())
    cluster(tables_.clusters.at(cell.cluster()), cell.width() == CellWidth::wide ? 2 : 1);
  else
    text::append_utf8(out_, cell.code_point());
}

void DumpPainter::glyphs(const Run& run) {
  GlyphReader reader(run);
  for (Glyph glyph; reader.next(glyph);) cluster(text::decode_utf8(glyph.utf8), glyph.width);
}

void DumpPainter::erase(std::uint32_t count, std::uint32_t room, std::uint32_t cols) {
  // Not for a whole row: that would also part it from the row that wraps into it.
  if (count >= room && room < cols)
    out_.append("\x1b[K");
  else
    sequence(count, 'X');
}

void DumpPainter::move_right(std::uint32_t count) {
  if (count > 0) sequence(count, 'C');
}

// A wrap that scrolls paints the new row in the pen's background: what the line does not write there must be
// cleared again.
void DumpPainter::line(const History::Line& line, std::uint16_t width, Entry entry) {
  LineReader reader(line.bytes);
  const LineHead& head = reader.head();
  const bool wraps = head.cells > width || entry != Entry::new_line;
  bool colored = false;
  bool in_tail = false;
  std::uint32_t col = 0;
  std::uint32_t skip = 0;
  std::uint32_t tail = line.tail_room;
  std::optional<std::uint32_t> link;  // of the run before
  std::optional<std::uint8_t> marks;
  look_bits_ = kNoLook;
  if (line.marks.any() && marks_ == Marks::keep) {
    // A row that is still to be wrapped into must be reached first.
    if (entry != Entry::new_line) {
      set_style({});
      out_.append(entry == Entry::wrapped ? kNarrowStandIn : kWideStandIn).push_back('\r');
    }
    row_marks(line.marks);
  }
  const auto end_text = [&] {
    if (head.has_tail || (wraps && colored)) col = end_column(line.bytes, width);
    if (!wraps || !colored || col >= width) return;
    set_style({});
    out_.append("\x1b[K");
  };
  for (Run run; reader.next(run);) {
    if (run.kind == RunKind::erased) {
      if (!std::exchange(in_tail, true)) end_text();
      const std::uint32_t cells = std::min(run.cells, tail);
      if (col >= width || cells == 0) return;
      tail -= cells;
      move_right(std::exchange(skip, cells));
      erase_style(run.look.style.background);
      erase(cells, width - col, width);
      col += cells;
      continue;
    }
    colored = colored || !run.look.style.background.is_default();
    // Within a line hardly anything but the style changes, and that often.
    if (link != run.look.link || marks != run.look.marks) {
      look(run.look, *line.links);
      link = run.look.link;
      marks = run.look.marks;
    } else {
      set_style(run.look.style);
    }
    if (run.kind == RunKind::spaces)
      out_.append(run.cells, ' ');
    else if (run.kind == RunKind::mixed)
      glyphs(run);
    else
      out_.append(run.text);
  }
  if (!in_tail) end_text();
}

void DumpPainter::erase_style(term::Color background) {
  term::Style style;
  style.background = background;
  set_style(style);
  look_bits_ = kNoLook;
}

void DumpPainter::row(const RowView& row, std::uint16_t cols) {
  const bool wrapped = row.has(RowFlag::wrapped);
  std::uint16_t end = row.used;
  if (wrapped && row.cells[end - 1].width() == CellWidth::wrap_blank) --end;
  row_marks(marks_on(row));
  const std::uint16_t reached = cells(row, 0, end, cols);
  if (wrapped) move_right(static_cast<std::uint32_t>(end - reached));
}

// Prints the ASCII characters of one look that begin at `from`; returns where they end.
std::uint16_t DumpPainter::ascii_run(const RowView& row, std::uint16_t from, std::uint16_t to) {
  const std::uint64_t look = row.cells[from].bits() & kLookMask;
  if ((row.cells[from].bits() ^ look) - 1 >= 0x7F) return from;
  set_look(row.cells[from]);
  const std::size_t size = out_.size();
  std::size_t count = 0;
  const std::size_t room = static_cast<std::size_t>(to - from);
  out_.resize_and_overwrite(size + room, [&](char* text, std::size_t) {
    count = narrow_ascii(text + size, row.cells + from, room, look);
    return size + count;
  });
  return static_cast<std::uint16_t>(from + count);
}

std::uint16_t DumpPainter::cells(const RowView& row, std::uint16_t from, std::uint16_t to,
                                 std::uint16_t cols) {
  std::uint32_t skip = 0;
  std::uint16_t reached = from;
  for (std::uint16_t i = from; i < to;) {
    const Cell cell = row.cells[i];
    if (cell.has_text()) {
      move_right(std::exchange(skip, 0));
      const std::uint16_t ascii = ascii_run(row, i, to);
      if (ascii > i) {
        reached = i = ascii;
        continue;
      }
      character(cell);
      i = static_cast<std::uint16_t>(i + (cell.width() == CellWidth::wide ? 2 : 1));
      reached = i;
      continue;
    }
    const std::uint16_t begin = i;
    const StyleId style = cell.style();
    while (i < to && !row.cells[i].has_text() && row.cells[i].style() == style) ++i;
    if (detail_ != Detail::characters && !tables_.styles.at(style).background.is_default()) {
      move_right(std::exchange(skip, 0));
      erase_style(tables_.styles.at(style).background);
      erase(static_cast<std::uint32_t>(i - begin), static_cast<std::uint32_t>(cols - begin), cols);
      reached = begin;
    }
    skip += static_cast<std::uint32_t>(i - begin);
  }
  return reached;
}

void DumpPainter::hard_break() {
  if (!sgr_.current().background.is_default()) {
    set_style({});
    look_bits_ = kNoLook;
  }
  out_.append("\r\n");
}

// A wrap that scrolls paints the new row in the pen's background. That does no harm when the row is written
// all over.
void DumpPainter::soft_break(Cell last, const RowView& next, std::uint16_t cols) {
  const bool text = next.used > 0 && next.cells[0].has_text();
  const bool plain = text && tables_.styles.at(next.cells[0].style()).background.is_default();
  // A marked row must be reached before it is printed.
  const bool marked = marks_ == Marks::keep && marks_on(next).any();
  const bool covers =
      !marked &&
      (plain || (text && next.used == cols &&
                 std::all_of(next.cells, next.cells + cols, [](Cell c) { return c.is_written(); })));
  if (last.width() != CellWidth::wrap_blank) {
    if (!covers) narrow_stand_in(next);
    return;
  }
  const bool wide = text && next.cells[0].width() == CellWidth::wide;
  if (!wide || !covers || !same_background(tables_, last, next.cells[0])) wide_stand_in(last, next, cols);
}

void DumpPainter::narrow_stand_in(const RowView& next) {
  set_style({});
  look_bits_ = kNoLook;
  out_.append(kNarrowStandIn).push_back('\r');
  if (next.used == 0 || !next.cells[0].has_text()) sequence(1, 'X');
}

// The blank that it leaves behind takes its background; so does the new row, which is then cleared.
void DumpPainter::wide_stand_in(Cell blank, const RowView& next, std::uint16_t cols) {
  const term::Color background = tables_.styles.at(blank.style()).background;
  erase_style(background);
  out_.append(kWideStandIn).push_back('\r');
  set_style({});
  const bool overwritten =
      next.used > 0 && next.cells[0].has_text() && next.cells[0].width() == CellWidth::wide;
  if (!background.is_default())
    sequence(cols, 'X');
  else if (!overwritten)
    sequence(2, 'X');
}

}  // namespace pty::vt
