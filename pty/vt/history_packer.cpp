#include "pty/vt/history_packer.hpp"

#include <algorithm>

#include "pty/text/utf8.hpp"
#include "pty/vt/history.hpp"

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

class RowPacker {
 public:
  RowPacker(const RowView& row, std::uint16_t cols, const InternTables& tables, HistoryChunk& chunk,
            LineWriter& line)
      : row_(row), cols_(cols), tables_(tables), chunk_(chunk), line_(line) {}

  void pack() {
    const bool wrapped = row_.has(RowFlag::wrapped);
    std::uint32_t end = wrapped ? cols_ : written_end();
    if (wrapped && at(end - 1).width() == CellWidth::wrap_blank) --end;
    for (std::uint32_t i = 0; i < end;) i = pack_run(i, end);
    if (!wrapped) pack_tail(end);
  }

 private:
  [[nodiscard]] Cell at(std::uint32_t i) const { return i < row_.used ? row_.cells[i] : Cell{}; }

  [[nodiscard]] std::uint32_t written_end() const {
    std::uint32_t end = row_.used;
    while (end > 0 && !row_.cells[end - 1].is_written()) --end;
    return end;
  }

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
    const std::uint32_t ascii = ascii_end(i, end, look);
    if (ascii > i) return pack_ascii(i, ascii, end, look);
    if (!cell.is_written()) return pack_gap(i, end, look);
    if (is_wide(i, end) && !cell.is_cluster()) return pack_wide(i, end, look);
    if (cell.is_cluster()) return pack_clusters(i, end, look);
    if (cell.width() == CellWidth::second_half) {
      line_.spaces(1, run_style(look));  // half a character that lost its other half
      return i + 1;
    }
    return pack_narrow(i, end, look);
  }

  // One subtraction tests a cell for "ASCII, narrow, this look": the rest of its bits is 1 to 0x7f.
  [[nodiscard]] std::uint32_t ascii_end(std::uint32_t i, std::uint32_t end, std::uint64_t look) const {
    const std::uint32_t stop = std::min<std::uint32_t>(end, row_.used);
    while (i < stop && (row_.cells[i].bits() ^ look) - 1 < 0x7F) ++i;
    return i;
  }

  [[nodiscard]] bool is_wide(std::uint32_t i, std::uint32_t end) const {
    return at(i).width() == CellWidth::wide && i + 1 < end && at(i + 1).width() == CellWidth::second_half;
  }
  [[nodiscard]] bool is_narrow_scalar(std::uint32_t i, std::uint64_t look) const {
    const std::uint64_t content = at(i).bits() ^ look;
    return content != 0 && content < Cell::kClusterBit;
  }

  std::uint32_t pack_ascii(std::uint32_t begin, std::uint32_t ascii, std::uint32_t end, std::uint64_t look) {
    if (ascii < end && is_narrow_scalar(ascii, look)) return pack_narrow(begin, end, look);
    const std::uint32_t count = ascii - begin;
    char* out = text_.begin(count);
    for (std::uint32_t i = 0; i < count; ++i) out[i] = static_cast<char>(row_.cells[begin + i].bits());
    line_.ascii(count, {out, count}, run_style(look));
    return ascii;
  }

  std::uint32_t pack_narrow(std::uint32_t begin, std::uint32_t end, std::uint64_t look) {
    char* out = text_.begin(4 * (end - begin));
    std::size_t size = 0;
    std::uint32_t i = begin;
    for (; i < end && is_narrow_scalar(i, look); ++i) size += put_scalar(out + size, at(i).code_point());
    if (i == begin) {  // a wide character cut off at the edge: keep the place
      line_.spaces(1, run_style(look));
      return begin + 1;
    }
    line_.plain(i - begin, {out, size}, 1, run_style(look));
    return i;
  }

  std::uint32_t pack_wide(std::uint32_t begin, std::uint32_t end, std::uint64_t look) {
    char* out = text_.begin(4 * (end - begin));
    std::size_t size = 0;
    std::uint32_t i = begin;
    for (; i < end && look_bits(at(i)) == look && is_wide(i, end) && !at(i).is_cluster(); i += 2)
      size += put_scalar(out + size, at(i).code_point());
    line_.plain(i - begin, {out, size}, 2, run_style(look));
    return i;
  }

  std::uint32_t pack_clusters(std::uint32_t begin, std::uint32_t end, std::uint64_t look) {
    glyphs_.clear();
    bool has_wide = false;
    std::uint32_t i = begin;
    while (i < end && at(i).is_cluster() && look_bits(at(i)) == look) {
      const std::u32string_view scalars = tables_.clusters.at(at(i).cluster());
      const int width = is_wide(i, end) ? 2 : 1;
      has_wide = has_wide || width == 2;
      put_glyph(glyphs_, text::encode_utf8(scalars), static_cast<std::uint32_t>(scalars.size()), width);
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

  static std::size_t put_scalar(char* out, char32_t scalar) {
    const text::EncodedScalar encoded = text::encode_utf8(scalar);
    std::copy_n(encoded.bytes, encoded.length, out);
    return encoded.length;
  }

  const RunStyle& run_style(std::uint64_t look) {
    if (look == style_look_) return style_;
    const Cell cell(look);
    style_look_ = look;
    style_.style = tables_.styles.at(cell.style());
    style_.marks = marks_of(cell);
    style_.link = cell.link() == 0 ? 0 : link_index(tables_.links.at(cell.link()));
    return style_;
  }

  std::uint32_t link_index(const Link& link) {
    std::string packed = link.id;
    packed += kHistoryLinkSeparator;
    packed += link.uri;
    return chunk_.intern_link(packed) + 1;
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
  const InternTables& tables_;
  HistoryChunk& chunk_;
  LineWriter& line_;
  std::uint64_t style_look_ = 0;
  RunStyle style_;
  TextBuffer text_;
  base::ByteBuffer glyphs_;
};

class LineUnpacker {
 public:
  LineUnpacker(const std::vector<std::string>& links, InternTables& tables, std::vector<Cell>& cells)
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
      const base::ByteView packed = links_[look.link - 1];
      const std::size_t separator = packed.find(kHistoryLinkSeparator);
      link = tables_.links.intern(packed.substr(separator + 1), packed.substr(0, separator));
    }
    return marks | Cell::make(0, CellWidth::narrow, style, link).bits();
  }

  const std::vector<std::string>& links_;
  InternTables& tables_;
  std::vector<Cell>& cells_;
};

}  // namespace

bool continues_line(bool ends_blank, const RowView& next) {
  if (ends_blank) return next.used > 0 && next.cells[0].width() == CellWidth::wide;
  if (next.has(RowFlag::wrapped)) return true;
  return std::any_of(next.cells, next.cells + next.used, [](Cell cell) { return cell.is_written(); });
}

void pack_row(const RowView& row, std::uint16_t cols, const InternTables& tables, HistoryChunk& chunk,
              LineWriter& line) {
  RowPacker(row, cols, tables, chunk, line).pack();
}

void unpack_line(base::ByteView line, const std::vector<std::string>& links, InternTables& tables,
                 std::vector<Cell>& cells) {
  LineUnpacker(links, tables, cells).unpack(line);
}

}  // namespace pty::vt
