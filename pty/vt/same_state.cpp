#include "pty/vt/same_state.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>
#include <vector>

#include "pty/text/untrusted.hpp"
#include "pty/vt/history_layout.hpp"
#include "pty/vt/row_marks.hpp"
#include "pty/vt/terminal_state.hpp"

namespace pty::vt {
namespace {

using Difference = std::optional<std::string>;

template <class T>
Difference compare_value(std::string_view what, const T& expected, const T& actual) {
  if (expected == actual) return std::nullopt;
  if constexpr (fmt::is_formattable<T>::value)
    return fmt::format("{}: expected {}, got {}", what, expected, actual);
  else
    return fmt::format("{} differs", what);
}

std::string describe(const term::Style& style) {
  return fmt::format("fg {:x} bg {:x} ul {:x} attr {:x}", style.foreground.bits(), style.background.bits(),
                     style.underline_color.bits(), style.attributes);
}

std::string describe(const Cursor& cursor) {
  return fmt::format("{},{}{}", cursor.row, cursor.col, cursor.pending_wrap ? " pending wrap" : "");
}

std::string describe(const SavedCursor& saved) {
  const Charsets& sets = saved.charsets;
  return fmt::format("{}; {}{}{}; sets {} {} {} {} gl {} gr {}", describe(saved.cursor),
                     describe(saved.pen.style), saved.pen.is_protected ? " protected" : "",
                     saved.origin ? " origin" : "", static_cast<int>(sets.designated[0]),
                     static_cast<int>(sets.designated[1]), static_cast<int>(sets.designated[2]),
                     static_cast<int>(sets.designated[3]), sets.gl, sets.gr);
}

std::string text_of(const InternTables& tables, Cell cell) {
  if (cell.is_cluster()) {
    std::string out;
    for (const char32_t c : tables.clusters.at(cell.cluster()))
      out += fmt::format("U+{:04X} ", static_cast<unsigned>(c));
    return out;
  }
  return cell.has_text() ? fmt::format("U+{:04X}", static_cast<unsigned>(cell.code_point())) : "blank";
}

Link link_of(const InternTables& tables, Cell cell) {
  return cell.link() == 0 ? Link{} : tables.links.at(cell.link());
}

std::string describe(const InternTables& tables, Cell cell) {
  const Link link = link_of(tables, cell);
  return fmt::format("[{} width {} {}{}{}{}]", text_of(tables, cell), static_cast<int>(cell.width()),
                     describe(tables.styles.at(cell.style())), cell.is_protected() ? " protected" : "",
                     cell.semantic() == Semantic::output
                         ? ""
                         : fmt::format(" semantic {}", static_cast<int>(cell.semantic())),
                     link.uri.empty() ? "" : fmt::format(" link {} id {}", link.uri, link.id));
}

// The bits of a cell that mean the same in every terminal.
constexpr std::uint64_t kPlainBits =
    Cell::kWidthMask | Cell::kProtectedBit | 3ULL << Cell::kSemanticShift | Cell::kClusterBit;

// A wrap_blank means something only where a wrap follows.
Cell shown(const RowView& row, std::uint16_t col, std::uint16_t cols) {
  const Cell cell = row.cells[col];
  if (cell.width() != CellWidth::wrap_blank) return cell;
  if (row.has(RowFlag::wrapped) && col + 1 == cols) return cell;
  return Cell(cell.bits() & ~Cell::kWidthMask);
}

bool same_cell(const InternTables& a, Cell left, const InternTables& b, Cell right) {
  if ((left.bits() & kPlainBits) != (right.bits() & kPlainBits)) return false;
  if (left.is_cluster() ? a.clusters.at(left.cluster()) != b.clusters.at(right.cluster())
                        : left.code_point() != right.code_point())
    return false;
  return a.styles.at(left.style()) == b.styles.at(right.style()) && link_of(a, left) == link_of(b, right);
}

std::string describe(const RowMarks& marks) {
  return fmt::format("{}{}{}{}", marks.has(RowFlag::prompt) ? "prompt " : "",
                     marks.has(RowFlag::output) ? "output " : "",
                     marks.has(RowFlag::command_end) ? "end " : "",
                     marks.has(RowFlag::exit_known) ? std::to_string(marks.exit_code) : "");
}

Difference compare_rows(std::string_view which, const TerminalState& expected, const Grid& expected_grid,
                        const TerminalState& actual, const Grid& actual_grid) {
  for (std::uint16_t row = 0; row < expected_grid.rows(); ++row) {
    const RowView left = expected_grid.view(row);
    const RowView right = actual_grid.view(row);
    for (std::uint16_t col = 0; col < expected_grid.cols(); ++col) {
      const Cell one = shown(left, col, expected_grid.cols());
      const Cell other = shown(right, col, expected_grid.cols());
      if (!same_cell(expected.tables, one, actual.tables, other))
        return fmt::format("{} cell {},{}: expected {}, got {}", which, row, col,
                           describe(expected.tables, one), describe(actual.tables, other));
    }
    auto wrapped = compare_value(fmt::format("{} row {} wrapped", which, row), left.has(RowFlag::wrapped),
                                 right.has(RowFlag::wrapped));
    if (wrapped) return wrapped;
    if (auto found = compare_value(fmt::format("{} row {} marks", which, row), describe(marks_on(left)),
                                   describe(marks_on(right))))
      return found;
  }
  return std::nullopt;
}

// A row of history as a string that is equal exactly if the rows are.
class RowPrinter {
 public:
  explicit RowPrinter(std::vector<std::string>& rows) : rows_(rows) {}
  void begin_line(const History::Line& line) {
    links_ = line.links;
    if (line.marks.any()) row_ += fmt::format("<{}>", describe(line.marks));
  }

  void text(base::ByteView utf8, std::uint32_t cells, const RunStyle& look) {
    note(look);
    row_ += utf8;
    if (cells == 1 ? utf8.size() > 1 : static_cast<std::uint8_t>(utf8[0]) >= 0x80)
      row_ += fmt::format("|{}|", cells);
  }
  // Blank cells count only before coloured ones.
  void erased(std::uint32_t cells, const RunStyle& look) {
    if (look == RunStyle{}) {
      blanks_ += cells;
      return;
    }
    if (blanks_ > 0) row_ += fmt::format("<{} blank>", std::exchange(blanks_, 0));
    note(look);
    row_ += fmt::format("<{} erased>", cells);
  }
  void end_row(RowEnd end) {
    row_ += end.wrap_blank ? "<blank, wrapped>" : end.wrapped ? "<wrapped>" : "";
    rows_.push_back(std::move(row_));
    row_.clear();
    look_ = {};
    look_text_.clear();
    blanks_ = 0;
  }

 private:
  void note(const RunStyle& look) {
    if (look == look_) return;
    look_ = look;
    // One link may have two indexes in a chunk.
    std::string text = fmt::format("<{} marks {} link {}>", describe(look.style), look.marks,
                                   look.link == 0 ? "none" : (*links_)[look.link - 1]);
    if (text == look_text_) return;
    row_ += text;
    look_text_ = std::move(text);
  }

  std::vector<std::string>& rows_;
  const HistoryLinks* links_ = nullptr;
  std::string row_;
  RunStyle look_;
  std::string look_text_;
  std::uint32_t blanks_ = 0;
};

std::vector<std::string> history_rows(const TerminalState& state) {
  std::vector<std::string> rows;
  RowPrinter printer(rows);
  state.history.for_each_line([&](const History::Line& line) {
    printer.begin_line(line);
    lay_out_line(line, state.size.cols, printer);
    return true;
  });
  return rows;
}

Difference compare_history(const TerminalState& expected, const TerminalState& actual) {
  const std::vector<std::string> left = history_rows(expected);
  const std::vector<std::string> right = history_rows(actual);
  for (std::size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
    if (left[i] == right[i]) continue;
    return fmt::format("history row {} of {}: expected \"{}\", got \"{}\"", i, left.size(),
                       text::escape_controls(left[i]), text::escape_controls(right[i]));
  }
  return compare_value("history rows", left.size(), right.size());
}

Difference compare_saved(std::string_view which, const SavedCursor& expected, const SavedCursor& actual) {
  if (expected == actual) return std::nullopt;
  return fmt::format("{} saved cursor: expected {}, got {}", which, describe(expected), describe(actual));
}

Difference compare_keyboard(std::string_view which, const KeyboardStack& expected,
                            const KeyboardStack& actual) {
  if (expected == actual) return std::nullopt;
  return fmt::format("{} keyboard levels: expected {} (base {}), got {} (base {})", which,
                     expected.levels().size(), expected.base(), actual.levels().size(), actual.base());
}

Difference compare_screen(std::string_view which, const TerminalState& expected, const ScreenState& left,
                          const TerminalState& actual, const ScreenState& right) {
  if (auto found = compare_rows(which, expected, left.grid, actual, right.grid)) return found;
  if (auto found = compare_saved(which, left.saved, right.saved)) return found;
  return compare_keyboard(which, left.keyboard, right.keyboard);
}

// What the alternate screen keeps while it is away: nothing, if it was never made.
Difference compare_hidden_alternate(const TerminalState& expected, const TerminalState& actual) {
  if (!expected.alternate && !actual.alternate) return std::nullopt;
  const ScreenState fresh(expected.size);
  return compare_screen("hidden alternate", expected, expected.alternate ? *expected.alternate : fresh,
                        actual, actual.alternate ? *actual.alternate : fresh);
}

Difference compare_screens(const TerminalState& expected, const TerminalState& actual,
                           const SameStateOptions& options) {
  if (auto found = compare_value("alternate active", expected.on_alternate(), actual.on_alternate()))
    return found;
  if (expected.on_alternate()) {
    if (auto found = compare_screen("alternate", expected, *expected.alternate, actual, *actual.alternate))
      return found;
    if (options.compare != SameStateOptions::Compare::everything) return std::nullopt;
  } else if (auto found = compare_hidden_alternate(expected, actual)) {
    return found;
  }
  if (auto found = compare_screen("primary", expected, expected.primary, actual, actual.primary))
    return found;
  if (options.compare == SameStateOptions::Compare::without_history) return std::nullopt;
  return compare_history(expected, actual);
}

Difference compare_cursor(const TerminalState& expected, const TerminalState& actual) {
  if (expected.cursor != actual.cursor)
    return fmt::format("cursor: expected {}, got {}", describe(expected.cursor), describe(actual.cursor));
  if (expected.pen != actual.pen)
    return fmt::format("pen: expected {}{}, got {}{}", describe(expected.pen.style),
                       expected.pen.is_protected ? " protected" : "", describe(actual.pen.style),
                       actual.pen.is_protected ? " protected" : "");
  const auto pen_link = [](const TerminalState& state) {
    return state.pen_link == 0 ? Link{} : state.tables.links.at(state.pen_link);
  };
  if (pen_link(expected) != pen_link(actual))
    return fmt::format("pen link: expected {}, got {}", pen_link(expected).uri, pen_link(actual).uri);
  if (auto found =
          compare_value("semantic", static_cast<int>(expected.semantic), static_cast<int>(actual.semantic)))
    return found;
  if (auto found = compare_value("charsets", expected.charsets, actual.charsets)) return found;
  if (auto found = compare_value("attribute extent", static_cast<int>(expected.attribute_extent),
                                 static_cast<int>(actual.attribute_extent)))
    return found;
  return compare_value("cursor shape", expected.cursor_shape, actual.cursor_shape);
}

std::string describe(const Margins& margins) {
  return fmt::format("{}-{} {}-{}", margins.top, margins.bottom, margins.left, margins.right);
}

Difference compare_modes(const TerminalState& expected, const TerminalState& actual) {
  for (const term::ModeRow& row : term::kModeTable) {
    if (row.replay == term::Replay::no) continue;
    if (auto found =
            compare_value(fmt::format("mode {}", row.name), expected.mode(row.mode), actual.mode(row.mode)))
      return found;
  }
  for (const term::ModeRow& row : term::kModeTable) {
    if (row.mode == term::Mode::columns_132 || row.mode == term::Mode::in_band_resize) continue;
    if (auto found = compare_value(fmt::format("saved mode {}", row.name),
                                   expected.saved_modes.test(row.mode), actual.saved_modes.test(row.mode)))
      return found;
  }
  if (auto found = compare_value("mouse mode order", expected.mouse_order, actual.mouse_order)) return found;
  if (auto found = compare_value("modifyOtherKeys", expected.modify_other_keys, actual.modify_other_keys))
    return found;
  if (auto found = compare_value("margins", describe(expected.margins), describe(actual.margins)))
    return found;
  return compare_value("tab stops", expected.tab_stops, actual.tab_stops);
}

Difference compare_strings(const TerminalState& expected, const TerminalState& actual) {
  if (auto found = compare_value("title", expected.title, actual.title)) return found;
  if (auto found = compare_value("icon name", expected.icon, actual.icon)) return found;
  if (auto found = compare_value("title stack", expected.title_stack, actual.title_stack)) return found;
  if (auto found = compare_value("working directory", expected.working_directory, actual.working_directory))
    return found;
  if (auto found = compare_value("pointer shape", expected.pointer_shape, actual.pointer_shape)) return found;
  if (auto found = compare_value("incomplete notifications", expected.notifications.open(),
                                 actual.notifications.open()))
    return found;
  return compare_value("palette", expected.palette, actual.palette);
}

}  // namespace

std::optional<std::string> same_state(const Terminal& expected, const Terminal& actual,
                                      const SameStateOptions& options) {
  const TerminalState& left = expected.state();
  const TerminalState& right = actual.state();
  if (left.size != right.size)
    return fmt::format("size: expected {}x{}, got {}x{}", left.size.rows, left.size.cols, right.size.rows,
                       right.size.cols);
  if (auto found = compare_screens(left, right, options)) return found;
  if (auto found = compare_cursor(left, right)) return found;
  if (auto found = compare_modes(left, right)) return found;
  return compare_strings(left, right);
}

}  // namespace pty::vt
