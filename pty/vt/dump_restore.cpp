#include "pty/vt/dump_restore.hpp"

#include <algorithm>
#include <deque>

#include "pty/vt/dump_painter.hpp"
#include "pty/vt/dump_state.hpp"
#include "pty/vt/history_layout.hpp"
#include "pty/vt/row_marks.hpp"
#include "pty/vt/terminal_state.hpp"

namespace pty::vt {
namespace {

constexpr std::string_view kEnterAlternate = "\x1b[?1049h";

// Rows that must be printed for the screen to look right.
std::uint16_t painted_rows(const Grid& grid) {
  std::uint16_t rows = grid.rows();
  while (rows > 0 && is_bare(grid.view(static_cast<std::uint16_t>(rows - 1)))) --rows;
  // The row that a wrapped one continues in may be blank.
  const bool wraps = rows > 0 && rows < grid.rows() &&
                     grid.header(static_cast<std::uint16_t>(rows - 1)).has(RowFlag::wrapped);
  return static_cast<std::uint16_t>(rows + (wraps ? 1 : 0));
}

// What is drawn of a screen, and the length beyond which it is of no use.
struct Bound {
  Detail detail = Detail::whole;
  std::size_t limit = kMaxImageBytes;
};

// Stops when it gets too long. Pre: baseline pen.
void write_rows(DumpPainter& painter, const Grid& grid, std::uint16_t rows, Bound bound,
                const base::ByteBuffer& out) {
  const std::size_t begin = out.size();
  painter.draw_in(bound.detail);
  for (std::uint16_t i = 0; i < rows; ++i) {
    const RowView row = grid.view(i);
    painter.row(row, grid.cols());
    const bool too_long = bound.detail != Detail::characters && out.size() - begin > bound.limit;
    if (i + 1 == rows || too_long) break;
    if (row.has(RowFlag::wrapped))
      painter.soft_break(row.cells[grid.cols() - 1], grid.view(static_cast<std::uint16_t>(i + 1)),
                         grid.cols());
    else
      painter.hard_break();
  }
  painter.draw_in(Detail::whole);
}

// What the alternate screen keeps while the primary one is active. Pre: baseline, nothing painted yet.
void write_hidden_alternate(const TerminalState& state, DumpPainter& painter, Bound bound,
                            base::ByteBuffer& out) {
  if (state.on_alternate() || !state.alternate) return;
  const ScreenState& hidden = *state.alternate;
  const std::uint16_t rows = bound.detail == Detail::characters ? 0 : painted_rows(hidden.grid);
  if (rows == 0 && hidden.keyboard == KeyboardStack{} && hidden.saved == SavedCursor{}) return;
  out.append("\x1b[?47h");
  write_saved_cursor(hidden.saved, state.size, out);
  write_keyboard(hidden.keyboard, out);
  write_rows(painter, hidden.grid, rows, bound, out);
  painter.reset_look();
  out.append("\x1b[H\x1b[?47l");  // in this order: a pending wrap would come along
}

// Prints the history in flow: the receiver wraps and scrolls by itself, so that what scrolls off is joined
// into the same lines as here. Remembers where it can be cut, should all together turn out too long.
class HistoryWriter {
 public:
  HistoryWriter(const TerminalState& state, DumpPainter& painter, base::ByteBuffer& out,
                std::size_t max_bytes)
      : state_(state),
        painter_(painter),
        out_(out),
        max_bytes_(max_bytes),
        begin_(out.size()),
        before_(painter) {}

  void write() {
    state_.history.for_each_line_from(first_that_may_fit(), [&](const History::Line& line) {
      note_cut();
      write_line(line);
      return true;
    });
  }

  // Takes the oldest lines out of what was written until all of it is short enough. False if none can stay.
  bool cut_to_fit() {
    while (!cuts_.empty() && out_.size() - (cuts_.front().offset - begin_) + kPenRoom > max_bytes_)
      cuts_.pop_front();
    if (cuts_.empty()) return false;
    const base::ByteBuffer rest = out_.substr(cuts_.front().offset);
    out_.resize(begin_);
    before_.change_to(cuts_.front().painter);
    out_.append(rest);
    return true;
  }

 private:
  struct Cut {
    std::size_t offset = 0;
    DumpPainter painter;  ///< as it was there
  };
  // What the pen may take that a cut needs: a style, a link, a prompt kind.
  static constexpr std::size_t kPenRoom = kMaxUriBytes + kMaxLinkIdBytes + 512;
  // Cuts kept in what may stay: the finer, the less is lost.
  static constexpr std::size_t kCuts = 256;
  // A painted line takes no less than its packed form, but for what stands at its head.
  static constexpr std::size_t kPackedHead = 16;

  // Lines that cannot fit whatever their looks need not be painted.
  std::size_t first_that_may_fit() const {
    const History& history = state_.history;
    if (history.raw_bytes() <= max_bytes_) return 0;
    std::size_t bytes = 0;
    std::size_t first = history.lines();
    history.for_each_line_backwards([&](const History::Line& line) {
      bytes += line.bytes.size() - std::min(line.bytes.size(), kPackedHead);
      if (bytes > max_bytes_) return false;
      --first;
      return true;
    });
    return first;
  }

  void note_cut() {
    if (!cuts_.empty() && out_.size() - cuts_.back().offset < max_bytes_ / kCuts) return;
    while (!cuts_.empty() && out_.size() - cuts_.front().offset > max_bytes_) cuts_.pop_front();
    cuts_.push_back({out_.size(), painter_});
  }

  void write_line(const History::Line& line) {
    const Grid& grid = state_.grid();
    painter_.line(line, grid.cols(), entry_);
    entry_ = DumpPainter::Entry::new_line;
    const LineHead head = read_head(line.bytes);
    if (!line.open && !head.continued()) return painter_.hard_break();
    const std::uint32_t col = end_column(line.bytes, grid.cols());
    const bool full = col == grid.cols();
    if (line.open)
      painter_.soft_break(full ? Cell(U'x') : Cell::make(0, CellWidth::wrap_blank, 0, 0), grid.view(0),
                          grid.cols());
    else if (head.wraps_at(col, grid.cols()))
      entry_ = full ? DumpPainter::Entry::wrapped : DumpPainter::Entry::wrapped_early;
    else
      painter_.hard_break();
  }

  const TerminalState& state_;
  DumpPainter& painter_;
  base::ByteBuffer& out_;
  std::size_t max_bytes_;
  std::size_t begin_;
  DumpPainter before_;  ///< as it was at begin_
  std::deque<Cut> cuts_;
  DumpPainter::Entry entry_ = DumpPainter::Entry::new_line;
};

enum class WithHistory : std::uint8_t { no, yes };

// The whole restore. False if it is longer than `max_bytes` and there was history to leave out.
bool write_restore(const TerminalState& state, WithHistory with, std::size_t max_bytes, Bound bound,
                   base::ByteBuffer& out) {
  if (state.on_alternate()) out.append(kEnterAlternate);
  write_baseline(out);
  write_saved_modes(state, out);
  DumpPainter painter(out, state.tables, DumpPainter::Marks::keep);
  write_hidden_alternate(state, painter, bound, out);
  write_saved_cursor(state.screen->saved, state.size, out);
  const bool history = with == WithHistory::yes && !state.on_alternate() && !state.history.empty();
  HistoryWriter writer(state, painter, out, max_bytes);
  if (history) writer.write();
  // With history above it every row of the screen has to be made, or the receiver would not have scrolled as
  // far.
  write_rows(painter, state.grid(), history ? state.grid().rows() : painted_rows(state.grid()), bound, out);
  write_strings(state, out);
  write_tab_stops(state, out);
  write_cursor(state, painter, out);
  write_modes(state, out);
  return !history || out.size() <= max_bytes || writer.cut_to_fit();
}

}  // namespace

base::ByteBuffer restore_dump(const Terminal& terminal, const RestoreOptions& options) {
  const TerminalState& state = terminal.state();
  const std::size_t limit = options.image_bytes;
  base::ByteBuffer out;
  const bool full = options.extent == Extent::full;
  out.reserve(usual_screen_bytes(state) +
              (full ? std::min(usual_history_bytes(state), options.max_bytes) : 0));
  const std::size_t history_limit = std::min(options.max_bytes, limit);
  if (full && write_restore(state, WithHistory::yes, history_limit, {Detail::whole, limit}, out) &&
      out.size() <= limit)
    return out;
  return draw_within(limit, Extent::viewport, [&](Extent /*drawn*/, Detail detail) {
    out.clear();
    write_restore(state, WithHistory::no, history_limit, {detail, limit}, out);
    return std::move(out);
  });
}

namespace {

base::ByteBuffer draw_primary(const TerminalState& state, Bound bound) {
  base::ByteBuffer out;
  out.reserve(usual_screen_bytes(state));
  write_baseline(out);
  out.append("\x1b[2J");
  write_saved_cursor(state.screen->saved, state.size, out);
  DumpPainter painter(out, state.tables, DumpPainter::Marks::keep);
  painter.assume_semantic(state.semantic);
  write_rows(painter, state.grid(), painted_rows(state.grid()), bound, out);
  write_cursor(state, painter, out);
  write_modes(state, out);
  return out;
}

}  // namespace

base::ByteBuffer primary_repaint(const Terminal& terminal, std::size_t image_bytes) {
  return draw_within(image_bytes, Extent::viewport, [&](Extent /*drawn*/, Detail detail) {
    return draw_primary(terminal.state(), {detail, image_bytes});
  });
}

}  // namespace pty::vt
