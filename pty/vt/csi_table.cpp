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
#include "pty/vt/rectangle_functions.hpp"
#include "pty/vt/rendition.hpp"
#include "pty/vt/replies.hpp"
#include "pty/vt/reset_functions.hpp"
#include "pty/vt/tab_functions.hpp"

namespace pty::vt {
namespace {

using term::sequence_key;

using enum Disposition;

constexpr CsiRow row(std::string_view spelled, CsiHandler handler, std::string_view name,
                     std::string_view parameters, std::string_view text, Disposition disposition = applied) {
  return {{spelled, name, parameters, text, disposition}, sequence_key(spelled), handler};
}
void refuse(TerminalState& state, const term::CsiSequence& /*sequence*/) {
  ignore_query(state);
}
constexpr CsiRow refused_row(std::string_view spelled, std::string_view name, std::string_view parameters,
                             std::string_view text) {
  return row(spelled, refuse, name, parameters, text, refused);
}

// clang-format off
constexpr std::array kCsiRows{
  row("@",   insert_characters,           "ICH",           "count",     "Inserts blanks at the cursor."),
  row("A",   cursor_up,                   "CUU",           "count",     "Moves up, not beyond the top margin."),
  row("B",   cursor_down,                 "CUD",           "count",     "Moves down, not beyond the bottom margin."),
  row("C",   cursor_forward,              "CUF",           "count",     "Moves right."),
  row("D",   cursor_backward,             "CUB",           "count",     "Moves left; wraps back with ?45 or ?1045."),
  row("E",   cursor_next_line,            "CNL",           "count",     "Moves down, to the first column."),
  row("F",   cursor_previous_line,        "CPL",           "count",     "Moves up, to the first column."),
  row("G",   cursor_column,               "CHA",           "column",    "Moves to a column."),
  row("H",   cursor_position,             "CUP",           "row ; column", "Moves to a position."),
  row("I",   forward_tabs,                "CHT",           "count",     "Moves right by tab stops."),
  row("J",   erase_in_display,            "ED",            "what",      "Erases below (0), above (1), all (2), or the history (3)."),
  row("K",   erase_in_line,               "EL",            "what",      "Erases to the right (0), to the left (1), or the line (2)."),
  row("L",   insert_lines,                "IL",            "count",     "Inserts blank lines at the cursor."),
  row("M",   delete_lines,                "DL",            "count",     "Deletes lines at the cursor."),
  row("P",   delete_characters,           "DCH",           "count",     "Deletes characters at the cursor."),
  row("S",   scroll_up_lines,             "SU",            "count",     "Scrolls the region up."),
  row("T",   scroll_down_lines,           "SD",            "count",     "Scrolls the region down."),
  row("X",   erase_characters,            "ECH",           "count",     "Erases characters from the cursor on."),
  row("Z",   backward_tabs,               "CBT",           "count",     "Moves left by tab stops."),
  row("^",   scroll_down_lines,           "SD",            "count",     "SD as ECMA-48 once spelled it."),
  row("`",   cursor_column,               "HPA",           "column",    "Moves to a column."),
  row("a",   column_relative,             "HPR",           "count",     "Moves right."),
  row("b",   repeat_character,            "REP",           "count",     "Prints the last character again, at most a screenful."),
  row("c",   primary_device_attributes,   "DA1",           "0",         "Which terminal this is: a VT220 with colours.", answered),
  row("d",   cursor_row,                  "VPA",           "row",       "Moves to a row."),
  row("e",   row_relative,                "VPR",           "count",     "Moves down."),
  row("f",   cursor_position,             "HVP",           "row ; column", "Moves to a position."),
  row("g",   clear_tabs,                  "TBC",           "what",      "Clears the tab stop here (0) or all (3)."),
  row("h",   set_ansi_modes,              "SM",            "modes",     "Sets modes."),
  row("l",   reset_ansi_modes,            "RM",            "modes",     "Resets modes."),
  row("m",   select_rendition,            "SGR",           "attributes", "Sets the look of what is printed next."),
  row("n",   device_status,               "DSR",           "what",      "Status reports.", varies),
  row("r",   set_vertical_margins,        "DECSTBM",       "top ; bottom", "Sets the scroll region."),
  row("s",   set_horizontal_margins,      "DECSLRM",       "left ; right", "Sets the left and right margins with ?69; else saves the cursor (SCOSC)."),
  row("t",   window_operation,            "XTWINOPS",      "what ; values", "Window operations.", varies),
  row("u",   restore_cursor_sco,          "SCORC",         "",          "Restores the cursor that SCOSC saved."),
  refused_row("x", "DECREQTPARM", "what", "Asks for line parameters, of which there are none."),
  row(" @",  scroll_left,                 "SL",            "count",     "Moves the region's columns left."),
  row(" A",  scroll_right,                "SR",            "count",     "Moves the region's columns right."),
  row(" q",  set_cursor_shape,            "DECSCUSR",      "shape",     "Sets the shape of the cursor and whether it blinks."),
  row("!p",  soft_reset,                  "DECSTR",        "",          "Resets modes, pen, margins and character sets."),
  refused_row("\"p", "DECSCL", "level ; controls", "Conformance level and 8-bit controls: fixed, at 2 and 7 bits."),
  row("\"q", set_character_protection,    "DECSCA",        "what",      "Protects what is printed next from selective erasing (1), or not (0, 2)."),
  refused_row("\"v", "DECRQDE", "", "Asks which part of the page is shown."),
  refused_row("#R", "XTREPORTCOLORS", "", "Asks for the stack of colours: there is none."),
  refused_row("#S", "XTTITLEPOS", "", "Asks for the depth of the title stack."),
  refused_row("#|", "XTREPORTSGR", "top ; left ; bottom ; right", "Asks for the attributes of an area."),
  row("$p",  report_ansi_mode,            "DECRQM",        "mode",      "Asks for a mode.", answered),
  row("$r",  change_attributes, "DECCARA", "top ; left ; bottom ; right ; attributes", "Sets attributes of an area."),
  row("$t",  reverse_attributes, "DECRARA", "top ; left ; bottom ; right ; attributes", "Reverses attributes of an area."),
  refused_row("$u", "DECRQTSR", "what", "Asks for the terminal's state."),
  row("$v",  copy_rectangle, "DECCRA", "top ; left ; bottom ; right ; page ; top ; left ; page", "Copies a rectangle."),
  refused_row("$w", "DECRQPSR", "what", "Asks for the cursor's or the tab stops' state."),
  row("$x",  fill_rectangle, "DECFRA", "character ; top ; left ; bottom ; right", "Fills a rectangle with a character."),
  row("$z",  erase_rectangle, "DECERA", "top ; left ; bottom ; right", "Erases a rectangle."),
  row("${",  selective_erase_rectangle, "DECSERA", "top ; left ; bottom ; right", "Erases a rectangle, but for protected characters."),
  refused_row("&u", "DECRQUPSS", "", "Asks for the preferred supplemental set."),
  refused_row("'w", "DECEFR", "top ; left ; bottom ; right", "Locator rectangle: there is no locator."),
  refused_row("'|", "DECRQLP", "what", "Asks for the locator's position: there is none."),
  row("'}",  insert_columns,              "DECIC",         "count",     "Inserts blank columns at the cursor."),
  row("'~",  delete_columns,              "DECDC",         "count",     "Deletes columns at the cursor."),
  row("*x",  select_attribute_extent, "DECSACE", "what", "DECCARA and DECRARA change a stream of cells (0, 1) or a rectangle (2)."),
  row("*y",  report_checksum, "DECRQCRA", "id ; page ; top ; left ; bottom ; right", "Asks for a checksum of the screen: answered only with TerminalOptions::checksums.", refused),
  row("<u",  pop_keyboard_flags,          "KITTY_POP",     "count",     "Pops keyboard flags."),
  row("=c",  tertiary_device_attributes,  "DA3",           "0",         "The terminal's unit id: zeroes.", answered),
  row("=u",  set_keyboard_flags,          "KITTY_SET",     "flags ; how", "Changes the keyboard flags in force."),
  row(">c",  secondary_device_attributes, "DA2",           "0",         "The terminal's kind and version.", answered),
  row(">m",  set_key_modifiers,           "XTMODKEYS",     "4 ; level", "Sets modifyOtherKeys."),
  row(">n",  disable_key_modifiers,       "XTMODKEYS_OFF", "4",         "Disables modifyOtherKeys."),
  row(">q",  terminal_version,            "XTVERSION",     "0",         "Name and version.", answered),
  row(">u",  push_keyboard_flags,         "KITTY_PUSH",    "flags",     "Pushes keyboard flags."),
  row("?J",  selective_erase_in_display,  "DECSED",        "what",      "ED that spares protected characters."),
  row("?K",  selective_erase_in_line,     "DECSEL",        "what",      "EL that spares protected characters."),
  refused_row("?S", "XTSMGRAPHICS", "item ; action ; value", "Asks for graphics limits: there are no graphics."),
  row("?W",  set_default_tabs,            "DECST8C",       "5",         "A tab stop every eight columns."),
  refused_row("?g", "XTQFMTKEYS", "what", "Asks for the format of modified keys."),
  row("?h",  set_dec_modes,               "DECSET",        "modes",     "Sets private modes."),
  row("?l",  reset_dec_modes,             "DECRST",        "modes",     "Resets private modes."),
  row("?m",  report_key_modifiers,        "XTQMODKEYS",    "4",         "Asks for modifyOtherKeys.", answered),
  row("?n",  dec_device_status,           "DSR (DEC)",     "what",      "Status reports of DEC's.", varies),
  row("?r",  restore_dec_modes,           "XTRESTORE",     "modes",     "Restores saved private modes."),
  row("?s",  save_dec_modes,              "XTSAVE",        "modes",     "Saves private modes."),
  row("?u",  report_keyboard_flags,       "KITTY_QUERY",   "",          "Asks for the keyboard flags in force.", answered),
  row("?$p", report_dec_mode,             "DECRQM (DEC)",  "mode",      "Asks for a private mode.", answered),
};
// clang-format on
static_assert(std::ranges::adjacent_find(kCsiRows, std::ranges::greater_equal{}, &CsiRow::key) ==
                  kCsiRows.end(),
              "kCsiRows: sorted by key, no duplicates");

constexpr std::size_t kFirstFinal = 0x40;
/// Sequences of a final byte alone, by that byte: nearly all of them.
constexpr auto plain_handlers() {
  std::array<CsiHandler, 64> handlers{};
  for (const CsiRow& one : kCsiRows)
    if (one.key >= kFirstFinal && one.key < kFirstFinal + handlers.size())
      handlers[one.key - kFirstFinal] = one.handler;
  return handlers;
}
constexpr auto kPlain = plain_handlers();

/// The keys side by side, for a binary search.
constexpr auto row_keys() {
  std::array<std::uint32_t, kCsiRows.size()> keys{};
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = kCsiRows[i].key;
  return keys;
}
constexpr auto kKeys = row_keys();
constexpr auto kCsiPublicRows = public_rows(kCsiRows);

}  // namespace

void dispatch_csi(TerminalState& state, const term::CsiSequence& sequence) {
  if (sequence.key < kFirstFinal + kPlain.size()) {
    if (const CsiHandler handler = kPlain[sequence.key - kFirstFinal]) handler(state, sequence);
    return;
  }
  const auto found = std::ranges::lower_bound(kKeys, sequence.key);
  if (found != kKeys.end() && *found == sequence.key)
    kCsiRows[static_cast<std::size_t>(found - kKeys.begin())].handler(state, sequence);
}

std::span<const FunctionRow> csi_rows() {
  return kCsiPublicRows;
}

}  // namespace pty::vt
