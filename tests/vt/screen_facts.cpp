#include "tests/vt/screen_facts.hpp"

#include <fmt/format.h>

#include <array>

#include "pty/term/style_names.hpp"
#include "pty/vt/marked_rows.hpp"

namespace pty::vt_test {
namespace {

constexpr std::array<std::string_view, 4> kWidthNames{"", "wide", "second_half", "wrap_blank"};

void drop_trailing_spaces(std::string& text) {
  std::size_t last = text.find_last_not_of(' ');
  text.resize(last == std::string::npos ? 0 : last + 1);
}

}  // namespace

vt::Cell cell_at(const vt::Terminal& terminal, std::uint16_t row, std::uint16_t col) {
  vt::RowView view = terminal.row(row);
  return col < view.used ? view.cells[col] : vt::Cell{};
}

std::string cell_text(const vt::Terminal& terminal, vt::Cell cell) {
  std::string text;
  terminal.append_text(cell, text);
  return text;
}

std::string row_text(const vt::Terminal& terminal, std::uint16_t row) {
  std::string text;
  vt::RowView view = terminal.row(row);
  for (std::uint16_t col = 0; col < view.used; ++col) {
    vt::Cell cell = view.cells[col];
    if (cell.width() == vt::CellWidth::second_half) continue;
    if (cell.has_text())
      terminal.append_text(cell, text);
    else
      text += ' ';
  }
  drop_trailing_spaces(text);
  return text;
}

std::string screen_text(const vt::Terminal& terminal) {
  std::string text;
  for (std::uint16_t row = 0; row < terminal.size().rows; ++row) text += row_text(terminal, row) + '\n';
  std::size_t last = text.find_last_not_of('\n');
  text.resize(last == std::string::npos ? 0 : last + 2);
  return text;
}

std::string color_name(term::Color color) {
  switch (color.kind()) {
    case term::ColorKind::none:
      return "-";
    case term::ColorKind::indexed:
      return std::to_string(color.index());
    case term::ColorKind::rgb: {
      term::Rgb rgb = color.as_rgb();
      return fmt::format("#{:02x}{:02x}{:02x}", rgb.red, rgb.green, rgb.blue);
    }
  }
  return "?";
}

std::string cell_look(const vt::Terminal& terminal, vt::Cell cell) {
  std::string out;
  auto add = [&out](std::string_view word) {
    if (!out.empty()) out += ' ';
    out += word;
  };
  const term::Style& style = terminal.style(cell.style());
  for (const auto& [attribute, name] : term::kAttributeNames)
    if (style.has(attribute)) add(name);
  if (style.underline() != term::Underline::none)
    add(fmt::format("underline={}", term::kUnderlineNames[static_cast<std::size_t>(style.underline())]));
  if (!style.foreground.is_default()) add("fg=" + color_name(style.foreground));
  if (!style.background.is_default()) add("bg=" + color_name(style.background));
  if (!style.underline_color.is_default()) add("ul=" + color_name(style.underline_color));
  if (cell.width() != vt::CellWidth::narrow) add(kWidthNames[static_cast<std::size_t>(cell.width())]);
  if (cell.is_protected()) add("protected");
  if (cell.link() != 0) add(fmt::format("link={}", terminal.link(cell.link()).uri));
  return out;
}

namespace {

std::string join_marks(const vt::RowMarks& marks, std::string_view separator) {
  std::string out;
  const auto add = [&](std::string_view word) { out.append(out.empty() ? "" : separator).append(word); };
  if (marks.has(vt::RowFlag::output)) add("output");
  if (marks.has(vt::RowFlag::exit_known))
    add(fmt::format("end={}", marks.exit_code));
  else if (marks.has(vt::RowFlag::command_end))
    add("end");
  if (marks.has(vt::RowFlag::prompt)) add("prompt");
  return out.empty() ? "none" : out;
}

}  // namespace

std::string marks_text(const vt::RowView& row) {
  return join_marks(vt::marks_on(row), " ");
}

std::string marked_text(const vt::Terminal& terminal) {
  std::string out;
  for (const vt::MarkedRow& one : vt::marked_rows(terminal))
    out += fmt::format("{}{}:{}", out.empty() ? "" : " ", one.row, join_marks(one.marks, ","));
  return out.empty() ? "none" : out;
}

std::string last_command_text(const vt::Terminal& terminal) {
  const auto last = vt::last_command(terminal);
  if (!last) return "none";
  std::string out = last->output_row ? fmt::format("output={} ", *last->output_row) : "";
  out += fmt::format("end={}", last->end_row);
  if (last->exit_code) out += fmt::format(" exit={}", *last->exit_code);
  return out;
}

}  // namespace pty::vt_test
