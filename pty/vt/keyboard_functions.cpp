#include "pty/vt/keyboard_functions.hpp"

#include <fmt/format.h>

#include "pty/vt/replies.hpp"

namespace pty::vt {
namespace {

using term::CsiSequence;

constexpr std::uint16_t kModifyOtherKeys = 4;

std::uint8_t flags_of(const CsiSequence& sequence) {
  return static_cast<std::uint8_t>(sequence.value_or(0, 0) & kKeyboardFlagMask);
}

}  // namespace

void push_keyboard_flags(TerminalState& state, const CsiSequence& sequence) {
  state.screen->keyboard.push(flags_of(sequence));
}

void pop_keyboard_flags(TerminalState& state, const CsiSequence& sequence) {
  state.screen->keyboard.pop(sequence.count_at(0));
}

void set_keyboard_flags(TerminalState& state, const CsiSequence& sequence) {
  state.screen->keyboard.set(flags_of(sequence), sequence.count_at(1));
}

void report_keyboard_flags(TerminalState& state, const CsiSequence&) {
  answer(state, fmt::format("\x1b[?{}u", state.screen->keyboard.current()));
}

void set_key_modifiers(TerminalState& state, const CsiSequence& sequence) {
  if (sequence.count == 0) {
    state.modify_other_keys = 0;
  } else if (sequence.value_or(0, 0) == kModifyOtherKeys) {
    const std::uint16_t level = sequence.value_or(1, 0);
    state.modify_other_keys = static_cast<std::uint8_t>(level <= 3 ? level : 0);
  }
}

void disable_key_modifiers(TerminalState& state, const CsiSequence& sequence) {
  if (sequence.value_or(0, kModifyOtherKeys) == kModifyOtherKeys) state.modify_other_keys = 0;
}

void report_key_modifiers(TerminalState& state, const CsiSequence& sequence) {
  const std::uint16_t resource = sequence.value_or(0, 0);
  if (resource != kModifyOtherKeys) return ignore_query(state);
  answer(state, fmt::format("\x1b[>4;{}m", state.modify_other_keys));
}

}  // namespace pty::vt
