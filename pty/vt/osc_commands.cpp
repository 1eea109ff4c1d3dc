#include "pty/vt/osc_commands.hpp"

#include <algorithm>
#include <array>

#include "pty/vt/color_commands.hpp"
#include "pty/vt/cursor_functions.hpp"
#include "pty/vt/event_queue.hpp"
#include "pty/vt/osc_number.hpp"
#include "pty/vt/pen.hpp"
#include "pty/vt/replies.hpp"

namespace pty::vt {
namespace {

constexpr std::size_t kMaxDirectoryBytes = 4096;
constexpr std::size_t kMaxPointerShapeBytes = 64;

void set_icon(TerminalState& state, const OscCommand& command) {
  if (command.text != state.icon) state.icon = clean_text(command.text, kMaxTitleBytes);
}
void set_title_and_icon(TerminalState& state, const OscCommand& command) {
  set_icon(state, command);
  change_title(state, command.text);
}
void set_title(TerminalState& state, const OscCommand& command) {
  change_title(state, command.text);
}

void set_directory(TerminalState& state, const OscCommand& command) {
  if (command.text != state.working_directory)
    state.working_directory = clean_text(command.text, kMaxDirectoryBytes);
}

/// OSC 8 ; key=value:key=value ; URI. An empty URI ends the link.
void set_link(TerminalState& state, const OscCommand& command) {
  const std::size_t separator = command.text.find(';');
  if (separator == command.text.npos || command.truncated) return;
  std::string_view parameters = command.text.substr(0, separator);
  std::string_view uri = command.text.substr(separator + 1);
  std::string cleaned;
  if (!is_clean_ascii(uri)) uri = cleaned = clean_text(uri, kMaxUriBytes + 1);
  std::string id;
  while (!parameters.empty()) {
    const std::size_t end = parameters.find(':');
    const std::string_view one = parameters.substr(0, end);
    if (one.starts_with("id=")) id = clean_text(one.substr(3), kMaxLinkIdBytes + 1);
    parameters = end == parameters.npos ? std::string_view{} : parameters.substr(end + 1);
  }
  if (!uri.empty()) collect_tables_if_full(state);
  state.pen_link = state.tables.links.intern(uri, id);
  pen_changed(state);
}

void notify_osc9(TerminalState& state, const OscCommand& command) {
  if (auto event = NotificationParser::parse_osc9(command.text)) queue_event(state, std::move(*event));
}

void notify_osc99(TerminalState& state, const OscCommand& command) {
  if (NotificationParser::is_osc99_query(command.text)) return ignore_query(state);
  if (auto event = state.notifications.feed_osc99(command.text)) queue_event(state, std::move(*event));
}

void notify_osc777(TerminalState& state, const OscCommand& command) {
  if (auto event = NotificationParser::parse_osc777(command.text)) queue_event(state, std::move(*event));
}

void set_pointer_shape(TerminalState& state, const OscCommand& command) {
  if (command.text.starts_with('?')) return ignore_query(state);
  state.pointer_shape = clean_text(command.text, kMaxPointerShapeBytes);
}

/// OSC 52 ; targets ; base64 or '?'. Reading the clipboard is never answered; writing is for writable
/// clients.
void clipboard(TerminalState& state, const OscCommand& command) {
  const std::size_t separator = command.text.find(';');
  const std::string_view data =
      separator == command.text.npos ? command.text : command.text.substr(separator + 1);
  if (data == "?") return ignore_query(state);
  state.relay.restrict_to_writable(state.tokenizer);
}

/// OSC 133: A prompt begins, B input begins, C output begins, D it ended; N and P like A.
void prompt_mark(TerminalState& state, const OscCommand& command) {
  if (command.text.empty()) return;
  switch (command.text[0]) {
    case 'A':
    case 'N':
    case 'P':
      state.semantic = Semantic::prompt;
      state.grid().header(state.cursor.row).set(RowFlag::prompt);
      break;
    case 'B':
    case 'I':
      state.semantic = Semantic::input;
      break;
    case 'C':
    case 'D':
      state.semantic = Semantic::output;
      break;
    default:
      return;
  }
  pen_changed(state);
}

using OscHandler = void (*)(TerminalState&, const OscCommand&);
struct OscRow {
  std::uint32_t number;
  OscHandler handler;
};
constexpr std::array kOscTable{
    OscRow{0, set_title_and_icon},
    OscRow{1, set_icon},
    OscRow{2, set_title},
    OscRow{4, palette_color},
    OscRow{5, special_color},
    OscRow{7, set_directory},
    OscRow{8, set_link},
    OscRow{9, notify_osc9},
    OscRow{10, dynamic_color},
    OscRow{11, dynamic_color},
    OscRow{12, dynamic_color},
    OscRow{13, dynamic_color},
    OscRow{14, dynamic_color},
    OscRow{15, dynamic_color},
    OscRow{16, dynamic_color},
    OscRow{17, dynamic_color},
    OscRow{18, dynamic_color},
    OscRow{19, dynamic_color},
    OscRow{21, kitty_color},
    OscRow{22, set_pointer_shape},
    OscRow{52, clipboard},
    OscRow{99, notify_osc99},
    OscRow{104, reset_palette},
    OscRow{110, reset_dynamic_color},
    OscRow{111, reset_dynamic_color},
    OscRow{112, reset_dynamic_color},
    OscRow{133, prompt_mark},
    OscRow{777, notify_osc777},
};
static_assert(std::ranges::adjacent_find(kOscTable, std::ranges::greater_equal{}, &OscRow::number) ==
                  kOscTable.end(),
              "kOscTable: sorted, no duplicates");

}  // namespace

void operating_system_command(TerminalState& state, const term::ControlString& string) {
  const OscNumber parsed = parse_osc_number(string.payload);
  const auto row = std::ranges::lower_bound(kOscTable, parsed.number, {}, &OscRow::number);
  if (row == kOscTable.end() || row->number != parsed.number) return;
  OscCommand command{parsed.number, parsed.has_text, parsed.text, string.truncated, "\x1b\\"};
  if (string.end == term::StringEnd::bell) command.terminator = "\a";
  row->handler(state, command);
}

}  // namespace pty::vt
