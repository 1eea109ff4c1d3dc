#include "pty/vt/reset_functions.hpp"

#include <fmt/format.h>

#include "pty/vt/alternate_screen.hpp"
#include "pty/vt/cursor_functions.hpp"
#include "pty/vt/erase_functions.hpp"
#include "pty/vt/event_queue.hpp"
#include "pty/vt/pen.hpp"
#include "pty/vt/tab_functions.hpp"

namespace pty::vt {
namespace {

void reset_screen_owned(ScreenState& screen) {
  screen.saved = SavedCursor{};
  screen.keyboard.reset();
}

/// What both resets have in common.
void reset_modes_and_pen(TerminalState& state) {
  state.modes = term::ModeSet{};
  state.mouse_order.clear();
  state.modify_other_keys = 0;
  state.pen = Pen{};
  state.pen_link = 0;
  state.semantic = Semantic::output;
  state.charsets = Charsets{};
  state.cursor_shape = 0;
  state.attribute_extent = AreaShape::stream;
  pen_changed(state);
  reset_margins(state);
  reset_screen_owned(state.primary);
  if (state.alternate) reset_screen_owned(*state.alternate);
}

/// Terminals differ in what DECSTR resets; other terminals are told what this one did, so that all agree.
std::string explicit_resets(const TerminalState& state) {
  std::string out;
  for (const term::ModeRow& row : term::kModeTable) {
    // ?6l would move the cursor; every terminal resets that one itself.
    if (row.replay == term::Replay::no || row.mode == term::Mode::origin) continue;
    const bool initial = row.initial == term::ModeDefault::on;
    if (state.mode(row.mode) == initial) continue;
    out += fmt::format("\x1b[{}{}{}", row.kind == term::ModeKind::dec ? "?" : "", row.number,
                       initial ? 'h' : 'l');
  }
  if (state.modify_other_keys != 0) out += "\x1b[>4;0m";
  if (!state.screen->keyboard.levels().empty())
    out += fmt::format("\x1b[<{}u", state.screen->keyboard.levels().size());
  if (state.screen->keyboard.base() != 0) out += "\x1b[=0u";
  if (state.pen_link != 0) out += "\x1b]8;;\x1b\\";
  if (state.cursor_shape != 0) out += "\x1b[0 q";
  if (state.attribute_extent != AreaShape::stream) out += "\x1b[*x";
  return out;
}

}  // namespace

void soft_reset(TerminalState& state, const term::CsiSequence&) {
  const std::string resets = explicit_resets(state);
  if (!resets.empty()) state.relay.append(state.tokenizer, resets);
  reset_modes_and_pen(state);
  state.cursor.pending_wrap = false;
}

void escape_full_reset(TerminalState& state, std::uint32_t) {
  leave_alternate(state, OnLeaving::forget);
  state.alternate.reset();
  reset_modes_and_pen(state);
  state.saved_modes = term::ModeSet{};
  erase_screen(state);
  state.history.clear();
  state.cursor = Cursor{};
  reset_tab_stops(state);
  change_title(state, {});
  state.icon.clear();
  state.title_stack.clear();
  state.working_directory.clear();
  state.pointer_shape.clear();
  state.palette = Palette{};
  state.notifications = NotificationParser{};
}

}  // namespace pty::vt
