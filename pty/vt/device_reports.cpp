#include "pty/vt/device_reports.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

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

void push_title(TerminalState& state, const CsiSequence& /*sequence*/) {
  if (state.title_stack.size() == kMaxTitleStack) state.title_stack.erase(state.title_stack.begin());
  state.title_stack.push_back({state.title, state.icon});
}

void pop_title(TerminalState& state, const CsiSequence& sequence) {
  if (state.title_stack.empty()) return;
  const std::uint16_t what = sequence.value_or(1, 0);
  const TitlePair top = state.title_stack.back();
  state.title_stack.pop_back();
  if (what != 1) change_title(state, top.title);
  if (what != 2) state.icon = top.icon;
}

void report_position(TerminalState& state, const CsiSequence& /*sequence*/) {
  answer(state, fmt::format("\x1b[{}R", cursor_address(state)));
}
void report_extended_position(TerminalState& state, const CsiSequence& /*sequence*/) {
  answer(state, fmt::format("\x1b[?{};1R", cursor_address(state)));
}
void report_text_size(TerminalState& state, const CsiSequence& /*sequence*/) {
  answer(state, fmt::format("\x1b[8;{};{}t", state.size.rows, state.size.cols));
}
void report_screen_size(TerminalState& state, const CsiSequence& /*sequence*/) {
  answer(state, fmt::format("\x1b[9;{};{}t", state.size.rows, state.size.cols));
}
void refuse_report(TerminalState& state, const CsiSequence& /*sequence*/) {
  ignore_query(state);
}

/// One number of DSR or XTWINOPS: a fixed reply, or a handler.
struct NumberRow {
  FunctionRow function;
  std::uint16_t number;
  CsiHandler handler;
  std::string_view reply;
};
using enum Disposition;

constexpr NumberRow row(std::string_view spelled, std::string_view name, std::string_view text,
                        Disposition disposition, CsiHandler handler, std::string_view reply = {}) {
  std::uint16_t number = 0;
  for (const char digit : spelled) number = static_cast<std::uint16_t>(number * 10 + (digit - '0'));
  return {{spelled, name, {}, text, disposition}, number, handler, reply};
}
constexpr NumberRow fixed(std::string_view spelled, std::string_view name, std::string_view text,
                          std::string_view reply) {
  return row(spelled, name, text, answered, nullptr, reply);
}

// clang-format off
constexpr std::array kStatusRows{
  fixed("5", "DSR", "Is all well? It is.", "\x1b[0n"),
  row("6",   "CPR", "The cursor's position; in origin mode from the margins.", answered, report_position),
};
constexpr std::array kDecStatusRows{
  row("6",     "DECXCPR",     "The cursor's position and page.", answered, report_extended_position),
  fixed("15",  "DSR_PRINTER", "The printer: there is none.", "\x1b[?13n"),
  fixed("25",  "DSR_UDK",     "User-defined keys: locked.", "\x1b[?21n"),
  fixed("26",  "DSR_KEYBOARD", "The keyboard: North American, ready.", "\x1b[?27;1;0;0n"),
  fixed("53",  "DSR_LOCATOR", "The locator: there is none.", "\x1b[?50n"),
  fixed("55",  "DSR_LOCATOR", "The locator: there is none.", "\x1b[?50n"),
  fixed("56",  "DSR_LOCATOR_TYPE", "The locator's kind: unknown.", "\x1b[?57;0n"),
  row("62",    "DECMSR",      "Room for macros: there are none.", refused, refuse_report),
  row("63",    "DECCKSR",     "A checksum of memory.", refused, refuse_report),
  fixed("75",  "DSR_DATA",    "Data integrity: no error known.", "\x1b[?70n"),
  fixed("85",  "DSR_SESSIONS", "Multiple sessions: not configured.", "\x1b[?83n"),
  fixed("996", "COLOR_SCHEME", "The colour scheme: dark.", "\x1b[?997;1n"),
};
constexpr std::array kWindowRows{
  fixed("11", "WINDOW_STATE",  "Is the window open? It is.", "\x1b[1t"),
  row("13",   "WINDOW_POSITION", "The window's position.", refused, refuse_report),
  row("14",   "WINDOW_PIXELS", "The window's size in pixels: not known.", refused, refuse_report),
  row("15",   "SCREEN_PIXELS", "The screen's size in pixels: not known.", refused, refuse_report),
  row("16",   "CELL_PIXELS",   "A cell's size in pixels: not known.", refused, refuse_report),
  row("18",   "TEXT_SIZE",     "The size in rows and columns.", answered, report_text_size),
  row("19",   "SCREEN_SIZE",   "The screen's size in rows and columns: the same.", answered, report_screen_size),
  row("20",   "ICON_REPORT",   "The icon name: it could put words into the application's mouth.", refused, refuse_report),
  row("21",   "TITLE_REPORT",  "The title: likewise.", refused, refuse_report),
  row("22",   "PUSH_TITLE",    "Saves title and icon name, at most 16 deep.", applied, push_title),
  row("23",   "POP_TITLE",     "Restores what was saved.", applied, pop_title),
};
// clang-format on
template <std::size_t size>
constexpr bool is_sorted(const std::array<NumberRow, size>& rows) {
  return std::ranges::adjacent_find(rows, std::ranges::greater_equal{}, &NumberRow::number) == rows.end();
}
static_assert(is_sorted(kStatusRows) && is_sorted(kDecStatusRows) && is_sorted(kWindowRows),
              "numbers: sorted, no duplicates");
constexpr auto kPublicStatus = public_rows(kStatusRows);
constexpr auto kPublicDecStatus = public_rows(kDecStatusRows);
constexpr auto kPublicWindow = public_rows(kWindowRows);

const NumberRow* find_number(std::span<const NumberRow> rows, std::uint16_t number) {
  const auto found = std::ranges::lower_bound(rows, number, {}, &NumberRow::number);
  return found != rows.end() && found->number == number ? &*found : nullptr;
}

/// Answers a status request; unknown ones are refused.
void report_status(std::span<const NumberRow> rows, TerminalState& state, const CsiSequence& sequence) {
  const NumberRow* const row = find_number(rows, sequence.value_or(0, 0));
  if (row == nullptr) return ignore_query(state);
  if (row->handler != nullptr) return row->handler(state, sequence);
  answer(state, row->reply);
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
  report_status(kStatusRows, state, sequence);
}

void dec_device_status(TerminalState& state, const CsiSequence& sequence) {
  report_status(kDecStatusRows, state, sequence);
}

/// Numbers without a row pass: they move or size the window of other terminals.
void window_operation(TerminalState& state, const CsiSequence& sequence) {
  const auto* const row = find_number(kWindowRows, sequence.value_or(0, 0));
  if (row == nullptr) return;
  if (row->handler != nullptr) return row->handler(state, sequence);
  answer(state, row->reply);
}

std::span<const FunctionRow> status_rows() {
  return kPublicStatus;
}
std::span<const FunctionRow> dec_status_rows() {
  return kPublicDecStatus;
}
std::span<const FunctionRow> window_rows() {
  return kPublicWindow;
}

void escape_identify(TerminalState& state, std::uint32_t) {
  answer(state, kPrimaryAttributes);
}

}  // namespace pty::vt
