// Every CSI sequence the terminal understands, in one table.

#include <algorithm>
#include <array>

#include "pty/vt/control_handlers.hpp"
#include "pty/vt/cursor_functions.hpp"
#include "pty/vt/device_reports.hpp"
#include "pty/vt/edit_functions.hpp"
#include "pty/vt/erase_functions.hpp"
#include "pty/vt/keyboard_functions.hpp"
#include "pty/vt/mode_functions.hpp"
#include "pty/vt/rendition.hpp"
#include "pty/vt/reset_functions.hpp"
#include "pty/vt/tab_functions.hpp"

namespace pty::vt {
namespace {

using term::sequence_key;

constexpr CsiRow row(std::string_view spelled, CsiHandler handler, std::string_view name) {
  return {sequence_key(spelled), handler, name};
}

// clang-format off
constexpr std::array kRows{
  row("@",   insert_characters,            "ICH"),
  row("A",   cursor_up,                    "CUU"),
  row("B",   cursor_down,                  "CUD"),
  row("C",   cursor_forward,               "CUF"),
  row("D",   cursor_backward,              "CUB"),
  row("E",   cursor_next_line,             "CNL"),
  row("F",   cursor_previous_line,         "CPL"),
  row("G",   cursor_column,                "CHA"),
  row("H",   cursor_position,              "CUP"),
  row("I",   forward_tabs,                 "CHT"),
  row("J",   erase_in_display,             "ED"),
  row("K",   erase_in_line,                "EL"),
  row("L",   insert_lines,                 "IL"),
  row("M",   delete_lines,                 "DL"),
  row("P",   delete_characters,            "DCH"),
  row("S",   scroll_up_lines,              "SU"),
  row("T",   scroll_down_lines,            "SD"),
  row("X",   erase_characters,             "ECH"),
  row("Z",   backward_tabs,                "CBT"),
  row("^",   scroll_down_lines,            "SD"),
  row("`",   cursor_column,                "HPA"),
  row("a",   column_relative,              "HPR"),
  row("b",   repeat_character,             "REP"),
  row("c",   primary_device_attributes,    "DA1"),
  row("d",   cursor_row,                   "VPA"),
  row("e",   row_relative,                 "VPR"),
  row("f",   cursor_position,              "HVP"),
  row("g",   clear_tabs,                   "TBC"),
  row("h",   set_ansi_modes,               "SM"),
  row("l",   reset_ansi_modes,             "RM"),
  row("m",   select_rendition,             "SGR"),
  row("n",   device_status,                "DSR"),
  row("r",   set_vertical_margins,         "DECSTBM"),
  row("s",   set_horizontal_margins,       "DECSLRM"),
  row("t",   window_operation,             "XTWINOPS"),
  row("u",   restore_cursor_sco,           "SCORC"),
  row("x",   unanswered_query,             "DECREQTPARM"),
  row(" @",  scroll_left,                  "SL"),
  row(" A",  scroll_right,                 "SR"),
  row(" q",  set_cursor_shape,             "DECSCUSR"),
  row("!p",  soft_reset,                   "DECSTR"),
  row("\"q", set_character_protection,     "DECSCA"),
  row("$p",  report_ansi_mode,             "DECRQM"),
  row("$u",  unanswered_query,             "DECRQTSR"),
  row("$w",  unanswered_query,             "DECRQPSR"),
  row("&u",  unanswered_query,             "DECRQUPSS"),
  row("'w",  unanswered_query,             "DECEFR"),
  row("'|",  unanswered_query,             "DECRQLP"),
  row("'}",  insert_columns,               "DECIC"),
  row("'~",  delete_columns,               "DECDC"),
  row("*y",  unanswered_query,             "DECRQCRA"),
  row("<u",  pop_keyboard_flags,           "KITTY_POP"),
  row("=c",  tertiary_device_attributes,   "DA3"),
  row("=u",  set_keyboard_flags,           "KITTY_SET"),
  row(">c",  secondary_device_attributes,  "DA2"),
  row(">m",  set_key_modifiers,            "XTMODKEYS"),
  row(">n",  disable_key_modifiers,        "XTMODKEYS_OFF"),
  row(">q",  terminal_version,             "XTVERSION"),
  row(">u",  push_keyboard_flags,          "KITTY_PUSH"),
  row("?J",  selective_erase_in_display,   "DECSED"),
  row("?K",  selective_erase_in_line,      "DECSEL"),
  row("?S",  unanswered_query,             "XTSMGRAPHICS"),
  row("?W",  set_default_tabs,             "DECST8C"),
  row("?h",  set_dec_modes,                "DECSET"),
  row("?l",  reset_dec_modes,              "DECRST"),
  row("?m",  report_key_modifiers,         "XTQMODKEYS"),
  row("?n",  dec_device_status,            "DSR"),
  row("?r",  restore_dec_modes,            "XTRESTORE"),
  row("?s",  save_dec_modes,               "XTSAVE"),
  row("?u",  report_keyboard_flags,        "KITTY_QUERY"),
  row("?$p", report_dec_mode,              "DECRQM"),
};
// clang-format on

/// Rows by key, for a binary search.
constexpr auto sorted_rows() {
  auto rows = kRows;
  std::ranges::sort(rows, {}, &CsiRow::key);
  return rows;
}
constexpr auto kSorted = sorted_rows();
static_assert(std::ranges::adjacent_find(kSorted, {}, &CsiRow::key) == kSorted.end(),
              "kRows: duplicate sequence");

constexpr std::size_t kFirstFinal = 0x40;
/// Sequences of a final byte alone, by that byte: nearly all of them.
constexpr auto plain_handlers() {
  std::array<CsiHandler, 64> handlers{};
  for (const CsiRow& one : kRows)
    if (one.key >= kFirstFinal && one.key < kFirstFinal + handlers.size())
      handlers[one.key - kFirstFinal] = one.handler;
  return handlers;
}
constexpr auto kPlain = plain_handlers();

}  // namespace

void dispatch_csi(TerminalState& state, const term::CsiSequence& sequence) {
  if (sequence.key < kFirstFinal + kPlain.size()) {
    if (const CsiHandler handler = kPlain[sequence.key - kFirstFinal]) handler(state, sequence);
    return;
  }
  const auto found = std::ranges::lower_bound(kSorted, sequence.key, {}, &CsiRow::key);
  if (found != kSorted.end() && found->key == sequence.key) found->handler(state, sequence);
}

}  // namespace pty::vt
