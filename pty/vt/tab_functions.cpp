#include "pty/vt/tab_functions.hpp"

#include <algorithm>

#include "pty/vt/row_edit.hpp"

namespace pty::vt {
namespace {

using term::CsiSequence;

constexpr std::size_t kTabWidth = 8;

}  // namespace

void reset_tab_stops(TerminalState& state) {
  state.tab_stops.assign(state.size.cols, false);
  for (std::size_t col = kTabWidth; col < state.tab_stops.size(); col += kTabWidth)
    state.tab_stops[col] = true;
}

/// At the right edge a pending wrap stays pending, as on xterm.
void horizontal_tab(TerminalState& state) {
  if (state.cursor.pending_wrap) return;
  const std::uint16_t limit = right_limit(state);
  std::uint16_t col = state.cursor.col;
  if (col >= limit) return;  // a pending wrap stays pending
  while (col < limit && !state.tab_stops[++col]) {
  }
  state.cursor.col = col;
}

void forward_tabs(TerminalState& state, const CsiSequence& sequence) {
  const std::uint16_t count = std::min(sequence.count_at(0), state.size.cols);
  for (std::uint16_t i = 0; i < count && state.cursor.col < right_limit(state); ++i) horizontal_tab(state);
}

void backward_tabs(TerminalState& state, const CsiSequence& sequence) {
  const std::uint16_t count = std::min(sequence.count_at(0), state.size.cols);
  const std::uint16_t limit = state.mode(term::Mode::origin) && state.cursor.col >= state.margins.left
                                  ? state.margins.left
                                  : std::uint16_t{0};
  std::uint16_t col = state.cursor.col;
  for (std::uint16_t i = 0; i < count && col > limit; ++i)
    while (col > limit && !state.tab_stops[--col]) {
    }
  state.cursor.col = col;
  state.cursor.pending_wrap = false;
}

void clear_tabs(TerminalState& state, const CsiSequence& sequence) {
  const std::uint16_t what = sequence.value_or(0, 0);
  if (what == 0) state.tab_stops[state.cursor.col] = false;
  if (what == 3) state.tab_stops.assign(state.size.cols, false);
}

void set_default_tabs(TerminalState& state, const CsiSequence& sequence) {
  if (sequence.value_or(0, 0) == 5) reset_tab_stops(state);
}

void escape_set_tab(TerminalState& state, std::uint32_t) {
  state.tab_stops[state.cursor.col] = true;
}

}  // namespace pty::vt
