#include "pty/vt/alternate_screen.hpp"

#include "pty/vt/cursor_functions.hpp"
#include "pty/vt/erase_functions.hpp"

namespace pty::vt {
namespace {

void clear_rows(Grid& grid) {
  for (std::uint16_t row = 0; row < grid.rows(); ++row) grid.clear_row(row);
}

}  // namespace

void enter_alternate(TerminalState& state, OnEntry on_entry) {
  if (!state.on_alternate()) {
    if (!state.alternate) state.alternate = std::make_unique<ScreenState>(state.size);
    state.active = ActiveScreen::alternate;
    state.screen = state.alternate.get();
    state.grid().set_moved_generation(state.generation);
  }
  const bool pending_wrap = state.cursor.pending_wrap;
  if (on_entry == OnEntry::clear) erase_screen(state);
  state.cursor.pending_wrap = pending_wrap;
  if (pending_wrap) settle_pending_wrap(state);
}

void leave_alternate(TerminalState& state, OnLeaving on_leaving) {
  if (!state.on_alternate()) return;
  if (on_leaving == OnLeaving::forget) clear_rows(state.grid());
  state.active = ActiveScreen::primary;
  state.screen = &state.primary;
  state.grid().set_moved_generation(state.generation);
  if (state.cursor.pending_wrap) settle_pending_wrap(state);
  state.left_alternate = true;
}

}  // namespace pty::vt
