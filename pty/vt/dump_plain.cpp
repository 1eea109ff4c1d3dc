#include "pty/vt/dump_plain.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "pty/text/utf8.hpp"
#include "pty/vt/history_layout.hpp"
#include "pty/vt/terminal_state.hpp"

namespace pty::vt {
namespace {

// Collects the rows of history lines.
struct RowTexts {
  std::vector<std::string> rows;
  std::string row;

  void text(base::ByteView utf8, std::uint32_t /*cells*/, const RunStyle& /*look*/) { row += utf8; }
  void erased(std::uint32_t /*cells*/, const RunStyle& /*look*/) {}
  void end_row(RowEnd /*end*/) {
    rows.push_back(std::move(row));
    row.clear();
  }
};

// Appends the rows of history lines, each with a newline.
struct RowJoiner {
  std::string& out;

  void text(base::ByteView utf8, std::uint32_t /*cells*/, const RunStyle& /*look*/) { out += utf8; }
  void erased(std::uint32_t /*cells*/, const RunStyle& /*look*/) {}
  void end_row(RowEnd /*end*/) { out += '\n'; }
};

std::uint16_t written_end(const RowView& row) {
  std::uint16_t end = row.used;
  while (end > 0 && !row.cells[end - 1].is_written()) --end;
  return end;
}

// Whose text is collected, and how.
struct Source {
  const Terminal& terminal;
  Extent extent;
  Detail detail;
  std::size_t limit;  ///< beyond which the text is of no use

  [[nodiscard]] bool goes_on(const std::string& out) const {
    return detail == Detail::characters || out.size() <= limit;
  }
  void append(Cell cell, std::string& out) const {
    if (detail == Detail::characters && cell.is_cluster())
      text::append_utf8(out, terminal.state().tables.clusters.at(cell.cluster())[0]);
    else
      terminal.append_text(cell, out);
  }
};

// The cells before `end`, which may lie beyond the written ones.
void append_cells(const Source& source, const RowView& row, std::uint16_t end, std::string& out) {
  const std::uint16_t written = std::min(end, written_end(row));
  for (std::uint16_t i = 0; i < written; ++i) {
    const Cell cell = row.cells[i];
    if (cell.has_text())
      source.append(cell, out);
    else if (cell.width() != CellWidth::second_half)
      out += ' ';
  }
  out.append(static_cast<std::size_t>(end - written), ' ');
}

void append_row(const Source& source, const RowView& row, std::string& out) {
  append_cells(source, row, written_end(row), out);
}

void append_history(const Source& source, std::string& out) {
  const TerminalState& state = source.terminal.state();
  if (source.extent == Extent::viewport || state.on_alternate()) return;
  out.reserve(state.history.raw_bytes() + std::size_t{state.size.rows} * state.size.cols);
  RowJoiner joiner{out};
  state.history.for_each_line([&](const History::Line& line) {
    lay_out_line(line, state.size.cols, joiner);
    return source.goes_on(out);
  });
}

// Brings the end of the text, which is that of the cursor's row, to the cursor.
void lead_to_cursor(const Source& source, std::string& out) {
  const Cursor cursor = source.terminal.cursor();
  const RowView row = source.terminal.row(cursor.row);
  const auto col = static_cast<std::uint16_t>(cursor.col + (cursor.pending_wrap ? 1 : 0));
  const std::uint16_t end = written_end(row);
  if (col > end) out.append(static_cast<std::size_t>(col - end), ' ');
  if (col >= end) return;
  out += '\r';
  append_cells(source, row, col, out);
}

void drop_trailing_newlines(std::string& text) {
  while (!text.empty() && text.back() == '\n') text.pop_back();
}

std::string whole_text(const Source& source) {
  std::string out;
  append_history(source, out);
  for (std::uint16_t row = 0; row < source.terminal.size().rows && source.goes_on(out); ++row) {
    append_row(source, source.terminal.row(row), out);
    out += '\n';
  }
  drop_trailing_newlines(out);
  return out;
}

std::string text_to_cursor(const Source& source) {
  const Terminal& terminal = source.terminal;
  const std::uint16_t cursor = terminal.cursor().row;
  std::string out;
  append_history(source, out);
  std::uint16_t last = terminal.size().rows;  // the lowest row to show, counted from one
  while (last > cursor + 1 && written_end(terminal.row(static_cast<std::uint16_t>(last - 1))) == 0) --last;
  for (std::uint16_t row = 0; row < last && source.goes_on(out); ++row) {
    if (row > 0) out += '\n';
    append_row(source, terminal.row(row), out);
  }
  if (last > cursor + 1)
    out += '\n';
  else
    lead_to_cursor(source, out);
  return out;
}

}  // namespace

std::string plain_text(const Terminal& terminal, Extent extent, std::size_t limit) {
  return draw_within(limit, extent, [&](Extent drawn, Detail detail) {
    return whole_text({terminal, drawn, detail, limit});
  });
}

std::string plain_text_to_cursor(const Terminal& terminal, Extent extent, std::size_t limit) {
  return draw_within(limit, extent, [&](Extent drawn, Detail detail) {
    return text_to_cursor({terminal, drawn, detail, limit});
  });
}

std::string last_lines(const Terminal& terminal, std::size_t count, std::size_t limit) {
  const TerminalState& state = terminal.state();
  const Source source{terminal, Extent::full, Detail::whole, limit};
  std::vector<std::string> newest_first;
  std::size_t room = limit;
  const auto add = [&](std::string row) {
    if (newest_first.empty() && row.empty()) return count > 0;  // trailing
    if (row.size() >= room) count = newest_first.size();
    if (newest_first.size() >= count) return false;
    room -= row.size() + 1;
    newest_first.push_back(std::move(row));
    return newest_first.size() < count;
  };
  for (std::uint16_t row = state.size.rows; row > 0; --row) {
    std::string text;
    append_row(source, terminal.row(static_cast<std::uint16_t>(row - 1)), text);
    add(std::move(text));
  }
  if (!state.on_alternate()) {
    state.history.for_each_line_backwards([&](const History::Line& line) {
      RowTexts texts;
      lay_out_line(line, state.size.cols, texts);
      bool more = newest_first.size() < count;
      for (auto it = texts.rows.rbegin(); it != texts.rows.rend(); ++it) more = add(std::move(*it));
      return more;
    });
  }
  std::string out;
  for (auto it = newest_first.rbegin(); it != newest_first.rend(); ++it) {
    out += *it;
    out += '\n';
  }
  if (!out.empty()) out.pop_back();
  return out;
}

}  // namespace pty::vt
