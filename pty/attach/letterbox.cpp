#include "pty/attach/letterbox.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace pty::attach {
namespace {

using term::Mode;

/// Modes that decide what the outer terminal sends, or how it looks as a whole.
constexpr std::array kPassedModes{
    Mode::application_cursor_keys,
    Mode::reverse_video,
    Mode::mouse_x10,
    Mode::application_keypad,
    Mode::backarrow_sends_backspace,
    Mode::mouse_press,
    Mode::mouse_drag,
    Mode::mouse_any,
    Mode::focus_reports,
    Mode::mouse_utf8,
    Mode::mouse_sgr,
    Mode::mouse_urxvt,
    Mode::mouse_sgr_pixels,
    Mode::bracketed_paste,
    Mode::color_scheme_reports,
};

/// A chunk of titles and notifications that nobody rendered yet; more than this is dropped.
constexpr std::size_t kMaxSideBytes = std::size_t{2} << 20;

constexpr std::uint64_t kBlank = 0;

/// So many columns before the edge a wide cell can be drawn without reaching the last one.
constexpr std::uint16_t kMarkRoom = 4;

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  hash ^= value + 0x9e3779b97f4a7c15ULL + (hash << 6) + (hash >> 2);
  return hash * 0xff51afd7ed558ccdULL;
}

std::uint64_t mix_text(std::uint64_t hash, base::ByteView text) {
  for (const char c : text) hash = (hash ^ static_cast<std::uint8_t>(c)) * 0x100000001b3ULL;
  return mix(hash, text.size());
}

vt::TerminalOptions model_options() {
  vt::TerminalOptions options;
  options.history_lines = 0;
  return options;
}

bool is_blank_row(const vt::RowView& row) {
  return std::all_of(row.cells, row.cells + row.used, [](vt::Cell cell) { return cell.is_zero(); });
}

void append_mode(Mode mode, bool value, base::ByteBuffer& out) {
  const term::ModeRow& row = term::mode_row(mode);
  fmt::format_to(std::back_inserter(out), "\x1b[{}{}{}", row.kind == term::ModeKind::dec ? "?" : "",
                 row.number, value ? 'h' : 'l');
}

}  // namespace

struct Letterbox::SideChannel {
  Letterbox& box;

  static const char* print(const char* p, const char* end) {
    return std::find_if(p, end, [](char c) {
      const auto byte = static_cast<std::uint8_t>(c);
      return byte < 0x20 || byte == 0x7f;
    });
  }
  static void print_invalid() {}
  void control(std::uint8_t c0) const {
    if (c0 == 0x07) pass("\x07");
  }
  static void csi(const term::CsiSequence&) {}
  static void escape(std::uint32_t) {}
  void string(const term::ControlString& string) const {
    // Hyperlinks and prompt marks belong to the picture; images would land in the wrong place.
    if (string.kind != term::StringKind::osc || string.end == term::StringEnd::cancelled) return;
    if (string.truncated || string.payload.starts_with("8;") || string.payload.starts_with("133;")) return;
    if (string.payload.starts_with("1337;")) return;
    pass("\x1b]");
    pass(string.payload);
    pass(string.end == term::StringEnd::bell ? "\x07" : "\x1b\\");
  }
  void pass(base::ByteView bytes) const {
    if (box.side_.size() + bytes.size() <= kMaxSideBytes) box.side_.append(bytes);
  }
};

Letterbox::Letterbox(base::Size grid, base::Size host)
    : model_(grid, model_options()), host_(base::clamp_size(host)) {
  forget_host();
}

void Letterbox::write(base::ByteView bytes) {
  SideChannel side{*this};
  tokenizer_.feed(bytes, side);
  model_.write(bytes);
  // The session's daemon is the terminal; it has answered and logged already.
  (void)model_.take_replies();
  (void)model_.take_events();
}

void Letterbox::resize_grid(base::Size grid) {
  model_.resize(grid);
  std::ranges::fill(row_seen_, std::uint64_t{0});
}

void Letterbox::resize_host(base::Size host) {
  host = base::clamp_size(host);
  if (host == host_) return;
  host_ = host;
  forget_host();
}

void Letterbox::forget_host() {
  cleared_ = false;
  shown_.assign(static_cast<std::size_t>(host_.rows) * host_.cols, kBlank);
  row_seen_.assign(host_.rows, 0);
  cursor_sent_.clear();
}

/// The bottom left part of what is there, moved as far as the cursor needs. Blank rows under everything are
/// nothing: a prompt at the top of a tall grid is shown with what stands above it.
Letterbox::Window Letterbox::window() const {
  const vt::Cursor cursor = model_.cursor();
  std::uint16_t bottom = static_cast<std::uint16_t>(model_.size().rows - 1);
  while (bottom > cursor.row && is_blank_row(model_.row(bottom))) --bottom;
  Window window;
  if (bottom >= host_.rows)
    window.first_row =
        std::min<std::uint16_t>(static_cast<std::uint16_t>(bottom - host_.rows + 1), cursor.row);
  if (cursor.col >= host_.cols) window.first_col = static_cast<std::uint16_t>(cursor.col - host_.cols + 1);
  return window;
}

void Letterbox::render(base::ByteBuffer& out) {
  out.append(side_);
  side_.clear();
  render_modes(out);
  render_keyboard(out);
  const Window now = window();
  if (now != shown_window_) {
    shown_window_ = now;
    std::ranges::fill(row_seen_, std::uint64_t{0});
  }
  render_rows(out);
  render_cursor(out);
}

void Letterbox::render_modes(base::ByteBuffer& out) {
  if (model_.on_alternate() != host_alternate_) {
    host_alternate_ = model_.on_alternate();
    out.append(host_alternate_ ? "\x1b[?1049h" : "\x1b[?1049l");
    forget_host();
  }
  if (host_modes_.test(Mode::autowrap)) {
    // A character that the outer terminal finds wider than we do must not wrap.
    host_modes_.set(Mode::autowrap, false);
    append_mode(Mode::autowrap, false, out);
  }
  for (const Mode mode : kPassedModes) {
    const bool wanted = model_.mode(mode);
    if (host_modes_.test(mode) == wanted) continue;
    host_modes_.set(mode, wanted);
    append_mode(mode, wanted, out);
  }
  if (model_.modify_other_keys() != host_modify_other_keys_) {
    host_modify_other_keys_ = model_.modify_other_keys();
    fmt::format_to(std::back_inserter(out), "\x1b[>4;{}m", host_modify_other_keys_);
  }
  if (model_.cursor_shape() != host_cursor_shape_) {
    host_cursor_shape_ = model_.cursor_shape();
    fmt::format_to(std::back_inserter(out), "\x1b[{} q", host_cursor_shape_);
  }
}

void Letterbox::render_keyboard(base::ByteBuffer& out) {
  std::vector<std::uint8_t> wanted(model_.keyboard_levels().begin(), model_.keyboard_levels().end());
  // Flags in force with nothing pushed are shown as a level of their own.
  if (wanted.empty() && model_.keyboard_flags() != 0) wanted.push_back(model_.keyboard_flags());
  std::vector<std::uint8_t>& shown = host_keyboard_[host_alternate_ ? 1 : 0];
  if (wanted == shown) return;
  if (!shown.empty()) fmt::format_to(std::back_inserter(out), "\x1b[<{}u", shown.size());
  for (const std::uint8_t flags : wanted) fmt::format_to(std::back_inserter(out), "\x1b[>{}u", flags);
  shown = std::move(wanted);
}

/// 0 for a blank cell, which is also what lies beyond the grid.
Letterbox::Shown Letterbox::digest(std::uint16_t row, std::uint16_t col) {
  const vt::RowView view = model_.row(row);
  if (col >= view.used) return kBlank;
  const vt::Cell cell = view.cells[col];
  const term::Style& style = model_.style(cell.style());
  scratch_.clear();
  model_.append_text(cell, scratch_);
  const bool blank = scratch_.empty() || scratch_ == " ";
  if (blank && style.is_default() && cell.link() == 0 && cell.width() != vt::CellWidth::second_half)
    return kBlank;

  std::uint64_t hash = mix_text(1, blank ? base::ByteView(" ") : base::ByteView(scratch_));
  hash = mix(hash, static_cast<std::uint64_t>(cell.width()));
  hash = mix(hash, (std::uint64_t{style.foreground.bits()} << 32) | style.background.bits());
  hash = mix(hash, (std::uint64_t{style.underline_color.bits()} << 32) | style.attributes);
  if (cell.link() != 0)
    hash = mix_text(mix_text(hash, model_.link(cell.link()).uri), model_.link(cell.link()).id);
  return hash | 1U;
}

void Letterbox::render_rows(base::ByteBuffer& out) {
  const std::size_t before = out.size();
  if (!cleared_) {
    out.append("\x1b[2J");
    cleared_ = true;
  }
  for (std::uint16_t row = 0; row < host_.rows; ++row) render_row(row, out);
  if (out.size() != before) {
    // One frame: the cursor does not run over the screen while it is drawn.
    out.insert(before, host_modes_.test(Mode::cursor_visible) ? "\x1b[?25l" : "");
    host_modes_.set(Mode::cursor_visible, false);
    sgr_.change_to({}, out);
    cursor_sent_.clear();
  }
}

void Letterbox::render_row(std::uint16_t host_row, base::ByteBuffer& out) {
  const auto grid_row = static_cast<std::uint16_t>(host_row + shown_window_.first_row);
  const base::Size grid = model_.size();
  const bool inside = grid_row < grid.rows;
  const std::uint64_t generation = inside ? model_.row_generation(grid_row) : 0;
  if (row_seen_[host_row] > generation) return;
  row_seen_[host_row] = generation + 1;

  Shown* const shown = shown_.data() + static_cast<std::size_t>(host_row) * host_.cols;
  std::uint16_t first = host_.cols;
  std::uint16_t last = 0;
  for (std::uint16_t col = 0; col < host_.cols; ++col) {
    const auto grid_col = static_cast<std::uint32_t>(col) + shown_window_.first_col;
    const bool exists = inside && grid_col < grid.cols;
    const Shown now = exists ? digest(grid_row, static_cast<std::uint16_t>(grid_col)) : kBlank;
    if (now == shown[col]) continue;
    shown[col] = now;
    first = std::min(first, col);
    last = col;
  }
  if (first < host_.cols) render_cells(host_row, first, last, out);
}

/// Draws cells of one row. Lifetime: as the letterbox, and until the row changes.
class Letterbox::RowPen {
 public:
  RowPen(Letterbox& box, std::uint16_t host_row, base::ByteBuffer& out)
      : box_(box), host_row_(host_row), out_(out), grid_cols_(box.model_.size().cols) {
    const auto grid_row = static_cast<std::uint16_t>(host_row + box.shown_window_.first_row);
    if (grid_row < box.model_.size().rows) view_ = box.model_.row(grid_row);
  }

  [[nodiscard]] vt::Cell cell_at(std::uint32_t host_col) const {
    const std::uint32_t col = host_col + box_.shown_window_.first_col;
    return col < view_.used && col < grid_cols_ ? view_.cells[col] : vt::Cell{};
  }
  /// From `col` to the edge of the terminal.
  [[nodiscard]] bool has_marks(std::uint32_t col) const {
    while (col < box_.host_.cols && !cell_at(col).is_cluster()) ++col;
    return col < box_.host_.cols;
  }
  void move_to(std::uint32_t col) {
    fmt::format_to(std::back_inserter(out_), "\x1b[{};{}H", host_row_ + 1, col + 1);
  }
  /// At the cursor. Returns how many columns that was.
  std::uint32_t draw(std::uint32_t col) {
    const vt::Cell cell = cell_at(col);
    box_.sgr_.change_to(box_.model_.style(cell.style()), out_);
    change_link(cell.link());
    const bool wide = cell.width() == vt::CellWidth::wide;
    const bool cut = (wide && col + 1 >= box_.host_.cols) || cell.width() == vt::CellWidth::second_half;
    if (!cell.has_text() || cut) {
      out_.push_back(' ');
      return 1;
    }
    box_.model_.append_text(cell, out_);
    return wide ? 2 : 1;
  }
  void change_link(vt::LinkId link) {
    if (link == link_) return;
    link_ = link;
    if (link == 0) {
      out_.append("\x1b]8;;\x1b\\");
      return;
    }
    const vt::Link target = box_.model_.link(link);
    fmt::format_to(std::back_inserter(out_), "\x1b]8;{}{};{}\x1b\\",
                   target.id.empty() ? "" : "id=", target.id, target.uri);
  }

 private:
  Letterbox& box_;
  std::uint16_t host_row_;
  base::ByteBuffer& out_;
  std::uint16_t grid_cols_;
  vt::RowView view_{};
  vt::LinkId link_ = 0;
};

/// Without wrapping the cursor stays on the last column, and terminals differ in which cell a mark belongs to
/// that comes then: that one or the one before. What has marks there is drawn further left, one cell before
/// the other, and moved into place by inserted blanks. Returns the column of the first blank.
std::uint32_t Letterbox::render_tail(RowPen& pen, std::uint32_t tail, base::ByteBuffer& out) {
  const std::uint32_t at = host_.cols - kMarkRoom;
  const auto insert = [&out](std::uint32_t count) {
    if (count > 0) fmt::format_to(std::back_inserter(out), "\x1b[{}@", count);
  };
  for (std::uint32_t col = host_.cols; col > tail;) {
    --col;
    if (pen.cell_at(col).width() == vt::CellWidth::second_half && col > tail) --col;
    pen.move_to(at);
    insert(pen.cell_at(col).width() == vt::CellWidth::wide && col + 1 < host_.cols ? 2 : 1);
    pen.draw(col);
  }
  pen.move_to(at);
  insert(tail - at);
  return at;
}

void Letterbox::render_cells(std::uint16_t host_row, std::uint16_t from, std::uint16_t to,
                             base::ByteBuffer& out) {
  RowPen pen(*this, host_row, out);
  std::uint32_t begin = from;
  std::uint32_t end = std::uint32_t{to} + 1;
  const auto at_whole = [&pen](std::uint32_t col) {
    return col > 0 && pen.cell_at(col).width() == vt::CellWidth::second_half ? col - 1 : col;
  };
  const std::uint32_t tail = at_whole(std::max(host_.cols, kMarkRoom) - 2U);
  if (host_.cols >= kMarkRoom && end > tail && pen.has_marks(tail)) {
    begin = std::min(begin, render_tail(pen, tail, out));
    end = tail;
  }
  // A wide character is drawn from its first half.
  begin = at_whole(begin);
  pen.move_to(begin);
  for (std::uint32_t col = begin; col < end;) {
    const vt::Cell cell = pen.cell_at(col);
    const std::uint32_t width = pen.draw(col);
    col += width;
    // The outer terminal may have its own idea of how wide that was.
    const bool doubtful = cell.has_text() && (width > 1 || cell.is_cluster() || cell.code_point() >= 0x80);
    if (doubtful && col < end) pen.move_to(col);
  }
  pen.change_link(0);
}

void Letterbox::render_cursor(base::ByteBuffer& out) {
  const vt::Cursor cursor = model_.cursor();
  std::string place = fmt::format("\x1b[{};{}H", cursor.row - shown_window_.first_row + 1,
                                  cursor.col - shown_window_.first_col + 1);
  const bool visible = model_.mode(Mode::cursor_visible);
  if (place != cursor_sent_) {
    out.append(place);
    cursor_sent_ = std::move(place);
  }
  if (host_modes_.test(Mode::cursor_visible) != visible) {
    host_modes_.set(Mode::cursor_visible, visible);
    append_mode(Mode::cursor_visible, visible, out);
  }
}

}  // namespace pty::attach
