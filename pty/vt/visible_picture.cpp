#include "pty/vt/visible_picture.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <iterator>
#include <optional>

#include "pty/vt/palette.hpp"
#include "pty/vt/sgr_writer.hpp"
#include "pty/vt/terminal_state.hpp"

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

void add_color(const std::optional<term::Rgb>& color, base::ByteBuffer& out) {
  if (color)
    fmt::format_to(std::back_inserter(out), " {},{},{}", color->red, color->green, color->blue);
  else
    out.append(" -");
}

void add_colors(const Palette& palette, base::ByteBuffer& out) {
  for (const auto& color : {palette.foreground, palette.background, palette.cursor}) add_color(color, out);
  for (const PaletteOverride& one : palette.overrides) {
    fmt::format_to(std::back_inserter(out), " {}", one.index);
    add_color(one.color, out);
  }
}

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
  fmt::format_to(std::back_inserter(out), "{}x{} {}", size.rows, size.cols,
                 terminal.mode(term::Mode::reverse_video));
  add_colors(terminal.state().palette, out);
  if (terminal.mode(term::Mode::cursor_visible)) {
    const Cursor cursor = terminal.cursor();
    fmt::format_to(std::back_inserter(out), " {},{}", cursor.row, cursor.col);
  }
  return out;
}

}  // namespace pty::vt
