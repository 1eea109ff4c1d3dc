#include "pty/vt/dump_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "pty/vt/base64.hpp"
#include "pty/vt/sgr_writer.hpp"

namespace pty::vt {
namespace {

using term::Mode;

constexpr std::string_view kStringEnd = "\x1b\\";
constexpr std::size_t kTabInterval = 8;

template <class... Args>
void put(base::ByteBuffer& out, fmt::format_string<Args...> format, Args&&... args) {
  fmt::format_to(std::back_inserter(out), format, std::forward<Args>(args)...);
}

void put_position(base::ByteBuffer& out, int row, int col) {
  put(out, "\x1b[{};{}H", row + 1, col + 1);
}

void write_charsets(const Charsets& sets, base::ByteBuffer& out) {
  constexpr std::string_view kSlots = "()*+";
  for (std::size_t i = 0; i < kSlots.size(); ++i)
    if (sets.designated[i] != Charset::ascii) put(out, "\x1b{}{}", kSlots[i], designator(sets.designated[i]));
  constexpr std::string_view kLeft[] = {"", "\x0e", "\x1bn", "\x1bo"};
  constexpr std::string_view kRight[] = {"", "\x1b~", "", "\x1b|"};
  out.append(kLeft[sets.gl & 3]).append(kRight[sets.gr & 3]);
}

// Back to ASCII everywhere.
constexpr std::string_view kDefaultCharsets = "\x1b(B\x1b)B\x1b*B\x1b+B\x0f\x1b}";

void write_mode(const term::ModeRow& row, bool value, base::ByteBuffer& out) {
  if (row.mode == Mode::application_keypad) {
    out.append(value ? "\x1b=" : "\x1b>");
    return;
  }
  put(out, "\x1b[{}{}{}", row.kind == term::ModeKind::dec ? "?" : "", row.number, value ? 'h' : 'l');
}

// Modes with a place of their own in the order of a restore.
bool is_written_elsewhere(Mode mode) {
  return mode == Mode::origin || mode == Mode::left_right_margins || mode == Mode::mouse_x10 ||
         mode == Mode::mouse_press || mode == Mode::mouse_drag || mode == Mode::mouse_any;
}

void write_mouse_modes(const TerminalState& state, base::ByteBuffer& out) {
  for (const Mode mode : state.mouse_order) write_mode(term::mode_row(mode), true, out);
}

bool has_full_margins(const TerminalState& state) {
  return state.margins.top == 0 && state.margins.bottom + 1U == state.size.rows;
}

void write_margins(const TerminalState& state, base::ByteBuffer& out) {
  const Margins& margins = state.margins;
  if (!has_full_margins(state)) put(out, "\x1b[{};{}r", margins.top + 1, margins.bottom + 1);
  if (state.mode(Mode::left_right_margins)) {
    out.append("\x1b[?69h");
    if (margins.left != 0 || margins.right + 1U != state.size.cols)
      put(out, "\x1b[{};{}s", margins.left + 1, margins.right + 1);
  }
  if (state.mode(Mode::origin)) out.append("\x1b[?6h");
}

// The parts that have come so far, as parts with more to come. In base64: texts may hold what ends a string.
void write_notifications(const NotificationParser& notifications, base::ByteBuffer& out) {
  constexpr std::size_t kPartBytes = 2048;  // what the protocol allows before encoding
  for (const NotificationParser::Open& open : notifications.open()) {
    const auto put_parts = [&](std::string_view name, std::string_view text) {
      for (std::size_t at = 0; at == 0 || at < text.size(); at += kPartBytes)
        put(out, "\x1b]99;i={}:d=0:e=1:p={};{}{}", open.id, name, encode_base64(text.substr(at, kPartBytes)),
            kStringEnd);
    };
    if (open.has_title) put_parts("title", open.title);
    if (open.has_body) put_parts("body", open.body);
  }
}

// A pending wrap comes from printing the character in the last column again.
void write_position(const TerminalState& state, DumpPainter& painter, base::ByteBuffer& out) {
  const Cursor& cursor = state.cursor;
  const RowView row = state.grid().view(cursor.row);
  const bool on_half = cursor.pending_wrap && row.cells[cursor.col].width() == CellWidth::second_half;
  const int col = cursor.col - (on_half ? 1 : 0);
  const bool origin = state.mode(Mode::origin);
  put_position(out, cursor.row - (origin ? state.margins.top : 0), col - (origin ? state.margins.left : 0));
  if (cursor.pending_wrap && row.cells[col].has_text()) painter.character(row.cells[col]);
}

// Pen, character sets, cursor shape.
void write_pen(const TerminalState& state, DumpPainter& painter, base::ByteBuffer& out) {
  painter.set_style(state.pen.style);
  painter.set_protected(state.pen.is_protected);
  painter.set_semantic(state.semantic);
  if (state.pen_link == 0) {
    painter.set_link({}, {});
  } else {
    const Link link = state.tables.links.at(state.pen_link);
    painter.set_link(link.uri, link.id);
  }
  write_charsets(state.charsets, out);
  if (state.cursor_shape != 0) put(out, "\x1b[{} q", state.cursor_shape);
  if (state.attribute_extent == AreaShape::rectangle) out.append("\x1b[2*x");
}

// Whether printing the cursor's row left the receiver's cursor where this one is.
bool is_at_row_end(const TerminalState& state) {
  const Cursor& cursor = state.cursor;
  const RowView row = state.grid().view(cursor.row);
  const std::uint16_t end = static_cast<std::uint16_t>(cursor.col + (cursor.pending_wrap ? 1 : 0));
  if (end > row.used ||
      (end > 0 && !row.cells[end - 1].has_text() && row.cells[end - 1].width() != CellWidth::second_half))
    return false;
  return std::all_of(row.cells + end, row.cells + row.used, [](Cell cell) { return cell.is_zero(); });
}

void write_relative_position(const TerminalState& state, std::uint16_t rows, DumpPainter& painter,
                             base::ByteBuffer& out) {
  const Cursor& cursor = state.cursor;
  const int here = rows == 0 ? 0 : rows - 1;
  if (cursor.row == here && is_at_row_end(state)) return;
  for (int row = here; row < cursor.row; ++row) out.append("\r\n");
  if (cursor.row < here) put(out, "\x1b[{}A", here - cursor.row);
  const RowView row = state.grid().view(cursor.row);
  const bool on_half = cursor.pending_wrap && row.cells[cursor.col].width() == CellWidth::second_half;
  const int col = cursor.col - (on_half ? 1 : 0);
  if (cursor.row <= here) out.push_back('\r');
  if (col > 0) put(out, "\x1b[{}C", col);
  if (cursor.pending_wrap && row.cells[col].has_text()) painter.character(row.cells[col]);
}

}  // namespace

std::size_t usual_screen_bytes(const TerminalState& state) {
  return std::size_t{4096} + std::size_t{state.size.rows} * state.size.cols * 8;
}

std::size_t usual_history_bytes(const TerminalState& state) {
  constexpr std::size_t kPackedToPainted = 3;  // for colours
  return state.on_alternate() ? 0 : kPackedToPainted * state.history.raw_bytes();
}

void write_baseline(base::ByteBuffer& out) {
  out.append("\x1b[m\x1b[0\"q\x1b[*x\x1b[r\x1b[?69l\x1b[?6l\x1b[?7h\x1b[?2027l\x1b[4l\x1b[20l");
  out.append(kDefaultCharsets);
  out.append("\x1b]8;;\x1b\\\x1b[H");
}

void write_saved_cursor(const SavedCursor& saved, base::Size size, base::ByteBuffer& out) {
  if (saved == SavedCursor{}) {
    out.append(
        "\x1b"
        "7");
    return;
  }
  const Cursor& cursor = saved.cursor;
  const bool margin = cursor.pending_wrap && cursor.col + 1 < size.cols;
  if (margin) put(out, "\x1b[?69h\x1b[1;{}s", cursor.col + 1);
  if (saved.origin) out.append("\x1b[?6h");
  put_position(out, cursor.row, cursor.col);
  if (cursor.pending_wrap) out.push_back('x');
  SgrWriter sgr;
  sgr.change_to(saved.pen.style, out);
  if (saved.pen.is_protected) out.append("\x1b[1\"q");
  write_charsets(saved.charsets, out);
  out.append(
      "\x1b"
      "7\x1b[m\x1b[0\"q");
  if (saved.charsets != Charsets{}) out.append(kDefaultCharsets);
  if (cursor.pending_wrap) out.append("\x1b[X");
  if (margin) out.append("\x1b[?69l");
  if (saved.origin) out.append("\x1b[?6l");
  out.append("\x1b[H");
}

void write_keyboard(const KeyboardStack& keyboard, base::ByteBuffer& out) {
  if (keyboard.base() != 0) put(out, "\x1b[={};1u", keyboard.base());
  for (const std::uint8_t flags : keyboard.levels()) put(out, "\x1b[>{}u", flags);
}

namespace {

// What was never set is not set here either: the receiver may have a title of its own to show.
void write_titles(const TerminalState& state, base::ByteBuffer& out) {
  TitlePair now;
  const auto change_to = [&](const std::string& title, const std::string& icon) {
    if (now.title != title) put(out, "\x1b]2;{}{}", title, kStringEnd);
    if (now.icon != icon) put(out, "\x1b]1;{}{}", icon, kStringEnd);
    now = {title, icon};
  };
  for (const TitlePair& pair : state.title_stack) {
    change_to(pair.title, pair.icon);
    out.append("\x1b[22;0t");
  }
  change_to(state.title, state.icon);
}

}  // namespace

void write_strings(const TerminalState& state, base::ByteBuffer& out) {
  const Palette& palette = state.palette;
  for (const PaletteOverride& one : palette.overrides)
    put(out, "\x1b]4;{};{}{}", one.index, color_spec(one.color), kStringEnd);
  if (palette.foreground) put(out, "\x1b]10;{}{}", color_spec(*palette.foreground), kStringEnd);
  if (palette.background) put(out, "\x1b]11;{}{}", color_spec(*palette.background), kStringEnd);
  if (palette.cursor) put(out, "\x1b]12;{}{}", color_spec(*palette.cursor), kStringEnd);
  write_titles(state, out);
  if (!state.working_directory.empty()) put(out, "\x1b]7;{}{}", state.working_directory, kStringEnd);
  if (!state.pointer_shape.empty()) put(out, "\x1b]22;{}{}", state.pointer_shape, kStringEnd);
  write_notifications(state.notifications, out);
}

void write_tab_stops(const TerminalState& state, base::ByteBuffer& out) {
  bool is_default = true;
  for (std::size_t col = 0; col < state.tab_stops.size(); ++col)
    is_default = is_default && state.tab_stops[col] == (col > 0 && col % kTabInterval == 0);
  if (is_default) return;
  out.append("\x1b[3g");
  for (std::size_t col = 0; col < state.tab_stops.size(); ++col)
    if (state.tab_stops[col]) put(out, "\x1b[{}G\x1bH", col + 1);
}

void write_cursor(const TerminalState& state, DumpPainter& painter, base::ByteBuffer& out) {
  write_margins(state, out);
  write_position(state, painter, out);
  write_pen(state, painter, out);
}

void write_cursor_in_flow(const TerminalState& state, std::uint16_t rows, DumpPainter& painter,
                          base::ByteBuffer& out) {
  const bool margins =
      !has_full_margins(state) || state.mode(Mode::left_right_margins) || state.mode(Mode::origin);
  if (margins) return write_cursor(state, painter, out);
  write_relative_position(state, rows, painter, out);
  write_pen(state, painter, out);
}

void write_modes(const TerminalState& state, base::ByteBuffer& out) {
  for (const term::ModeRow& row : term::kModeTable) {
    if (row.replay == term::Replay::no || is_written_elsewhere(row.mode)) continue;
    bool fresh = row.initial == term::ModeDefault::on;
    if (row.mode == Mode::cursor_blink) fresh = state.cursor_shape % 2 == 1;  // as DECSCUSR left it
    if (state.mode(row.mode) != fresh) write_mode(row, !fresh, out);
  }
  write_mouse_modes(state, out);
  write_keyboard(state.screen->keyboard, out);
  if (state.modify_other_keys != 0) put(out, "\x1b[>4;{}m", state.modify_other_keys);
  if (state.charsets.single_shift != 0) out.append(state.charsets.single_shift == 2 ? "\x1bN" : "\x1bO");
}

void write_saved_modes(const TerminalState& state, base::ByteBuffer& out) {
  for (const term::ModeRow& row : term::kModeTable) {
    const bool fresh = row.initial == term::ModeDefault::on;
    const bool saved = state.saved_modes.test(row.mode);
    if (saved == fresh || row.kind != term::ModeKind::dec || row.replay == term::Replay::no) continue;
    write_mode(row, saved, out);
    put(out, "\x1b[?{}s", row.number);
    write_mode(row, fresh, out);
  }
  std::string numbers;
  for (const Mode mode : {Mode::alternate_47, Mode::alternate_1047, Mode::alternate_1049})
    if (state.saved_modes.test(mode))
      numbers += fmt::format("{}{}", numbers.empty() ? "" : ";", term::mode_row(mode).number);
  if (numbers.empty()) return;
  if (state.on_alternate())
    put(out, "\x1b[?{}s", numbers);
  else
    put(out, "\x1b[?47h\x1b[?{}s\x1b[?47l", numbers);
}

void write_viewer_modes(const TerminalState& state, base::ByteBuffer& out) {
  write_mouse_modes(state, out);
  constexpr Mode kViewed[] = {Mode::mouse_utf8, Mode::mouse_sgr, Mode::mouse_urxvt, Mode::mouse_sgr_pixels};
  for (const Mode mode : kViewed)
    if (state.mode(mode)) write_mode(term::mode_row(mode), true, out);
  if (!state.mode(Mode::cursor_visible)) write_mode(term::mode_row(Mode::cursor_visible), false, out);
  write_keyboard(state.screen->keyboard, out);
}

}  // namespace pty::vt
