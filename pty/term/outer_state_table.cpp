#include "pty/term/outer_state_table.hpp"

#include <algorithm>

#include "pty/term/mode_table.hpp"

namespace pty::term {
namespace {

// ---- effects ----

std::uint32_t turned_on(std::uint32_t /*now*/, const Change& /*change*/) {
  return 1;
}
std::uint32_t turned_off(std::uint32_t /*now*/, const Change& /*change*/) {
  return 0;
}
std::uint32_t mode_set(std::uint32_t /*now*/, const Change& change) {
  return change.set ? 1 : 0;
}
std::uint32_t mode_touched(std::uint32_t /*now*/, const Change& /*change*/) {
  return 1;
}
std::uint32_t mode_reset(std::uint32_t /*now*/, const Change& change) {
  return change.set ? 0 : 1;
}
/// Saving or showing again: what is as by default needs no undoing.
std::uint32_t unless_plain(std::uint32_t /*now*/, const Change& change) {
  return change.plain ? 0 : 1;
}
std::uint32_t saved_by_mode(std::uint32_t now, const Change& change) {
  return change.set ? unless_plain(now, change) : now;
}
std::uint32_t any_parameter(std::uint32_t /*now*/, const Change& change) {
  return change.csi->present != 0 ? 1 : 0;
}
std::uint32_t not_zero(std::uint32_t /*now*/, const Change& change) {
  return change.csi->value_or(0, 0) != 0 ? 1 : 0;
}
/// A number behind the last zero may be part of a colour: only the plain reset counts as one.
std::uint32_t not_plain_rendition(std::uint32_t /*now*/, const Change& change) {
  return change.csi->count > 1 || change.csi->value_or(0, 0) != 0 ? 1 : 0;
}
/// DECSCA, DECSACE: numbers beyond 2 mean nothing.
template <std::uint16_t kValue>
std::uint32_t is_value(std::uint32_t now, const Change& change) {
  const std::uint16_t value = change.csi->value_or(0, 0);
  return value > 2 ? now : value == kValue ? 1 : 0;
}
std::uint32_t not_ascii(std::uint32_t /*now*/, const Change& change) {
  return change.text == "B" ? 0 : 1;
}
std::uint32_t not_empty(std::uint32_t /*now*/, const Change& change) {
  return change.text.empty() ? 0 : 1;
}
/// OSC 104, 105: without arguments everything is reset.
std::uint32_t off_if_empty(std::uint32_t now, const Change& change) {
  return change.text.empty() ? 0 : now;
}
std::uint32_t has_uri(std::uint32_t /*now*/, const Change& change) {
  const std::size_t separator = change.text.find(';');
  return separator != change.text.npos && separator + 1 < change.text.size() ? 1 : 0;
}
/// OSC 9 ; 4 ; state: the progress bar of a window. Other uses of OSC 9 leave nothing behind.
std::uint32_t progress_shown(std::uint32_t now, const Change& change) {
  if (!change.text.starts_with("4;")) return now;
  return change.text.size() > 2 && change.text[2] != '0' ? 1 : 0;
}

constexpr std::uint16_t kOtherKeys = 4;
/// XTMODKEYS: no parameter resets all of them, no value one.
std::uint32_t other_keys_modified(std::uint32_t now, const Change& change) {
  if (change.csi->count == 0) return 0;
  if (change.csi->value_or(0, 0) != kOtherKeys) return now;
  return change.csi->value_or(1, 0) != 0 ? 1 : 0;
}
std::uint32_t other_keys_disabled(std::uint32_t now, const Change& change) {
  return change.csi->value_or(0, kOtherKeys) == kOtherKeys ? 0 : now;
}
std::uint32_t keys_modified(std::uint32_t now, const Change& change) {
  if (change.csi->count == 0) return 0;
  const std::uint16_t resource = change.csi->value_or(0, 0);
  if (resource == kOtherKeys || resource > 7) return now;
  const std::uint32_t bit = 1U << resource;
  return ((change.csi->present >> 1) & 1U) != 0 ? now | bit : now & ~bit;
}

/// More levels than any terminal keeps.
constexpr std::uint32_t kMaxLevels = 64;
std::uint32_t level_pushed(std::uint32_t now, const Change& /*change*/) {
  return std::min(now + 1, kMaxLevels);
}
std::uint32_t levels_popped(std::uint32_t now, const Change& change) {
  return now - std::min<std::uint32_t>(now, change.csi->count_at(0));
}
std::uint32_t title_set(std::uint32_t now, const Change& /*change*/) {
  return std::max<std::uint32_t>(now, 1);
}
/// The first entry counts: that is how the screen is left.
std::uint32_t alternate_entered(std::uint32_t now, const Change& change) {
  if (!change.set) return 0;
  return now != 0 ? now : change.number;
}
std::uint32_t default_tab_stops(std::uint32_t now, const Change& change) {
  return change.csi->value_or(0, 0) == 5 ? 0 : now;
}

// ---- rows made from kModeTable ----

struct ModeUndo {
  std::array<char, 8> text{};
  std::size_t size = 0;

  constexpr void put(char c) { text[size++] = c; }
};

constexpr ModeUndo mode_undo(const ModeRow& row) {
  ModeUndo undo;
  undo.put('\x1b');
  undo.put('[');
  if (row.kind == ModeKind::dec) undo.put('?');
  std::uint16_t unit = 1;
  while (row.number / unit >= 10) unit = static_cast<std::uint16_t>(unit * 10);
  for (; unit > 0; unit = static_cast<std::uint16_t>(unit / 10)) undo.put(static_cast<char>('0' + row.number / unit % 10));
  undo.put(row.initial == ModeDefault::on ? 'h' : 'l');
  return undo;
}

constexpr auto kModeUndo = [] {
  std::array<ModeUndo, kModeCount> all{};
  for (std::size_t i = 0; i < kModeCount; ++i) all[i] = mode_undo(kModeTable[i]);
  return all;
}();

/// The end of a frame is the last thing to be undone, so that all of it is one picture.
constexpr bool stands_with_the_modes(const ModeRow& row) {
  return row.outer_reset == OuterReset::yes && row.mode != Mode::synchronized_output;
}

constexpr std::uint32_t key_of(Mode mode) {
  return static_cast<std::uint32_t>(mode);
}

constexpr OuterState mode_state(Mode mode) {
  const ModeRow& row = mode_row(mode);
  const ModeUndo& undo = kModeUndo[static_cast<std::size_t>(mode)];
  OuterState state{row.name, {undo.text.data(), undo.size}, {}, UndoForm::text, Place::anywhere, WithCursor::no, SoftReset::yes};
  state.triggers[0] = {Cause::mode, key_of(mode), row.initial == ModeDefault::on ? &mode_reset : &mode_set};
  if (mode == Mode::origin) state.with_cursor = WithCursor::yes;
  if (mode == Mode::grapheme_clusters) {
    // On some terminals it is on from the start. Whoever writes saves it first (XTSAVE); terminals that cannot
    // give it back have it off.
    state.undo = "\x1b[?2027l\x1b[?2027r";
    state.triggers[0].effect = &mode_touched;
  }
  return state;
}

constexpr std::size_t kModeStates = static_cast<std::size_t>(std::ranges::count_if(kModeTable, stands_with_the_modes));

// ---- the other rows ----

constexpr Trigger on_control(char c0, Effect effect) {
  return {Cause::control, static_cast<std::uint32_t>(c0), effect};
}
constexpr Trigger on_escape(char final_byte, Effect effect) {
  return {Cause::escape, sequence_key('\0', '\0', '\0', final_byte), effect};
}
constexpr Trigger on_designation(std::uint32_t slot) {
  return {Cause::designation, slot, &not_ascii};
}
constexpr Trigger on_csi(std::string_view spelled, Effect effect) {
  return {Cause::csi, sequence_key(spelled), effect};
}
constexpr Trigger on_mode(Mode which, Effect effect) {
  return {Cause::mode, key_of(which), effect};
}
constexpr Trigger on_osc(std::uint32_t number, Effect effect) {
  return {Cause::osc, number, effect};
}
constexpr Trigger on_color(std::uint32_t number) {
  return {Cause::color, number, &turned_on};
}

constexpr auto kText = UndoForm::text;
constexpr auto kNumber = UndoForm::number;
constexpr auto kRepeat = UndoForm::repeat;
constexpr auto kBits = UndoForm::bits;
constexpr auto kTabStops = UndoForm::tab_stops;
constexpr auto kSavedModes = UndoForm::saved_modes;
constexpr auto kAnywhere = Place::anywhere;
constexpr auto kPrimary = Place::primary;
constexpr auto kAlternate = Place::alternate;
constexpr auto kSaved = WithCursor::yes;
constexpr auto kAlone = WithCursor::no;
constexpr auto kSoft = SoftReset::yes;

// clang-format off
constexpr std::array kOtherStates{
  OuterState{"saved modes",          "\x1b[?{}s",            {on_csi("?s", unless_plain)}, kSavedModes},
  OuterState{"margins",              "\x1b[r",               {on_csi("r", any_parameter)}, kText, kAnywhere, kAlone, kSoft},
  OuterState{"rendition",            "\x1b[0m",              {on_csi("m", not_plain_rendition)}, kText, kAnywhere, kSaved, kSoft},
  OuterState{"cursor shape",         "\x1b[0 q",             {on_csi(" q", not_zero), on_mode(Mode::cursor_blink, turned_on)}, kText, kAnywhere, kAlone, kSoft},
  OuterState{"protection",           "\x1b[0\"q",            {on_csi("\"q", is_value<1>)}, kText, kAnywhere, kSaved, kSoft},
  OuterState{"area shape",           "\x1b[*x",              {on_csi("*x", is_value<2>)}, kText, kAnywhere, kAlone, kSoft},
  OuterState{"keypad",               "\x1b>",                {on_escape('=', turned_on), on_escape('>', turned_off)}, kText, kAnywhere, kAlone, kSoft},
  OuterState{"modifyOtherKeys",      "\x1b[>4;0m",           {on_csi(">m", other_keys_modified), on_csi(">n", other_keys_disabled)}, kText, kAnywhere, kAlone, kSoft},
  OuterState{"modified keys",        "\x1b[>{}m",            {on_csi(">m", keys_modified)}, kBits, kAnywhere, kAlone, kSoft},
  OuterState{"G0",                   "\x1b(B",               {on_designation(0)}, kText, kAnywhere, kSaved, kSoft},
  OuterState{"G1",                   "\x1b)B",               {on_designation(1)}, kText, kAnywhere, kSaved, kSoft},
  OuterState{"G2",                   "\x1b*B",               {on_designation(2)}, kText, kAnywhere, kSaved, kSoft},
  OuterState{"G3",                   "\x1b+B",               {on_designation(3)}, kText, kAnywhere, kSaved, kSoft},
  OuterState{"left shift",           "\x0f",                 {on_control('\x0e', turned_on), on_control('\x0f', turned_off), on_escape('n', turned_on), on_escape('o', turned_on)}, kText, kAnywhere, kSaved, kSoft},
  OuterState{"right shift",          "\x1b}",                {on_escape('~', turned_on), on_escape('|', turned_on), on_escape('}', turned_off)}, kText, kAnywhere, kSaved, kSoft},
  OuterState{"hyperlink",            "\x1b]8;;\x1b\\",       {on_osc(8, has_uri)}, kText, kAnywhere, kAlone, kSoft},
  OuterState{"tab stops",            "\x1b[?5W",             {on_csi("g", turned_on), on_escape('H', turned_on), on_csi("?W", default_tab_stops)}, kTabStops},
  OuterState{"palette",              "\x1b]104\x1b\\",       {on_osc(4, turned_on), on_osc(104, off_if_empty)}},
  OuterState{"special colours",      "\x1b]105\x1b\\",       {on_osc(5, turned_on), on_osc(105, off_if_empty)}},
  OuterState{"foreground",           "\x1b]110\x1b\\",       {on_color(10), on_osc(110, turned_off)}},
  OuterState{"background",           "\x1b]111\x1b\\",       {on_color(11), on_osc(111, turned_off)}},
  OuterState{"cursor colour",        "\x1b]112\x1b\\",       {on_color(12), on_osc(112, turned_off)}},
  OuterState{"pointer colour",       "\x1b]113\x1b\\",       {on_color(13), on_osc(113, turned_off)}},
  OuterState{"pointer background",   "\x1b]114\x1b\\",       {on_color(14), on_osc(114, turned_off)}},
  OuterState{"selection background", "\x1b]117\x1b\\",       {on_color(17), on_osc(117, turned_off)}},
  OuterState{"selection foreground", "\x1b]119\x1b\\",       {on_color(19), on_osc(119, turned_off)}},
  OuterState{"pointer shape",        "\x1b]22;\x1b\\",       {on_osc(22, not_empty)}},
  OuterState{"progress",             "\x1b]9;4;0\x1b\\",     {on_osc(9, progress_shown)}},
  OuterState{"working directory",    "\x1b]7;\x1b\\",        {on_osc(7, not_empty)}},
  OuterState{"title",                "\x1b[23;0t",           {on_osc(0, title_set), on_osc(1, title_set), on_osc(2, title_set)}, kRepeat},
  OuterState{"saved cursor 2",       "\x1b""7",              {on_escape('7', unless_plain), on_csi("s", unless_plain), on_mode(Mode::save_cursor_1048, saved_by_mode), on_mode(Mode::alternate_1049, saved_by_mode)}, kText, kAlternate, kAlone, kSoft},
  OuterState{"keyboard 2",           "\x1b[<{}u",            {on_csi(">u", level_pushed), on_csi("<u", levels_popped)}, kNumber, kAlternate, kAlone, kSoft},
  OuterState{"alternate screen",     "\x1b[?{}l",            {on_mode(Mode::alternate_47, alternate_entered), on_mode(Mode::alternate_1047, alternate_entered), on_mode(Mode::alternate_1049, alternate_entered)}, kNumber},
  OuterState{"saved cursor",         "\x1b""7",              {on_escape('7', unless_plain), on_csi("s", unless_plain), on_mode(Mode::save_cursor_1048, saved_by_mode), on_mode(Mode::alternate_1049, saved_by_mode)}, kText, kPrimary, kAlone, kSoft},
  OuterState{"keyboard",             "\x1b[<{}u",            {on_csi(">u", level_pushed), on_csi("<u", levels_popped)}, kNumber, kPrimary, kAlone, kSoft},
};
// clang-format on

constexpr auto kStates = [] {
  std::array<OuterState, kModeStates + kOtherStates.size() + 1> all{};
  std::size_t size = 0;
  for (const ModeRow& row : kModeTable)
    if (stands_with_the_modes(row)) all[size++] = mode_state(row.mode);
  for (const OuterState& state : kOtherStates) all[size++] = state;
  all[size] = mode_state(Mode::synchronized_output);
  return all;
}();

}  // namespace

std::span<const OuterState> outer_states() {
  return kStates;
}

}  // namespace pty::term
