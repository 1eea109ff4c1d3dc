#include "pty/vt/history_packer.hpp"

#include <algorithm>

#include "pty/text/utf8.hpp"
#include "pty/vt/ascii_cells.hpp"

namespace pty::vt {
namespace {

// What the cells of one run have in common.
constexpr std::uint64_t kLookMask =
    Cell::kStyleMask | Cell::kProtectedBit | 3ULL << Cell::kSemanticShift | 0xFFFFULL << Cell::kLinkShift;
constexpr std::uint64_t look_bits(Cell cell) {
  return cell.bits() & kLookMask;
}

// Shorter gaps go into the text as spaces.
constexpr std::uint32_t kMinSpaceRun = 4;

std::uint32_t written_end(const RowView& row) {
  std::uint32_t end = row.used;
  while (end > 0 && !row.cells[end - 1].is_written()) --end;
  return end;
}

/// UTF-8 of U+0800 to U+D7FF, nearly all that is wide.
char* put_three(char* out, std::uint64_t scalar) {
  out[0] = static_cast<char>(0xE0 | scalar >> 12);
  out[1] = static_cast<char>(0x80 | (scalar >> 6 & 0x3F));
  out[2] = static_cast<char>(0x80 | (scalar & 0x3F));
  return out + 3;
}
/// One or two bytes without a branch: in Latin text nobody can tell which. A second byte is overwritten.
char* put_one_or_two(char* out, std::uint64_t scalar) {
  const bool two = scalar >= 0x80;
  out[0] = static_cast<char>(two ? 0xC0 | scalar >> 6 : scalar);
  out[1] = static_cast<char>(0x80 | (scalar & 0x3F));
  return out + (two ? 2 : 1);
}
char* put_scalar(char* out, std::uint64_t scalar) {
  const text::EncodedScalar encoded = text::encode_utf8(static_cast<char32_t>(scalar));
  return std::copy_n(encoded.bytes, encoded.length, out);
}
constexpr std::size_t kMostScalarBytes = 4;

class RowPacker {
 public:
  RowPacker(const RowView& row, std::uint16_t cols, InternTables& tables, HistoryChunk& chunk,
            LineWriter& line)
      : row_(row), cols_(cols), tables_(tables), chunk_(chunk), line_(line) {}

  void pack() {
    const bool wrapped = row_.has(RowFlag::wrapped);
    std::uint32_t end = wrapped ? cols_ : written_end(row_);
    if (wrapped && at(end - 1).width() == CellWidth::wrap_blank) --end;
    for (std::uint32_t i = 0; i < end;) i = pack_run(i, end);
    if (!wrapped) pack_tail(end);
  }

 private:
  [[nodiscard]] Cell at(std::uint32_t i) const { return i < row_.used ? row_.cells[i] : Cell{}; }

  // Coloured erased cells behind the text.
  void pack_tail(std::uint32_t i) {
    std::uint32_t end = row_.used;
    while (end > i && look_bits(row_.cells[end - 1]) == 0) --end;
    while (i < end) {
      const std::uint32_t begin = i;
      const std::uint64_t look = look_bits(row_.cells[i]);
      while (i < end && look_bits(row_.cells[i]) == look) ++i;
      line_.erased(i - begin, run_style(look));
    }
  }

  // Packs the run that begins at `i`; returns where the next one begins.
  std::uint32_t pack_run(std::uint32_t i, std::uint32_t end) {
    const Cell cell = at(i);
    const std::uint64_t look = look_bits(cell);
    if (is_narrow_scalar(i, look)) return pack_narrow(i, end, look);
    if (!cell.is_written()) return pack_gap(i, end, look);
    if (is_wide(i, end) && !cell.is_cluster()) return pack_wide(i, end, look);
    if (cell.is_cluster()) return pack_clusters(i, end, look);
    // Half a character that lost its other half, or one cut off at the edge: keep the place.
    line_.spaces(1, run_style(look));
    return i + 1;
  }

  [[nodiscard]] bool is_wide(std::uint32_t i, std::uint32_t end) const {
    return at(i).width() == CellWidth::wide && i + 1 < end && at(i + 1).width() == CellWidth::second_half;
  }
  [[nodiscard]] bool is_narrow_scalar(std::uint32_t i, std::uint64_t look) const {
    return (at(i).bits() ^ look) - 1 < Cell::kClusterBit - 1;  // not 0
  }

  // ASCII, and if that is not all, other narrow characters behind it.
  std::uint32_t pack_narrow(std::uint32_t begin, std::uint32_t end, std::uint64_t look) {
    const std::uint32_t stop = std::min<std::uint32_t>(end, row_.used);
    char* const out = text_.begin(kMostScalarBytes * (stop - begin));
    const auto ascii = static_cast<std::uint32_t>(narrow_ascii(out, row_.cells + begin, stop - begin, look));
    char* p = out + ascii;
    std::uint32_t i = begin + ascii;
    for (; i < stop; ++i) {
      const std::uint64_t scalar = row_.cells[i].bits() ^ look;
      if (scalar - 1 >= Cell::kClusterBit - 1) break;
      p = scalar < 0x800 ? put_one_or_two(p, scalar) : put_scalar(p, scalar);
    }
    const base::ByteView text(out, static_cast<std::size_t>(p - out));
    if (i == begin + ascii)
      line_.ascii(ascii, text, run_style(look));
    else
      line_.plain(i - begin, text, 1, run_style(look));
    return i;
  }

  // Wide scalars of one look. Both halves are looked at in one go: what differs from the pattern is the
  // scalar.
  std::uint32_t pack_wide(std::uint32_t begin, std::uint32_t end, std::uint64_t look) {
    constexpr std::uint64_t kFirst = static_cast<std::uint64_t>(CellWidth::wide) << Cell::kWidthShift;
    constexpr std::uint64_t kSecond = static_cast<std::uint64_t>(CellWidth::second_half) << Cell::kWidthShift;
    const std::uint32_t stop = std::min<std::uint32_t>(end, row_.used);
    char* const out = text_.begin(kMostScalarBytes * (stop - begin));
    char* p = out;
    std::uint32_t i = begin;
    for (; i + 1 < stop; i += 2) {
      const std::uint64_t scalar = row_.cells[i].bits() ^ look ^ kFirst;
      if (scalar >= Cell::kClusterBit || row_.cells[i + 1].bits() != (look | kSecond)) break;
      p = scalar >= 0x800 && scalar < 0xD800 ? put_three(p, scalar) : put_scalar(p, scalar);
    }
    if (i == begin) return pack_odd_wide(begin, look);
    line_.plain(i - begin, {out, static_cast<std::size_t>(p - out)}, 2, run_style(look));
    return i;
  }

  // A wide character whose second half does not look like the first.
  std::uint32_t pack_odd_wide(std::uint32_t begin, std::uint64_t look) {
    char* const out = text_.begin(kMostScalarBytes);
    const char* const p = put_scalar(out, at(begin).code_point());
    line_.plain(2, {out, static_cast<std::size_t>(p - out)}, 2, run_style(look));
    return begin + 2;
  }

  std::uint32_t pack_clusters(std::uint32_t begin, std::uint32_t end, std::uint64_t look) {
    glyphs_.clear();
    bool has_wide = false;
    std::uint32_t i = begin;
    while (i < end && at(i).is_cluster() && look_bits(at(i)) == look) {
      const std::u32string_view scalars = tables_.clusters.at(at(i).cluster());
      const int width = is_wide(i, end) ? 2 : 1;
      has_wide = has_wide || width == 2;
      char* const out = text_.begin(kMostScalarBytes * scalars.size());
      char* p = out;
      for (const char32_t scalar : scalars) p = put_scalar(p, scalar);
      put_glyph(glyphs_, {out, static_cast<std::size_t>(p - out)}, static_cast<std::uint32_t>(scalars.size()),
                width);
      i += static_cast<std::uint32_t>(width);
    }
    line_.mixed(i - begin, glyphs_, has_wide, run_style(look));
    return i;
  }

  std::uint32_t pack_gap(std::uint32_t begin, std::uint32_t end, std::uint64_t look) {
    std::uint32_t i = begin;
    while (i < end && !at(i).is_written() && look_bits(at(i)) == look) ++i;
    const std::uint32_t count = i - begin;
    if (count >= kMinSpaceRun) {
      line_.spaces(count, run_style(look));
    } else {
      line_.ascii(count, base::ByteView("    ", count), run_style(look));
    }
    return i;
  }

  const RunStyle& run_style(std::uint64_t look) {
    if (look == style_look_) return style_;
    const Cell cell(look);
    style_look_ = look;
    style_.style = tables_.styles.at(cell.style());
    style_.marks = marks_of(cell);
    style_.link = cell.link() == 0 ? 0 : link_index(cell.link()) + 1;
    return style_;
  }

  std::uint32_t link_index(LinkId link) {
    LinkTable& links = tables_.links;
    const std::uint32_t index = chunk_.put_link(links.packed(link), links.history_index(link));
    links.note_history_index(link, index);
    return index;
  }

  // Room for the text of one run, without clearing it first.
  struct TextBuffer {
    char small[512];
    base::ByteBuffer large;
    char* begin(std::size_t bytes) {
      if (bytes <= sizeof small) return small;
      if (large.size() < bytes) large.resize(bytes);
      return large.data();
    }
  };

  const RowView& row_;
  const std::uint32_t cols_;
  InternTables& tables_;
  HistoryChunk& chunk_;
  LineWriter& line_;
  std::uint64_t style_look_ = 0;
  RunStyle style_;
  TextBuffer text_;
  base::ByteBuffer glyphs_;
};

class LineUnpacker {
 public:
  LineUnpacker(const HistoryLinks& links, InternTables& tables, std::vector<Cell>& cells)
      : links_(links), tables_(tables), cells_(cells) {}

  void unpack(base::ByteView line) {
    LineReader reader(line);
    for (Run run; reader.next(run);) {
      const std::uint64_t look = look_of(run.look);
      if (run.kind == RunKind::erased) {
        cells_.insert(cells_.end(), run.cells, Cell(look));
        continue;
      }
      GlyphReader glyphs(run);
      for (Glyph glyph; glyphs.next(glyph);) append(glyph, look);
    }
  }

 private:
  void append(const Glyph& glyph, std::uint64_t look) {
    const std::u32string scalars = text::decode_utf8(glyph.utf8);
    std::uint64_t content = scalars[0];
    if (scalars.size() > 1) {
      const ClusterId id = tables_.clusters.intern(scalars);
      if (id != 0) content = Cell::kClusterBit | id;
    }
    if (glyph.width == 1) {
      cells_.emplace_back(look | content);
      return;
    }
    cells_.emplace_back(look | content | Cell::make(0, CellWidth::wide, 0, 0).bits());
    cells_.emplace_back(look | Cell::make(0, CellWidth::second_half, 0, 0).bits());
  }

  std::uint64_t look_of(const RunStyle& look) {
    const std::uint64_t marks = cell_bits_of_marks(look.marks);
    const StyleId style = look.style.is_default() ? 0 : tables_.styles.intern(look.style);
    LinkId link = 0;
    if (look.link != 0) {
      const Link found = split_link(links_[look.link - 1]);
      link = tables_.links.intern(found.uri, found.id);
    }
    return marks | Cell::make(0, CellWidth::narrow, style, link).bits();
  }

  const HistoryLinks& links_;
  InternTables& tables_;
  std::vector<Cell>& cells_;
};

}  // namespace

bool continues_line(bool ends_blank, const RowView& next) {
  if (ends_blank) return next.used > 0 && next.cells[0].width() == CellWidth::wide;
  if (next.has(RowFlag::wrapped)) return true;
  return std::any_of(next.cells, next.cells + next.used, [](Cell cell) { return cell.is_written(); });
}

std::optional<std::uint32_t> pack_ascii_line(const RowView& row, char* out) {
  const std::uint32_t end = written_end(row);
  if (narrow_ascii(out, row.cells, end, 0) != end) return std::nullopt;
  return end;
}

void pack_row(const RowView& row, std::uint16_t cols, InternTables& tables, HistoryChunk& chunk,
              LineWriter& line) {
  RowPacker(row, cols, tables, chunk, line).pack();
}

void unpack_line(base::ByteView line, const HistoryLinks& links, InternTables& tables,
                 std::vector<Cell>& cells) {
  LineUnpacker(links, tables, cells).unpack(line);
}

}  // namespace pty::vt
