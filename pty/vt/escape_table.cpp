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

using enum Disposition;

constexpr EscapeRow row(std::string_view spelled, EscapeHandler handler, std::string_view name,
                        std::string_view text, Disposition disposition = applied) {
  const std::uint32_t key = spelled.size() == 1
                                ? term::sequence_key(0, 0, 0, spelled[0])  // "=" is no prefix here
                                : term::sequence_key(spelled);
  return {{spelled, name, {}, text, disposition}, key, handler};
}
void refuse(TerminalState& state, std::uint32_t /*key*/) {
  ignore_query(state);
}
void pass(TerminalState& /*state*/, std::uint32_t /*key*/) {}

// clang-format off
constexpr std::array kEscapeRows{
  row("6",  escape_back_index,         "DECBI",   "Moves left; scrolls the columns at the left margin."),
  row("7",  escape_save_cursor,        "DECSC",   "Saves the cursor, the pen, the character sets and origin mode."),
  row("8",  escape_restore_cursor,     "DECRC",   "Restores what DECSC saved."),
  row("9",  escape_forward_index,      "DECFI",   "Moves right; scrolls the columns at the right margin."),
  row("=",  escape_application_keypad, "DECKPAM", "The keypad sends application codes: sets ?66."),
  row(">",  escape_numeric_keypad,     "DECKPNM", "The keypad sends digits: resets ?66."),
  row("D",  escape_index,              "IND",     "Moves down; scrolls at the bottom margin."),
  row("E",  escape_next_line,          "NEL",     "Moves down, to the first column; scrolls at the bottom margin."),
  row("H",  escape_set_tab,            "HTS",     "Sets a tab stop."),
  row("M",  escape_reverse_index,      "RI",      "Moves up; scrolls at the top margin."),
  row("N",  escape_shift,              "SS2",     "The next character is from G2."),
  row("O",  escape_shift,              "SS3",     "The next character is from G3."),
  row("Z",  escape_identify,           "DECID",   "Asks which terminal this is, as DA1 does.", answered),
  row("c",  escape_full_reset,         "RIS",     "Everything as in the beginning, history included."),
  row("n",  escape_shift,              "LS2",     "G2 into GL."),
  row("o",  escape_shift,              "LS3",     "G3 into GL."),
  row("|",  escape_shift,              "LS3R",    "G3 into GR."),
  row("}",  escape_shift,              "LS2R",    "G2 into GR."),
  row("~",  escape_shift,              "LS1R",    "G1 into GR."),
  row(" F", refuse,                    "S7C1T",   "Asks for 7-bit replies, which all are.", refused),
  row(" G", refuse,                    "S8C1T",   "Asks for 8-bit replies: they stay 7-bit, as input is UTF-8.", refused),
  row("#3", pass,                      "DECDHL",  "Double height, top half: rows have no such attribute.", passed),
  row("#4", pass,                      "DECDHL",  "Double height, bottom half: rows have no such attribute.", passed),
  row("#5", pass,                      "DECSWL",  "Single width: so are all rows.", passed),
  row("#6", pass,                      "DECDWL",  "Double width: rows have no such attribute.", passed),
  row("#8", escape_alignment_test,     "DECALN",  "Fills the screen with E; resets the margins."),
};
/// By the intermediate; what follows it names the set (charset.hpp).
constexpr std::array kDesignations{
  FunctionRow{"(", "SCS G0", "set", "Designates a character set to G0."},
  FunctionRow{")", "SCS G1", "set", "Designates a character set to G1."},
  FunctionRow{"*", "SCS G2", "set", "Designates a character set to G2."},
  FunctionRow{"+", "SCS G3", "set", "Designates a character set to G3."},
};
// clang-format on
static_assert(std::ranges::adjacent_find(kEscapeRows, std::ranges::greater_equal{}, &EscapeRow::key) ==
                  kEscapeRows.end(),
              "kEscapeRows: sorted by key, no duplicates");
constexpr auto kEscapePublicRows = [] {
  std::array<FunctionRow, kEscapeRows.size() + kDesignations.size()> rows{};
  std::ranges::copy(public_rows(kEscapeRows), rows.begin());
  std::ranges::copy(kDesignations, rows.begin() + kEscapeRows.size());
  return rows;
}();

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
struct ControlRow {
  FunctionRow function;
  ControlHandler handler;
};
// clang-format off
constexpr std::array kControlRows{
  ControlRow{{"\x05", "ENQ", "", "Asks for an answerback, of which there is none.", refused}, enquire},
  ControlRow{{"\x07", "BEL", "", "Rings the bell: an event."}, ring_bell},
  ControlRow{{"\x08", "BS", "", "Moves left; wraps back with ?45 or ?1045."}, backspace},
  ControlRow{{"\x09", "HT", "", "Moves to the next tab stop."}, horizontal_tab},
  ControlRow{{"\x0a", "LF", "", "Moves down, and to the first column with LNM; scrolls at the bottom margin."}, line_feed},
  ControlRow{{"\x0b", "VT", "", "As LF."}, line_feed},
  ControlRow{{"\x0c", "FF", "", "As LF."}, line_feed},
  ControlRow{{"\x0d", "CR", "", "Moves to the first column, or the left margin."}, carriage_return},
  ControlRow{{"\x0e", "SO", "", "G1 into GL."}, shift_out},
  ControlRow{{"\x0f", "SI", "", "G0 into GL."}, shift_in},
};
// clang-format on
static_assert(std::ranges::adjacent_find(kControlRows, std::ranges::greater_equal{},
                                         [](const ControlRow& row) { return row.function.spelled; }) ==
                  kControlRows.end(),
              "kControlRows: sorted, no duplicates");
constexpr auto kPublicControls = public_rows(kControlRows);

/// A handler for each code; nullptr for those without a row.
constexpr auto control_handlers() {
  std::array<ControlHandler, 32> handlers{};
  for (const ControlRow& one : kControlRows)
    handlers[static_cast<unsigned char>(one.function.spelled[0])] = one.handler;
  return handlers;
}
constexpr auto kControls = control_handlers();

}  // namespace

std::span<const FunctionRow> control_rows() {
  return kPublicControls;
}
std::span<const FunctionRow> escape_rows() {
  return kEscapePublicRows;
}

void dispatch_escape(TerminalState& state, std::uint32_t key) {
  if (is_designation(key)) return escape_designate(state, key);
  const auto found = std::ranges::lower_bound(kEscapeRows, key, {}, &EscapeRow::key);
  if (found != kEscapeRows.end() && found->key == key) found->handler(state, key);
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
