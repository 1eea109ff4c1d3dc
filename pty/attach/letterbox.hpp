#pragma once
// Shows a session's screen on a terminal of another size. The session's output goes into a local terminal
// model; what the outer terminal gets are the cells that differ, placed absolutely, so nothing can wrap or
// scroll. A bigger outer terminal stays blank beyond the grid; a smaller one shows the part around the
// cursor. What is not a picture (input modes, keyboard levels, cursor shape, titles, bells, notifications) is
// passed on. Sans-IO. It owns what the outer terminal shows from the first render() on; the owner undoes that
// (TerminalRestorer).

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "pty/base/bytes.hpp"
#include "pty/base/size.hpp"
#include "pty/term/mode_table.hpp"
#include "pty/term/tokenizer.hpp"
#include "pty/vt/sgr_writer.hpp"
#include "pty/vt/terminal.hpp"

namespace pty::attach {

class Letterbox {
 public:
  /// The outer terminal is in its default modes, on its primary screen; its content does not matter.
  Letterbox(base::Size grid, base::Size host);

  /// The session's bytes: a SCREEN payload first, then DATA.
  void write(base::ByteView bytes);
  void resize_grid(base::Size grid);
  void resize_host(base::Size host);
  /// Appends what brings the outer terminal up to date; nothing when it is.
  void render(base::ByteBuffer& out);
  /// The program is in the middle of a frame (mode 2026): better not to render now.
  [[nodiscard]] bool mid_frame() const { return model_.synchronized_output(); }
  [[nodiscard]] const vt::Terminal& model() const { return model_; }
  /// The cell of the grid that the outer terminal shows in its corner, as rendered last.
  [[nodiscard]] std::uint16_t first_row() const { return shown_window_.first_row; }
  [[nodiscard]] std::uint16_t first_col() const { return shown_window_.first_col; }

 private:
  /// Keeps the sequences that are not about the picture, as they came.
  struct SideChannel;
  class RowPen;
  /// What one cell of the outer terminal shows: a digest of text, style and link.
  using Shown = std::uint64_t;
  struct Window {
    std::uint16_t first_row = 0;
    std::uint16_t first_col = 0;
    friend bool operator==(const Window&, const Window&) = default;
  };

  void forget_host();
  [[nodiscard]] Window window() const;
  [[nodiscard]] Shown digest(std::uint16_t row, std::uint16_t col);
  void render_modes(base::ByteBuffer& out);
  void render_keyboard(base::ByteBuffer& out);
  void render_rows(base::ByteBuffer& out);
  void render_row(std::uint16_t host_row, base::ByteBuffer& out);
  void render_cells(std::uint16_t host_row, std::uint16_t from, std::uint16_t to, base::ByteBuffer& out);
  std::uint32_t render_tail(RowPen& pen, std::uint32_t tail, base::ByteBuffer& out);
  void render_cursor(base::ByteBuffer& out);

  vt::Terminal model_;
  base::Size host_;  ///< clamped like a grid: what a bigger terminal has beyond it stays blank
  term::Tokenizer tokenizer_;
  base::ByteBuffer side_;  ///< to be passed on at the next render

  // What the outer terminal has now.
  bool cleared_ = false;  ///< false: unknown content
  bool host_alternate_ = false;
  term::ModeSet host_modes_;
  std::array<std::vector<std::uint8_t>, 2> host_keyboard_;  ///< primary, alternate
  std::uint8_t host_modify_other_keys_ = 0;
  std::uint8_t host_cursor_shape_ = 0;
  Window shown_window_;
  std::vector<Shown> shown_;
  std::vector<std::uint64_t> row_seen_;  ///< 1 + model generation at which a host row was compared
  vt::SgrWriter sgr_;                    ///< at the default rendition between frames
  std::string cursor_sent_;
  std::string scratch_;
};

}  // namespace pty::attach
