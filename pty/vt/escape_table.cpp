// Escape sequences, C0 controls and control strings.

#include <algorithm>
#include <array>

#include "pty/vt/charset_functions.hpp"
#include "pty/vt/control_handlers.hpp"
#include "pty/vt/cursor_functions.hpp"
#include "pty/vt/device_reports.hpp"
#include "pty/vt/device_strings.hpp"
#include "pty/vt/erase_functions.hpp"
#include "pty/vt/event_queue.hpp"
#include "pty/vt/mode_functions.hpp"
#include "pty/vt/osc_commands.hpp"
#include "pty/vt/replies.hpp"
#include "pty/vt/reset_functions.hpp"
#include "pty/vt/tab_functions.hpp"

namespace pty::vt {
namespace {

constexpr EscapeRow row(std::string_view spelled, EscapeHandler handler, std::string_view name) {
  return {term::sequence_key(spelled), handler, name};
}
/// `spelled` would take a prefix character for one.
constexpr EscapeRow final_row(char final_byte, EscapeHandler handler, std::string_view name) {
  return {term::sequence_key(0, 0, 0, final_byte), handler, name};
}

// clang-format off
constexpr std::array kRows{
  final_row('6', escape_back_index,         "DECBI"),
  final_row('7', escape_save_cursor,        "DECSC"),
  final_row('8', escape_restore_cursor,     "DECRC"),
  final_row('9', escape_forward_index,      "DECFI"),
  final_row('=', escape_application_keypad, "DECKPAM"),
  final_row('>', escape_numeric_keypad,     "DECKPNM"),
  final_row('D', escape_index,              "IND"),
  final_row('E', escape_next_line,          "NEL"),
  final_row('H', escape_set_tab,            "HTS"),
  final_row('M', escape_reverse_index,      "RI"),
  final_row('N', escape_shift,              "SS2"),
  final_row('O', escape_shift,              "SS3"),
  final_row('Z', escape_identify,           "DECID"),
  final_row('c', escape_full_reset,         "RIS"),
  final_row('n', escape_shift,              "LS2"),
  final_row('o', escape_shift,              "LS3"),
  final_row('|', escape_shift,              "LS3R"),
  final_row('}', escape_shift,              "LS2R"),
  final_row('~', escape_shift,              "LS1R"),
  row("#8",      escape_alignment_test,     "DECALN"),
};
// clang-format on
static_assert(std::ranges::adjacent_find(kRows, std::ranges::greater_equal{}, &EscapeRow::key) == kRows.end(),
              "kRows: sorted, no duplicates");

void ring_bell(TerminalState& state) {
  queue_event(state, EventKind::bell);
}
/// ENQ asks for an answerback, which there is none of. Inside a sequence it is no token of its own.
void enquire(TerminalState& state) {
  if (!state.tokenizer.is_mid_token()) ignore_query(state);
}
void shift_out(TerminalState& state) {
  shift_to(state, 1);
}
void shift_in(TerminalState& state) {
  shift_to(state, 0);
}

using ControlHandler = void (*)(TerminalState&);
constexpr auto control_handlers() {
  std::array<ControlHandler, 32> handlers{};
  handlers[term::kEnquiry] = enquire;
  handlers[0x07] = ring_bell;
  handlers[0x08] = backspace;
  handlers[0x09] = horizontal_tab;
  handlers[0x0a] = handlers[0x0b] = handlers[0x0c] = line_feed;
  handlers[0x0d] = carriage_return;
  handlers[0x0e] = shift_out;
  handlers[0x0f] = shift_in;
  return handlers;
}
constexpr auto kControls = control_handlers();

}  // namespace

void dispatch_escape(TerminalState& state, std::uint32_t key) {
  if (is_designation(key)) return escape_designate(state, key);
  const auto found = std::ranges::lower_bound(kRows, key, {}, &EscapeRow::key);
  if (found != kRows.end() && found->key == key) found->handler(state, key);
}

void dispatch_control(TerminalState& state, std::uint8_t c0) {
  if (const ControlHandler handler = kControls[c0]) handler(state);
}

void dispatch_string(TerminalState& state, const term::ControlString& string) {
  if (string.end == term::StringEnd::cancelled) return;
  switch (string.kind) {
    case term::StringKind::osc:
      return operating_system_command(state, string);
    case term::StringKind::dcs:
      return device_control_string(state, string);
    case term::StringKind::apc:
      return application_command(state, string);
    case term::StringKind::pm:
    case term::StringKind::sos:
      return;
  }
}

}  // namespace pty::vt
