#include "pty/vt/dump_json.hpp"

#include <fmt/format.h>

#include "pty/term/mode_table.hpp"
#include "pty/vt/charset.hpp"
#include "pty/vt/dump_json_rows.hpp"
#include "pty/vt/terminal_state.hpp"

namespace pty::vt {
namespace {

std::string hex(term::Rgb color) {
  return fmt::format("#{:02x}{:02x}{:02x}", color.red, color.green, color.blue);
}

void write_position(const Cursor& cursor, JsonWriter& json) {
  json.member("row", cursor.row).member("col", cursor.col).member("pending_wrap", cursor.pending_wrap);
}

void write_cursor(const TerminalState& state, JsonWriter& json) {
  json.key("cursor").begin_object();
  write_position(state.cursor, json);
  json.member("visible", state.mode(term::Mode::cursor_visible)).member("shape", state.cursor_shape);
  json.end_object();
}

void write_pen_members(const Pen& pen, JsonWriter& json) {
  json.key("style").begin_object();
  write_style(pen.style, json);
  json.end_object().member("protected", pen.is_protected);
}

void write_pen(const TerminalState& state, JsonWriter& json) {
  json.key("pen").begin_object();
  write_pen_members(state.pen, json);
  json.member("semantic", semantic_name(state.semantic)).key("link");
  if (state.pen_link == 0) {
    json.null();
  } else {
    const Link link = state.tables.links.at(state.pen_link);
    json.begin_object().member("uri", link.uri).member("id", link.id).end_object();
  }
  json.end_object();
}

void write_charsets(const Charsets& sets, JsonWriter& json) {
  json.key("charsets").begin_object().key("designated").begin_array();
  for (const Charset set : sets.designated) json.text(designator(set));
  json.end_array().member("gl", sets.gl).member("gr", sets.gr).member("single_shift", sets.single_shift);
  json.end_object();
}

void write_saved_cursor(const SavedCursor& saved, JsonWriter& json) {
  json.key("saved_cursor").begin_object();
  write_position(saved.cursor, json);
  json.member("origin", saved.origin);
  write_pen_members(saved.pen, json);
  write_charsets(saved.charsets, json);
  json.end_object();
}

void write_keyboard(const KeyboardStack& keyboard, JsonWriter& json) {
  json.key("keyboard").begin_object().member("flags", keyboard.current()).member("base", keyboard.base());
  json.key("levels").begin_array();
  for (const std::uint8_t level : keyboard.levels()) json.number(level);
  json.end_array().end_object();
}

void write_screen(const TerminalState& state, const ScreenState& screen, DumpTables& tables,
                  JsonWriter& json) {
  json.key("rows");
  write_grid(state, screen.grid, tables, json);
  write_saved_cursor(screen.saved, json);
  write_keyboard(screen.keyboard, json);
}

// The alternate screen's modes are no bits of their own (mode_table.hpp).
bool mode_value(const TerminalState& state, term::Mode mode) {
  const bool is_screen = mode == term::Mode::alternate_47 || mode == term::Mode::alternate_1047 ||
                         mode == term::Mode::alternate_1049;
  return is_screen ? state.on_alternate() : state.mode(mode);
}

void write_modes(const TerminalState& state, JsonWriter& json) {
  json.key("modes").begin_object();
  for (const term::ModeRow& row : term::kModeTable) {
    const bool is_dec = row.kind == term::ModeKind::dec;
    json.member(fmt::format("{}{}", is_dec ? "?" : "", row.number), mode_value(state, row.mode));
  }
  json.end_object();
}

void write_margins_and_tabs(const TerminalState& state, JsonWriter& json) {
  const Margins& margins = state.margins;
  json.key("margins").begin_object().member("top", margins.top).member("bottom", margins.bottom);
  json.member("left", margins.left).member("right", margins.right).end_object();
  json.key("tabs").begin_array();
  for (std::size_t col = 0; col < state.tab_stops.size(); ++col)
    if (state.tab_stops[col]) json.number(col);
  json.end_array();
}

void write_strings(const TerminalState& state, JsonWriter& json) {
  json.member("title", state.title).member("icon", state.icon).key("title_stack").begin_array();
  for (const TitlePair& pair : state.title_stack)
    json.begin_object().member("title", pair.title).member("icon", pair.icon).end_object();
  json.end_array().member("working_directory", state.working_directory);
  json.member("pointer_shape", state.pointer_shape);
}

void write_palette(const Palette& palette, JsonWriter& json) {
  json.key("palette").begin_object().key("colors").begin_object();
  for (const PaletteOverride& one : palette.overrides) json.member(std::to_string(one.index), hex(one.color));
  json.end_object();
  const auto put = [&json](std::string_view name, const std::optional<term::Rgb>& color) {
    json.key(name);
    if (color)
      json.text(hex(*color));
    else
      json.null();
  };
  put("foreground", palette.foreground);
  put("background", palette.background);
  put("cursor", palette.cursor);
  json.end_object();
}

void write_width_policy(const TerminalState& state, JsonWriter& json) {
  const bool clusters = state.mode(term::Mode::grapheme_clusters);
  json.key("width_policy").begin_object().member("unicode", "17.0.0");
  json.member("counted_by", clusters ? "cluster" : "code_point").member("ambiguous", 1U).end_object();
}

// The screens' rows and the history, with the numbers they refer to.
void write_content(const TerminalState& state, const JsonDumpOptions& options, JsonWriter& json) {
  DumpTables tables;
  write_screen(state, *state.screen, tables, json);
  json.key("history").begin_object().member("rows_total", state.history.rows(state.size.cols));
  json.member("lines_total", state.history.lines()).key("rows");
  write_history(state, options.max_history_rows, tables, json);
  json.end_object().key("hidden_screen");
  const ScreenState* hidden = state.on_alternate() ? &state.primary : state.alternate.get();
  if (hidden == nullptr) {
    json.null();
  } else {
    json.begin_object();
    write_screen(state, *hidden, tables, json);
    json.end_object();
  }
  json.key("styles");
  tables.write_styles(json);
  json.key("links");
  tables.write_links(json);
}

}  // namespace

std::string json_dump(const Terminal& terminal, const JsonDumpOptions& options) {
  const TerminalState& state = terminal.state();
  std::string out;
  JsonWriter json(out);
  json.begin_object().member("format", "pty-terminal-1").key("size").begin_object();
  json.member("cols", state.size.cols).member("rows", state.size.rows).end_object();
  json.member("screen", state.on_alternate() ? "alternate" : "primary");
  write_cursor(state, json);
  write_pen(state, json);
  write_charsets(state.charsets, json);
  write_modes(state, json);
  json.member("modify_other_keys", state.modify_other_keys);
  write_margins_and_tabs(state, json);
  write_strings(state, json);
  write_palette(state.palette, json);
  write_width_policy(state, json);
  json.member("generation", state.generation).member("lines_scrolled", state.lines_scrolled);
  write_content(state, options, json);
  json.end_object();
  return out;
}

}  // namespace pty::vt
