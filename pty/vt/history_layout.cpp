#include "pty/vt/history_layout.hpp"

#include <utility>

namespace pty::vt {
namespace {

struct ColumnVisitor {
  std::uint32_t col = 0;
  std::uint32_t last = 0;
  void text(base::ByteView /*utf8*/, std::uint32_t cells, const RunStyle& /*look*/) { col += cells; }
  void erased(std::uint32_t /*cells*/, const RunStyle& /*look*/) {}
  void end_row(RowEnd /*end*/) { last = std::exchange(col, 0); }
};

}  // namespace

std::uint32_t end_column(base::ByteView line, std::uint16_t width) {
  const LineHead head = read_head(line);
  if (head.cells <= width) return head.cells;
  if (!head.has_wide) return (head.cells - 1) % width + 1;
  ColumnVisitor visitor;
  History::Line whole;
  whole.bytes = line;
  lay_out_line(whole, width, visitor);
  return visitor.last;
}

}  // namespace pty::vt
