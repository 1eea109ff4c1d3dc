#include "pty/vt/visible_picture.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <iterator>

#include "pty/vt/sgr_writer.hpp"

namespace pty::vt {
namespace {

/// Blanks at the end of a row look like no cells at all, so blanks are written only before something else.
class PictureRow {
 public:
  PictureRow(const Terminal& terminal, SgrWriter& looks, base::ByteBuffer& out)
      : terminal_(terminal), looks_(looks), out_(out) {}

  void add(Cell cell) {
    if (cell.width() == CellWidth::second_half) return;
    const term::Style& look = terminal_.style(cell.style());
    text_.clear();
    if (cell.has_text()) terminal_.append_text(cell, text_);
    if (text_.empty()) text_ = " ";
    if (text_ == " " && look.is_default()) {
      ++blanks_;
      return;
    }
    if (blanks_ > 0) {
      looks_.change_to({}, out_);
      out_.append(blanks_, ' ');
      blanks_ = 0;
    }
    looks_.change_to(look, out_);
    out_.append(text_);
  }

 private:
  const Terminal& terminal_;
  SgrWriter& looks_;
  base::ByteBuffer& out_;
  std::string text_;
  std::size_t blanks_ = 0;
};

}  // namespace

base::ByteBuffer visible_picture(const Terminal& terminal) {
  base::ByteBuffer out;
  SgrWriter looks;
  const base::Size size = terminal.size();
  for (std::uint16_t i = 0; i < size.rows; ++i) {
    const RowView row = terminal.row(i);
    PictureRow picture(terminal, looks, out);
    for (std::uint16_t col = 0; col < row.used; ++col) picture.add(row.cells[col]);
    out.push_back('\n');
  }
  fmt::format_to(std::back_inserter(out), "{}x{} {}", size.rows, size.cols, terminal.lines_scrolled());
  if (terminal.mode(term::Mode::cursor_visible)) {
    const Cursor cursor = terminal.cursor();
    fmt::format_to(std::back_inserter(out), " {},{}", cursor.row, cursor.col);
  }
  return out;
}

}  // namespace pty::vt
