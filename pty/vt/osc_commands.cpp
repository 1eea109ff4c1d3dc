#include "pty/vt/osc_commands.hpp"

#include <algorithm>
#include <array>

#include "pty/vt/color_commands.hpp"
#include "pty/vt/cursor_functions.hpp"
#include "pty/vt/event_queue.hpp"
#include "pty/vt/osc_number.hpp"
#include "pty/vt/pen.hpp"
#include "pty/vt/prompt_marks.hpp"
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

/// A query is told by its cleaned text: a shape must not become one when a restore says it again.
void set_pointer_shape(TerminalState& state, const OscCommand& command) {
  std::string shape = clean_text(command.text, kMaxPointerShapeBytes);
  if (shape.starts_with('?')) return ignore_query(state);
  state.pointer_shape = std::move(shape);
}

/// OSC 52 ; targets ; base64 or '?'. Reading the clipboard is never answered; writing is for writable
/// clients.
void clipboard(TerminalState& state, const OscCommand& command) {
  const std::size_t separator = command.text.find(';');
  const bool has_targets = separator != command.text.npos;
  const std::string_view data = has_targets ? command.text.substr(separator + 1) : command.text;
  if (data == "?") return ignore_query(state);
  state.relay.restrict_to_writable(state.tokenizer);
  if (!command.truncated)
    queue_clipboard(state, has_targets ? command.text.substr(0, separator) : std::string_view{}, data);
}

void refuse_command(TerminalState& state, const OscCommand& /*command*/) {
  ignore_query(state);
}

void font(TerminalState& state, const OscCommand& command) {
  if (command.text.starts_with('?')) ignore_query(state);
}

void iterm2_command(TerminalState& state, const OscCommand& command) {
  constexpr std::array<std::string_view, 3> kQuestions{"ReportCellSize", "ReportVariable=", "Capabilities"};
  const auto asks = [&](std::string_view question) { return command.text.starts_with(question); };
  if (std::ranges::any_of(kQuestions, asks)) ignore_query(state);
}

/// OSC 5522 ; type=read|write|… : … ; base64.
void kitty_clipboard(TerminalState& state, const OscCommand& command) {
  const std::string_view metadata = command.text.substr(0, command.text.find(';'));
  if (metadata.find("type=read") != metadata.npos) return ignore_query(state);
  state.relay.restrict_to_writable(state.tokenizer);
}

using OscHandler = void (*)(TerminalState&, const OscCommand&);
struct OscRow {
  FunctionRow function;
  std::uint32_t number;
  OscHandler handler;
};
using enum Disposition;
constexpr OscRow row(std::string_view spelled, OscHandler handler, std::string_view name,
                     std::string_view parameters, std::string_view text, Disposition disposition = applied,
                     Disposition asked = none) {
  std::uint32_t number = 0;
  for (const char digit : spelled) number = number * 10 + static_cast<std::uint32_t>(digit - '0');
  return {{spelled, name, parameters, text, disposition, asked}, number, handler};
}
// clang-format off
constexpr std::array kOscRows{
  row("0",   set_title_and_icon,    "TITLE_ICON", "text", "Sets the title and the icon name."),
  row("1",   set_icon,              "ICON", "text", "Sets the icon name."),
  row("2",   set_title,             "TITLE", "text", "Sets the title."),
  row("4",   palette_color,         "PALETTE", "index ; colour …", "Sets colours of the palette.", applied, answered),
  row("5",   special_color,         "SPECIAL_COLOUR", "index ; colour …", "Colours for attributes, of which there are none.", passed, refused),
  row("7",   set_directory,         "CWD", "URL", "Sets the working directory."),
  row("8",   set_link,              "LINK", "id=… ; URI", "Begins a hyperlink; an empty URI ends it."),
  row("9",   notify_osc9,           "NOTIFY_9", "text", "A notification: an event (ConEmu commands are none)."),
  row("10",  dynamic_color,         "FOREGROUND", "colour", "Sets the default foreground.", applied, answered),
  row("11",  dynamic_color,         "BACKGROUND", "colour", "Sets the default background.", applied, answered),
  row("12",  dynamic_color,         "CURSOR_COLOUR", "colour", "Sets the colour of the cursor.", applied, answered),
  row("13",  dynamic_color,         "COLOUR_13", "colour", "The colour of the mouse pointer: not kept.", passed, refused),
  row("14",  dynamic_color,         "COLOUR_14", "colour", "The colour of the mouse pointer's background: not kept.", passed, refused),
  row("15",  dynamic_color,         "COLOUR_15", "colour", "The colour of Tektronix text: not kept.", passed, refused),
  row("16",  dynamic_color,         "COLOUR_16", "colour", "The colour of the Tektronix background: not kept.", passed, refused),
  row("17",  dynamic_color,         "COLOUR_17", "colour", "The colour of the selection: not kept.", passed, refused),
  row("18",  dynamic_color,         "COLOUR_18", "colour", "The colour of the Tektronix cursor: not kept.", passed, refused),
  row("19",  dynamic_color,         "COLOUR_19", "colour", "The colour of selected text: not kept.", passed, refused),
  row("21",  kitty_color,           "KITTY_COLOUR", "key=value ; …", "Kitty's colours by name: not kept.", passed, refused),
  row("22",  set_pointer_shape,     "POINTER", "name", "Sets the shape of the mouse pointer.", applied, refused),
  row("50",  font,                  "FONT", "name", "Sets the font: not kept.", passed, refused),
  row("52",  clipboard,             "CLIPBOARD", "targets ; base64", "Sets the clipboard: an event. It is never read out.", writable, refused),
  row("60",  refuse_command,        "ALLOWED_FEATURES", "", "Asks which operations are allowed.", refused),
  row("61",  refuse_command,        "DISALLOWED_FEATURES", "what", "Asks which of them are not.", refused),
  row("99",  notify_osc99,          "NOTIFY_99", "key=value:… ; text", "A notification in the form of kitty: an event.", applied, refused),
  row("104", reset_palette,         "RESET_PALETTE", "index ; …", "Resets colours of the palette, or all."),
  row("110", reset_dynamic_color,   "RESET_FOREGROUND", "", "Resets the default foreground."),
  row("111", reset_dynamic_color,   "RESET_BACKGROUND", "", "Resets the default background."),
  row("112", reset_dynamic_color,   "RESET_CURSOR_COLOUR", "", "Resets the colour of the cursor."),
  row("133", prompt_mark,           "PROMPT_MARK", "A, B, C or D ; exit code", "Marks prompt, input, output and end of a command."),
  row("777", notify_osc777,         "NOTIFY_777", "notify ; title ; text", "A notification: an event."),
  row("1337", iterm2_command,       "ITERM2", "command", "Pictures, marks and other commands of iTerm2: not kept.", passed, refused),
  row("5522", kitty_clipboard,      "KITTY_CLIPBOARD", "key=value:… ; base64", "Kitty's clipboard of any type of data. It is never read out.", writable, refused),
};
// clang-format on
static_assert(std::ranges::adjacent_find(kOscRows, std::ranges::greater_equal{}, &OscRow::number) ==
                  kOscRows.end(),
              "kOscRows: sorted, no duplicates");
constexpr auto kOscPublicRows = public_rows(kOscRows);

}  // namespace

std::span<const FunctionRow> osc_rows() {
  return kOscPublicRows;
}

bool may_leave_state(std::string_view payload) {
  const std::uint32_t number = parse_osc_number(payload).number;
  const auto found = std::ranges::lower_bound(kOscRows, number, {}, &OscRow::number);
  if (found == kOscRows.end() || found->number != number) return false;
  const bool only_notifies = found->handler == notify_osc9 || found->handler == notify_osc777;
  return found->function.disposition == applied && !only_notifies;
}

void operating_system_command(TerminalState& state, const term::ControlString& string) {
  const OscNumber parsed = parse_osc_number(string.payload);
  const auto found = std::ranges::lower_bound(kOscRows, parsed.number, {}, &OscRow::number);
  if (found == kOscRows.end() || found->number != parsed.number) {
    // Whatever it would set, this asks for it.
    if (parsed.text.starts_with('?')) ignore_query(state);
    return;
  }
  OscCommand command{parsed.number, parsed.has_text, parsed.text, string.truncated, "\x1b\\"};
  if (string.end == term::StringEnd::bell) command.terminator = "\a";
  found->handler(state, command);
}

}  // namespace pty::vt
