#include "pty/daemon/terminal_model.hpp"

#include "pty/base/version.hpp"
#include "pty/registry/metadata.hpp"
#include "pty/text/split_lines.hpp"
#include "pty/vt/dump_peek.hpp"
#include "pty/vt/dump_plain.hpp"
#include "pty/vt/dump_restore.hpp"
#include "pty/vt/dump_state.hpp"
#include "pty/vt/terminal_state.hpp"
#include "pty/vt/visible_picture.hpp"

namespace pty::daemon {
namespace {

vt::TerminalOptions terminal_options() {
  vt::TerminalOptions options;
  options.history_lines = kScrollbackLines;
  options.version = std::string(base::version());
  return options;
}

}  // namespace

TerminalModel::TerminalModel(base::Size size) : terminal_(size, terminal_options()) {}

base::ByteBuffer TerminalModel::restore_image(vt::Extent extent) const {
  vt::RestoreOptions options;
  options.extent = extent;
  return vt::restore_dump(terminal_, options);
}

std::size_t TerminalModel::history_bytes() const {
  return vt::usual_history_bytes(terminal_.state());
}

base::ByteBuffer TerminalModel::peek_image(wire::PeekFlags flags) const {
  const vt::Extent extent = flags.full ? vt::Extent::full : vt::Extent::viewport;
  if (flags.plain)
    return flags.cursor ? vt::plain_text_to_cursor(terminal_, extent) : vt::plain_text(terminal_, extent);
  return vt::peek_dump(terminal_, extent, flags.cursor ? vt::PeekEnd::at_cursor : vt::PeekEnd::in_flow);
}

base::ByteBuffer TerminalModel::primary_repaint() const {
  return terminal_.on_alternate() ? base::ByteBuffer() : vt::primary_repaint(terminal_);
}

std::vector<std::string> TerminalModel::last_lines() const {
  return text::split_lines(vt::last_lines(terminal_, registry::kMaxLastLines, kLastLinesBytes));
}

base::ByteBuffer TerminalModel::visible_picture() const {
  return vt::visible_picture(terminal_).append(std::to_string(terminal_.lines_scrolled()));
}

/// Source: kitty keyboard protocol: Enter keeps its legacy form until all keys are to be reported as escape
/// codes (8). With LNM (mode 20) Return sends a line feed, too.
InputForm TerminalModel::input_form() const {
  constexpr std::uint8_t kReportAllKeys = 8;
  InputForm form;
  form.bracketed_paste = terminal_.mode(term::Mode::bracketed_paste);
  if ((terminal_.keyboard_flags() & kReportAllKeys) != 0)
    form.enter = "\x1b[13u";
  else if (terminal_.mode(term::Mode::newline))
    form.enter = "\r\n";
  return form;
}

void TerminalModel::describe(registry::StatusDocument& status) const {
  const base::Size size = terminal_.size();
  const vt::Cursor cursor = terminal_.cursor();
  const bool alternate = terminal_.on_alternate();
  status.terminal.rows = size.rows;
  status.terminal.cols = size.cols;
  status.terminal.cursor_x = cursor.col;
  status.terminal.cursor_y = cursor.row;
  status.terminal.scrollback_used =
      size.rows +
      static_cast<std::int64_t>(alternate ? 0 : std::min(terminal_.history_lines(), kScrollbackLines));
  status.terminal.scrollback_capacity = size.rows + static_cast<std::int64_t>(kScrollbackLines);

  registry::StatusModes& modes = status.modes;
  modes.sgr_mouse = terminal_.mode(term::Mode::mouse_sgr);
  modes.cursor_hidden = !terminal_.mode(term::Mode::cursor_visible);
  for (const std::uint8_t level : terminal_.keyboard_levels()) modes.kitty_keyboard_flags.push_back(level);
  modes.kitty_keyboard = !modes.kitty_keyboard_flags.empty();
  modes.alternate_screen = alternate;
  modes.bracketed_paste = terminal_.mode(term::Mode::bracketed_paste);
  for (const term::Mode mode :
       {term::Mode::mouse_x10, term::Mode::mouse_press, term::Mode::mouse_drag, term::Mode::mouse_any})
    modes.mouse_tracking = modes.mouse_tracking || terminal_.mode(mode);
  status.title = terminal_.title();
}

void TerminalModel::compress_idle() {
  terminal_.mutable_state().history.compress_idle();
}

}  // namespace pty::daemon
