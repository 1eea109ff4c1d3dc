#include "pty/vt/dump_json_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "pty/term/style_names.hpp"
#include "pty/text/utf8.hpp"
#include "pty/vt/history_layout.hpp"
#include "pty/vt/history_packer.hpp"
#include "pty/vt/row_marks.hpp"

namespace pty::vt {
namespace {

void write_color(std::string_view name, term::Color color, JsonWriter& json) {
  switch (color.kind()) {
    case term::ColorKind::none:
      return;
    case term::ColorKind::indexed:
      json.member(name, color.index());
      return;
    case term::ColorKind::rgb:
      json.member(name, fmt::format("#{:06x}", color.bits() & 0xff'ffff));
      return;
  }
}

std::string text_of(const TerminalState& state, Cell cell) {
  std::string out;
  if (!cell.has_text()) return out;
  if (!cell.is_cluster()) {
    text::append_utf8(out, cell.code_point());
    return out;
  }
  for (const char32_t c : state.tables.clusters.at(cell.cluster())) text::append_utf8(out, c);
  return out;
}

std::uint8_t columns_of(Cell cell) {
  if (cell.width() == CellWidth::wide) return 2;
  return cell.width() == CellWidth::second_half ? 0 : 1;
}

// What a cell or a run may have beside its text.
void write_marks(bool is_protected, Semantic semantic, JsonWriter& json) {
  if (is_protected) json.member("protected", true);
  if (semantic != Semantic::output) json.member("semantic", semantic_name(semantic));
}

void write_cell(const TerminalState& state, Cell cell, DumpTables& tables, JsonWriter& json) {
  json.begin_object();
  json.member("text", text_of(state, cell)).member("width", columns_of(cell));
  json.member("style", tables.style_number(state.tables.styles.at(cell.style())));
  if (cell.link() != 0) json.member("link", tables.link_number(state.tables.links.at(cell.link())));
  if (cell.width() == CellWidth::wrap_blank) json.member("wrap_blank", true);
  write_marks(cell.is_protected(), cell.semantic(), json);
  json.end_object();
}

// OSC 133: those that the row has.
void write_row_marks(const RowMarks& marks, JsonWriter& json) {
  json.key("marks").begin_object();
  if (marks.has(RowFlag::prompt)) json.member("prompt", true);
  if (marks.has(RowFlag::output)) json.member("output", true);
  if (marks.has(RowFlag::command_end)) json.member("command_end", true);
  if (marks.has(RowFlag::exit_known)) json.key("exit_code").raw(std::to_string(marks.exit_code));
  json.end_object();
}

std::string row_text(const TerminalState& state, const RowView& row) {
  std::string out;
  std::size_t written = 0;
  for (std::uint16_t col = 0; col < row.used; ++col) {
    const Cell cell = row.cells[col];
    if (cell.width() == CellWidth::second_half) continue;
    out += cell.has_text() ? text_of(state, cell) : " ";
    if (cell.has_text()) written = out.size();
  }
  out.resize(written);
  return out;
}

// Collects the rows of a history line, each as one JSON object.
class HistoryRowWriter {
 public:
  HistoryRowWriter(const History::Line& line, DumpTables& tables)
      : links_(*line.links), tables_(tables), marks_(line.marks) {}

  void text(base::ByteView utf8, std::uint32_t cells, const RunStyle& look) {
    if (run_cells_ > 0 && (look != look_ || erased_)) finish_run();
    look_ = look;
    text_ += utf8;
    run_text_ += utf8;
    run_cells_ += cells;
  }
  void erased(std::uint32_t cells, const RunStyle& look) {
    finish_run();
    look_ = look;
    run_cells_ = cells;
    erased_ = true;
  }
  void end_row(RowEnd end) {
    finish_run();
    std::string row;
    JsonWriter json(row);
    json.begin_object().member("text", text_).member("wrapped", end.wrapped);
    write_row_marks(std::exchange(marks_, {}), json);
    json.key("runs").raw("[" + runs_ + "]").end_object();
    rows.push_back(std::move(row));
    text_.clear();
    runs_.clear();
  }

  std::vector<std::string> rows;

 private:
  void finish_run() {
    if (run_cells_ == 0) return;
    std::string run;
    JsonWriter json(run);
    json.begin_object().member("text", run_text_).member("cells", run_cells_);
    json.member("style", tables_.style_number(look_.style));
    if (look_.link != 0) json.member("link", tables_.link_number(split_link(links_[look_.link - 1])));
    const Cell marks(cell_bits_of_marks(look_.marks));
    write_marks(marks.is_protected(), marks.semantic(), json);
    json.end_object();
    if (!runs_.empty()) runs_ += ',';
    runs_ += run;
    run_text_.clear();
    run_cells_ = 0;
    erased_ = false;
  }

  const HistoryLinks& links_;
  DumpTables& tables_;
  RowMarks marks_;  ///< of the line, until its first row is written
  std::string text_;
  std::string runs_;
  std::string run_text_;
  std::uint32_t run_cells_ = 0;
  bool erased_ = false;
  RunStyle look_;
};

}  // namespace

std::uint32_t DumpTables::link_number(Link link) {
  const auto next = static_cast<std::uint32_t>(links_.size() + 1);
  const auto [entry, is_new] = link_numbers_.try_emplace({std::string(link.uri), std::string(link.id)}, next);
  if (is_new) links_.push_back(&entry->first);
  return entry->second;
}

void DumpTables::write_styles(JsonWriter& json) const {
  json.begin_array();
  for (StyleId id = 0; id < styles_.size(); ++id) {
    json.begin_object();
    write_style(styles_.at(id), json);
    json.end_object();
  }
  json.end_array();
}

void DumpTables::write_links(JsonWriter& json) const {
  json.begin_array().null();
  for (const auto* link : links_)
    json.begin_object().member("uri", link->first).member("id", link->second).end_object();
  json.end_array();
}

void write_style(const term::Style& style, JsonWriter& json) {
  for (const auto& [attribute, name] : term::kAttributeNames)
    if (style.has(attribute)) json.member(name, true);
  if (style.underline() != term::Underline::none)
    json.member("underline", term::kUnderlineNames[static_cast<std::size_t>(style.underline())]);
  write_color("fg", style.foreground, json);
  write_color("bg", style.background, json);
  write_color("underline_color", style.underline_color, json);
}

std::string_view semantic_name(Semantic semantic) {
  switch (semantic) {
    case Semantic::output:
      return "output";
    case Semantic::input:
      return "input";
    case Semantic::prompt:
      return "prompt";
  }
  return "output";
}

void write_grid(const TerminalState& state, const Grid& grid, DumpTables& tables, JsonWriter& json) {
  json.begin_array();
  for (std::uint16_t row = 0; row < grid.rows(); ++row) {
    const RowView view = grid.view(row);
    json.begin_object().member("text", row_text(state, view));
    json.member("wrapped", view.has(RowFlag::wrapped));
    write_row_marks(marks_on(view), json);
    json.key("cells").begin_array();
    for (std::uint16_t col = 0; col < grid.cols(); ++col)
      write_cell(state, col < view.used ? view.cells[col] : Cell{}, tables, json);
    json.end_array().end_object();
  }
  json.end_array();
}

void write_history(const TerminalState& state, std::size_t max_rows, DumpTables& tables, JsonWriter& json) {
  std::vector<std::string> newest_first;
  state.history.for_each_line_backwards([&](const History::Line& line) {
    if (newest_first.size() >= max_rows) return false;
    HistoryRowWriter rows(line, tables);
    lay_out_line(line, state.size.cols, rows);
    for (auto row = rows.rows.rbegin(); row != rows.rows.rend() && newest_first.size() < max_rows; ++row)
      newest_first.push_back(std::move(*row));
    return true;
  });
  json.begin_array();
  for (auto row = newest_first.rbegin(); row != newest_first.rend(); ++row) json.raw(*row);
  json.end_array();
}

}  // namespace pty::vt
