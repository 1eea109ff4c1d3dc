#include "pty/vt/mode_functions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pty/vt/alternate_screen.hpp"
#include "pty/vt/cursor_functions.hpp"
#include "pty/vt/erase_functions.hpp"
#include "pty/vt/event_queue.hpp"
#include "pty/vt/replies.hpp"

namespace pty::vt {
namespace {

using term::CsiSequence;
using term::Mode;
using term::ModeKind;

bool is_mouse_tracking(Mode mode) {
  return mode == Mode::mouse_x10 || mode == Mode::mouse_press || mode == Mode::mouse_drag ||
         mode == Mode::mouse_any;
}

bool is_alternate_mode(Mode mode) {
  return mode == Mode::alternate_47 || mode == Mode::alternate_1047 || mode == Mode::alternate_1049;
}

void order_mouse_mode(TerminalState& state, Mode mode, bool value) {
  std::erase(state.mouse_order, mode);
  if (value) state.mouse_order.push_back(mode);
}

/// DECCOLM changes no size here, but has its other effects where the application asked for them (?40);
/// without that it is refused and stays reset.
void change_columns(TerminalState& state) {
  reset_margins(state);
  erase_screen(state);
  home_cursor(state);
}

void apply_alternate(TerminalState& state, Mode mode, bool value) {
  if (value) {
    if (mode == Mode::alternate_1049) save_cursor(state);
    enter_alternate(state, mode == Mode::alternate_1049 ? OnEntry::clear : OnEntry::keep);
    return;
  }
  const bool was_alternate = state.on_alternate();
  if (was_alternate && mode == Mode::alternate_1047) erase_screen(state);
  leave_alternate(state, mode == Mode::alternate_1049 ? OnLeaving::forget : OnLeaving::keep);
  if (mode == Mode::alternate_1049) restore_cursor(state);
}

template <class Apply>
void for_each_known(const CsiSequence& sequence, ModeKind kind, Apply apply) {
  for (std::size_t i = 0; i < sequence.count; ++i)
    if (const auto mode = term::find_mode(kind, sequence.values[i])) apply(*mode);
}

bool current_value(const TerminalState& state, Mode mode) {
  return is_alternate_mode(mode) ? state.on_alternate() : state.mode(mode);
}

/// ?1048 is no state, and what was saved of ?2026 could not be restored in somebody else's terminal; what was
/// of ?2048 is restored here alone, like all that concerns it.
bool is_savable(Mode mode) {
  return mode != Mode::save_cursor_1048 && mode != Mode::synchronized_output;
}

/// ?2048 is between the application and this terminal: other terminals must not report their sizes as well.
void keep_in_band_resize_private(TerminalState& state, const CsiSequence& sequence, char final_byte) {
  std::string rest;
  bool found = false;
  for (std::size_t i = 0; i < sequence.count; ++i) {
    if (sequence.values[i] == term::mode_row(Mode::in_band_resize).number) {
      found = true;
    } else {
      rest += fmt::format("{}{}", rest.empty() ? "" : ";", sequence.values[i]);
    }
  }
  if (!found) return;
  state.relay.swallow(state.tokenizer, rest.empty() ? rest : fmt::format("\x1b[?{}{}", rest, final_byte));
}

void report_mode(TerminalState& state, ModeKind kind, const CsiSequence& sequence) {
  const std::uint16_t number = sequence.value_or(0, 0);
  const auto mode = term::find_mode(kind, number);
  const int value = !mode ? 0 : current_value(state, *mode) ? 1 : 2;
  answer(state, fmt::format("\x1b[{}{};{}$y", kind == ModeKind::dec ? "?" : "", number, value));
}

}  // namespace

void report_size_in_band(TerminalState& state) {
  queue_reply(state, fmt::format("\x1b[48;{};{};0;0t", state.size.rows, state.size.cols));
}

void apply_mode(TerminalState& state, Mode mode, bool value) {
  if (is_alternate_mode(mode)) return apply_alternate(state, mode, value);
  if (mode == Mode::columns_132 && !state.mode(Mode::allow_columns_132)) return;  // refused
  if (mode == Mode::save_cursor_1048) return value ? save_cursor(state) : restore_cursor(state);
  const bool before = state.mode(mode);
  state.modes.set(mode, value);
  if (is_mouse_tracking(mode)) return order_mouse_mode(state, mode, value);
  if (mode == Mode::origin) return home_cursor(state);
  if (mode == Mode::columns_132) return change_columns(state);
  if (mode == Mode::autowrap && !value) state.cursor.pending_wrap = false;
  if (mode == Mode::focus_reports && value) queue_event(state, EventKind::focus_request);
  if (mode == Mode::cursor_visible && value && !before) queue_event(state, EventKind::cursor_visible);
  if (mode == Mode::in_band_resize && value) report_size_in_band(state);
  if (mode == Mode::left_right_margins) state.cursor.pending_wrap = false;
  if (mode == Mode::left_right_margins && !value) {
    state.margins.left = 0;
    state.margins.right = static_cast<std::uint16_t>(state.size.cols - 1);
  }
}

void set_ansi_modes(TerminalState& state, const CsiSequence& sequence) {
  for_each_known(sequence, ModeKind::ansi, [&](Mode mode) { apply_mode(state, mode, true); });
}

void reset_ansi_modes(TerminalState& state, const CsiSequence& sequence) {
  for_each_known(sequence, ModeKind::ansi, [&](Mode mode) { apply_mode(state, mode, false); });
}

void set_dec_modes(TerminalState& state, const CsiSequence& sequence) {
  keep_in_band_resize_private(state, sequence, 'h');
  for_each_known(sequence, ModeKind::dec, [&](Mode mode) { apply_mode(state, mode, true); });
}

void reset_dec_modes(TerminalState& state, const CsiSequence& sequence) {
  keep_in_band_resize_private(state, sequence, 'l');
  for_each_known(sequence, ModeKind::dec, [&](Mode mode) { apply_mode(state, mode, false); });
}

void save_dec_modes(TerminalState& state, const CsiSequence& sequence) {
  keep_in_band_resize_private(state, sequence, 's');
  for_each_known(sequence, ModeKind::dec, [&](Mode mode) {
    if (is_savable(mode)) state.saved_modes.set(mode, current_value(state, mode));
  });
}

void restore_dec_modes(TerminalState& state, const CsiSequence& sequence) {
  keep_in_band_resize_private(state, sequence, 'r');
  for_each_known(sequence, ModeKind::dec, [&](Mode mode) {
    if (is_savable(mode)) apply_mode(state, mode, state.saved_modes.test(mode));
  });
}

void report_ansi_mode(TerminalState& state, const CsiSequence& sequence) {
  report_mode(state, ModeKind::ansi, sequence);
}

void report_dec_mode(TerminalState& state, const CsiSequence& sequence) {
  report_mode(state, ModeKind::dec, sequence);
}

void escape_application_keypad(TerminalState& state, std::uint32_t) {
  state.modes.set(Mode::application_keypad, true);
}

void escape_numeric_keypad(TerminalState& state, std::uint32_t) {
  state.modes.set(Mode::application_keypad, false);
}

}  // namespace pty::vt
