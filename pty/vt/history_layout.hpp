#pragma once
// A packed line as rows of some width. The visitor gets pieces of rows, left to right, and the ends of rows:
//   text(utf8, cells, look)   written cells of one look, never across an edge; spaces included
//   erased(cells, look)       coloured cells behind the text
//   end_row(RowEnd)

#include <algorithm>
#include <cstdint>

#include "pty/vt/history.hpp"
#include "pty/vt/history_line.hpp"

namespace pty::vt {

struct RowEnd {
  bool wrapped = false;     ///< the next row carries on
  bool wrap_blank = false;  ///< wrapped one column early
};

/// The column in which the text of a line ends at a width: 1 to width, 0 for an empty line.
std::uint32_t end_column(base::ByteView line, std::uint16_t width);

template <class Visitor>
void lay_out_line(const History::Line& line, std::uint16_t width, Visitor& visitor) {
  LineReader reader(line.bytes);
  std::uint32_t col = 0;
  std::uint32_t tail = line.tail_room;
  const auto make_room = [&](std::uint32_t cells) {
    if (col + cells <= width) return;
    visitor.end_row(RowEnd{.wrapped = true, .wrap_blank = col < width});
    col = 0;
  };
  for (Run run; reader.next(run);) {
    if (run.kind == RunKind::erased) {
      const std::uint32_t cells = std::min({run.cells, width - col, tail});
      if (cells > 0) visitor.erased(cells, run.look);
      col += cells;
      tail -= cells;
    } else if (run.kind == RunKind::ascii) {
      while (!run.text.empty()) {
        make_room(1);
        const auto cells = std::min(static_cast<std::uint32_t>(run.text.size()), width - col);
        visitor.text(run.text.substr(0, cells), cells, run.look);
        run.text.remove_prefix(cells);
        col += cells;
      }
    } else {
      GlyphReader glyphs(run);
      for (Glyph glyph; glyphs.next(glyph);) {
        make_room(glyph.width);
        visitor.text(glyph.utf8, glyph.width, run.look);
        col += glyph.width;
      }
    }
  }
  const bool wrapped = line.open || reader.head().wraps_at(col, width);
  visitor.end_row(RowEnd{.wrapped = wrapped, .wrap_blank = wrapped && col < width});
}

}  // namespace pty::vt
