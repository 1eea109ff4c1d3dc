#include "pty/vt/device_reports.hpp"

#include <fmt/format.h>

#include "pty/vt/event_queue.hpp"
#include "pty/vt/replies.hpp"

namespace pty::vt {
namespace {

using term::CsiSequence;

constexpr std::string_view kPrimaryAttributes = "\x1b[?62;22c";

/// DA requests have parameter 0 or none; anything else is not a request.
bool is_request(const CsiSequence& sequence) {
  return sequence.value_or(0, 0) == 0;
}

/// "row;column", 1-based and relative to the margins in origin mode.
std::string cursor_address(const TerminalState& state) {
  const bool origin = state.mode(term::Mode::origin);
  const int row = state.cursor.row - (origin ? state.margins.top : 0) + 1;
  const int col = state.cursor.col - (origin ? state.margins.left : 0) + 1;
  return fmt::format("{};{}", row, col);
}

void push_title(TerminalState& state) {
  if (state.title_stack.size() == kMaxTitleStack) state.title_stack.erase(state.title_stack.begin());
  state.title_stack.push_back({state.title, state.icon});
}

void pop_title(TerminalState& state, std::uint16_t what) {
  if (state.title_stack.empty()) return;
  const TitlePair top = state.title_stack.back();
  state.title_stack.pop_back();
  if (what != 1) change_title(state, top.title);
  if (what != 2) state.icon = top.icon;
}

}  // namespace

void primary_device_attributes(TerminalState& state, const CsiSequence& sequence) {
  if (is_request(sequence)) answer(state, kPrimaryAttributes);
}

void secondary_device_attributes(TerminalState& state, const CsiSequence& sequence) {
  if (is_request(sequence)) answer(state, "\x1b[>0;382;0c");
}

void tertiary_device_attributes(TerminalState& state, const CsiSequence& sequence) {
  if (is_request(sequence)) answer(state, "\x1bP!|00000000\x1b\\");
}

void terminal_version(TerminalState& state, const CsiSequence& sequence) {
  if (is_request(sequence)) answer(state, fmt::format("\x1bP>|pty({})\x1b\\", state.options.version));
}

void device_status(TerminalState& state, const CsiSequence& sequence) {
  const std::uint16_t what = sequence.value_or(0, 0);
  if (what == 5) return answer(state, "\x1b[0n");
  if (what == 6) return answer(state, fmt::format("\x1b[{}R", cursor_address(state)));
  ignore_query(state);
}

/// Printer, user-defined keys, keyboard, locator and session status: there is none of it.
void dec_device_status(TerminalState& state, const CsiSequence& sequence) {
  switch (sequence.value_or(0, 0)) {
    case 6:
      return answer(state, fmt::format("\x1b[?{};1R", cursor_address(state)));
    case 15:
      return answer(state, "\x1b[?13n");
    case 25:
      return answer(state, "\x1b[?21n");
    case 26:
      return answer(state, "\x1b[?27;1;0;0n");
    case 53:
    case 55:
      return answer(state, "\x1b[?50n");
    case 56:
      return answer(state, "\x1b[?57;0n");
    case 75:
      return answer(state, "\x1b[?70n");
    case 85:
      return answer(state, "\x1b[?83n");
    case 996:
      return answer(state, "\x1b[?997;1n");
    default:
      return ignore_query(state);
  }
}

void window_operation(TerminalState& state, const CsiSequence& sequence) {
  const std::uint16_t what = sequence.value_or(0, 0);
  switch (what) {
    case 11:
      return answer(state, "\x1b[1t");
    case 18:
      return answer(state, fmt::format("\x1b[8;{};{}t", state.size.rows, state.size.cols));
    case 19:
      return answer(state, fmt::format("\x1b[9;{};{}t", state.size.rows, state.size.cols));
    case 22:
      return push_title(state);
    case 23:
      return pop_title(state, sequence.value_or(1, 0));
    default:
      // 13 to 16: positions and pixels; 20 and 21: titles, which could put words into the application's
      // mouth.
      if (what >= 13 && what <= 21) ignore_query(state);
  }
}

void unanswered_query(TerminalState& state, const CsiSequence&) {
  ignore_query(state);
}

void escape_identify(TerminalState& state, std::uint32_t) {
  answer(state, kPrimaryAttributes);
}

}  // namespace pty::vt
