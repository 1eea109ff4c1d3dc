#pragma once
// The one table of terminal modes (SM/RM and DECSET/DECRST). The emulator sets them and answers DECRQM from
// it, restore dumps replay them, the client resets them on the outer terminal. Adding a mode is one
// enumerator and one row; rows are sorted by kind and number, and a duplicate or misplaced row does not
// compile. Alternate screens (?47, ?1047, ?1049) have rows, but their state is "which screen is active", not
// a bit.

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace pty::term {

enum class ModeKind : std::uint8_t { ansi, dec };

/// Dense index of each known mode; the order is that of kModeTable.
enum class Mode : std::uint8_t {
  keyboard_lock,
  insert,
  local_echo_off,
  newline,
  application_cursor_keys,
  columns_132,
  smooth_scroll,
  reverse_video,
  origin,
  autowrap,
  autorepeat,
  mouse_x10,
  cursor_blink,
  cursor_visible,
  allow_columns_132,
  national_charsets,
  reverse_wrap,
  alternate_47,
  application_keypad,
  backarrow_sends_backspace,
  left_right_margins,
  mouse_press,
  mouse_drag,
  mouse_any,
  focus_reports,
  mouse_utf8,
  mouse_sgr,
  alternate_scroll,
  mouse_urxvt,
  mouse_sgr_pixels,
  extended_reverse_wrap,
  alternate_1047,
  save_cursor_1048,
  alternate_1049,
  bracketed_paste,
  synchronized_output,
  grapheme_clusters,
  color_scheme_reports,
  in_band_resize,
  count_,
};
inline constexpr std::size_t kModeCount = static_cast<std::size_t>(Mode::count_);

enum class ModeDefault : std::uint8_t { off, on };
/// Does a restore dump bring the mode back by its own number?
enum class Replay : std::uint8_t { no, yes };
/// Does a client that leaves put the mode back to its default on the outer terminal?
enum class OuterReset : std::uint8_t { no, yes };

struct ModeRow {
  ModeKind kind;
  std::uint16_t number;
  Mode mode;
  std::string_view name;
  ModeDefault initial;
  Replay replay;
  OuterReset outer_reset;
  std::string_view text;  ///< one line: what it means when it is set
};

// clang-format off
inline constexpr std::array<ModeRow, kModeCount> kModeTable{{
  {ModeKind::ansi,    2, Mode::keyboard_lock,             "KAM",             ModeDefault::off, Replay::yes, OuterReset::yes, "The keyboard is locked."},
  {ModeKind::ansi,    4, Mode::insert,                    "IRM",             ModeDefault::off, Replay::yes, OuterReset::yes, "Printing shifts the rest of the line."},
  {ModeKind::ansi,   12, Mode::local_echo_off,            "SRM",             ModeDefault::on,  Replay::yes, OuterReset::yes, "The terminal does not echo by itself."},
  {ModeKind::ansi,   20, Mode::newline,                   "LNM",             ModeDefault::off, Replay::yes, OuterReset::yes, "Line feed returns as well."},
  {ModeKind::dec,     1, Mode::application_cursor_keys,   "DECCKM",          ModeDefault::off, Replay::yes, OuterReset::yes, "Cursor keys send application codes."},
  {ModeKind::dec,     3, Mode::columns_132,               "DECCOLM",         ModeDefault::off, Replay::no,  OuterReset::no,  "132 columns: erases the screen if ?40 allows it; the size stays."},
  {ModeKind::dec,     4, Mode::smooth_scroll,             "DECSCLM",         ModeDefault::off, Replay::yes, OuterReset::yes, "Smooth scrolling."},
  {ModeKind::dec,     5, Mode::reverse_video,             "DECSCNM",         ModeDefault::off, Replay::yes, OuterReset::yes, "The whole screen is inverse."},
  {ModeKind::dec,     6, Mode::origin,                    "DECOM",           ModeDefault::off, Replay::yes, OuterReset::yes, "Positions count from the margins."},
  {ModeKind::dec,     7, Mode::autowrap,                  "DECAWM",          ModeDefault::on,  Replay::yes, OuterReset::yes, "Text wraps at the right edge."},
  {ModeKind::dec,     8, Mode::autorepeat,                "DECARM",          ModeDefault::on,  Replay::yes, OuterReset::yes, "Keys repeat."},
  {ModeKind::dec,     9, Mode::mouse_x10,                 "X10_MOUSE",       ModeDefault::off, Replay::yes, OuterReset::yes, "Mouse presses are reported."},
  {ModeKind::dec,    12, Mode::cursor_blink,              "CURSOR_BLINK",    ModeDefault::off, Replay::yes, OuterReset::no,  "The cursor blinks."},
  {ModeKind::dec,    25, Mode::cursor_visible,            "DECTCEM",         ModeDefault::on,  Replay::yes, OuterReset::yes, "The cursor is visible."},
  {ModeKind::dec,    40, Mode::allow_columns_132,         "ALLOW_132",       ModeDefault::off, Replay::yes, OuterReset::yes, "DECCOLM may be set."},
  {ModeKind::dec,    42, Mode::national_charsets,         "DECNRCM",         ModeDefault::off, Replay::yes, OuterReset::yes, "National character sets; they are there in any case."},
  {ModeKind::dec,    45, Mode::reverse_wrap,              "REVERSE_WRAP",    ModeDefault::off, Replay::yes, OuterReset::yes, "Moving left goes back over soft wraps."},
  {ModeKind::dec,    47, Mode::alternate_47,              "ALT_47",          ModeDefault::off, Replay::no,  OuterReset::no,  "The alternate screen."},
  {ModeKind::dec,    66, Mode::application_keypad,        "DECNKM",          ModeDefault::off, Replay::yes, OuterReset::yes, "The keypad sends application codes."},
  {ModeKind::dec,    67, Mode::backarrow_sends_backspace, "DECBKM",          ModeDefault::off, Replay::yes, OuterReset::yes, "The backarrow key sends BS."},
  {ModeKind::dec,    69, Mode::left_right_margins,        "DECLRMM",         ModeDefault::off, Replay::yes, OuterReset::yes, "Left and right margins can be set."},
  {ModeKind::dec,  1000, Mode::mouse_press,               "MOUSE_PRESS",     ModeDefault::off, Replay::yes, OuterReset::yes, "Mouse presses and releases are reported."},
  {ModeKind::dec,  1002, Mode::mouse_drag,                "MOUSE_DRAG",      ModeDefault::off, Replay::yes, OuterReset::yes, "Mouse motion with a button is reported as well."},
  {ModeKind::dec,  1003, Mode::mouse_any,                 "MOUSE_ANY",       ModeDefault::off, Replay::yes, OuterReset::yes, "All mouse motion is reported."},
  {ModeKind::dec,  1004, Mode::focus_reports,             "FOCUS",           ModeDefault::off, Replay::yes, OuterReset::yes, "Focus is reported."},
  {ModeKind::dec,  1005, Mode::mouse_utf8,                "MOUSE_UTF8",      ModeDefault::off, Replay::yes, OuterReset::yes, "Mouse reports in UTF-8."},
  {ModeKind::dec,  1006, Mode::mouse_sgr,                 "MOUSE_SGR",       ModeDefault::off, Replay::yes, OuterReset::yes, "Mouse reports in decimal."},
  {ModeKind::dec,  1007, Mode::alternate_scroll,          "ALT_SCROLL",      ModeDefault::off, Replay::yes, OuterReset::no,  "The wheel sends cursor keys on the alternate screen."},
  {ModeKind::dec,  1015, Mode::mouse_urxvt,               "MOUSE_URXVT",     ModeDefault::off, Replay::yes, OuterReset::yes, "Mouse reports in decimal, of urxvt."},
  {ModeKind::dec,  1016, Mode::mouse_sgr_pixels,          "MOUSE_PIXELS",    ModeDefault::off, Replay::yes, OuterReset::yes, "Mouse reports in pixels."},
  {ModeKind::dec,  1045, Mode::extended_reverse_wrap,     "REVERSE_WRAP_EX", ModeDefault::off, Replay::yes, OuterReset::yes, "Moving left goes back over any line."},
  {ModeKind::dec,  1047, Mode::alternate_1047,            "ALT_1047",        ModeDefault::off, Replay::no,  OuterReset::no,  "The alternate screen, erased on leaving."},
  {ModeKind::dec,  1048, Mode::save_cursor_1048,          "SAVE_CURSOR",     ModeDefault::off, Replay::no,  OuterReset::no,  "Saves the cursor; restores it when reset."},
  {ModeKind::dec,  1049, Mode::alternate_1049,            "ALT_1049",        ModeDefault::off, Replay::no,  OuterReset::no,  "The alternate screen, erased on entering; saves the cursor."},
  {ModeKind::dec,  2004, Mode::bracketed_paste,           "BRACKETED_PASTE", ModeDefault::off, Replay::yes, OuterReset::yes, "Pasted text is bracketed."},
  {ModeKind::dec,  2026, Mode::synchronized_output,       "SYNC_OUTPUT",     ModeDefault::off, Replay::no,  OuterReset::yes, "What follows is one picture."},
  {ModeKind::dec,  2027, Mode::grapheme_clusters,         "GRAPHEMES",       ModeDefault::off, Replay::yes, OuterReset::yes, "A grapheme cluster is one character."},
  {ModeKind::dec,  2031, Mode::color_scheme_reports,      "COLOR_SCHEME",    ModeDefault::off, Replay::yes, OuterReset::yes, "Changes of the colour scheme are reported."},
  {ModeKind::dec,  2048, Mode::in_band_resize,            "IN_BAND_RESIZE",  ModeDefault::off, Replay::no,  OuterReset::no,  "Changes of size are reported; kept from other terminals."},
}};
// clang-format on

namespace detail {
constexpr bool mode_table_is_sound() {
  for (std::size_t i = 0; i < kModeCount; ++i) {
    if (static_cast<std::size_t>(kModeTable[i].mode) != i) return false;
    if (i == 0) continue;
    const ModeRow& before = kModeTable[i - 1];
    const ModeRow& row = kModeTable[i];
    if (before.kind > row.kind || (before.kind == row.kind && before.number >= row.number)) return false;
  }
  return true;
}
}  // namespace detail
static_assert(detail::mode_table_is_sound(),
              "kModeTable: rows sorted by kind and number, in enumerator order");

constexpr const ModeRow& mode_row(Mode mode) {
  return kModeTable[static_cast<std::size_t>(mode)];
}

/// The row of a number, if we know the mode. Cost: a binary search.
constexpr std::optional<Mode> find_mode(ModeKind kind, std::uint32_t number) {
  std::size_t low = 0;
  std::size_t high = kModeCount;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    const ModeRow& row = kModeTable[middle];
    if (row.kind == kind && row.number == number) return row.mode;
    if (row.kind < kind || (row.kind == kind && row.number < number)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return std::nullopt;
}

/// The value of every mode. Starts with the defaults of the table.
class ModeSet {
 public:
  ModeSet() {
    for (const ModeRow& row : kModeTable) set(row.mode, row.initial == ModeDefault::on);
  }
  [[nodiscard]] bool test(Mode mode) const { return bits_[static_cast<std::size_t>(mode)]; }
  void set(Mode mode, bool value) { bits_[static_cast<std::size_t>(mode)] = value; }

  friend bool operator==(const ModeSet&, const ModeSet&) = default;

 private:
  std::bitset<kModeCount> bits_;
};

}  // namespace pty::term
