// Changing the size of a terminal. The primary screen is re-wrapped together with the part of its top line
// that is in history already; nothing else of the history is touched, so the cost is that of the screen. No
// text is lost: what does not fit goes to history, what fits again comes back. The alternate screen is cut or
// extended.

#include <algorithm>
#include <array>
#include <deque>
#include <span>

#include "pty/vt/memory_bound.hpp"
#include "pty/vt/pen.hpp"
#include "pty/vt/reflow.hpp"
#include "pty/vt/row_marks.hpp"
#include "pty/vt/terminal_state.hpp"

namespace pty::vt {
namespace {

constexpr std::uint16_t kTabInterval = 8;

class PrimaryResize {
 public:
  PrimaryResize(TerminalState& state, base::Size size)
      : state_(state),
        old_(state.primary.grid),
        size_(size),
        tracked_{TrackedCursor{state.on_alternate() ? nullptr : &state.cursor},
                 TrackedCursor{&state.primary.saved.cursor}} {}

  void run() {
    const std::uint16_t old_cols = old_.cols();
    const std::uint16_t content = content_rows();
    const bool was_full = content == old_.rows();
    collect_lines(content);
    lay_lines();
    if (was_full) pull_history();
    place_rows();
    if (size_.cols != old_cols) state_.history.show_at(size_.cols);
  }

 private:
  // The cursor that decides what must stay on the screen.
  [[nodiscard]] const Cursor& main_cursor() const {
    return state_.on_alternate() ? state_.primary.saved.cursor : state_.cursor;
  }

  [[nodiscard]] std::uint16_t content_rows() const {
    std::uint16_t rows = old_.rows();
    while (rows > main_cursor().row + 1 && is_bare(old_.view(static_cast<std::uint16_t>(rows - 1)))) --rows;
    return rows;
  }

  void collect_lines(std::uint16_t content) {
    bool joined = false;
    if (state_.history.open()) {
      joined = continues_line(state_.history.open_ends_blank(), old_.view(0));
      if (joined)
        take_open_line();
      else
        state_.history.end_open_line();
    }
    for (std::uint16_t row = 0; row < content; ++row) {
      if (!joined) lines_.emplace_back();
      track(row);
      const RowView view = old_.view(row);
      lines_.back().append(view, old_.cols());
      joined = view.has(RowFlag::wrapped) && row + 1 < content &&
               continues_line(ends_blank(view, old_.cols()), old_.view(static_cast<std::uint16_t>(row + 1)));
    }
  }

  void take_open_line() {
    History::TakenLine taken = state_.history.take_newest(state_.tables);
    lines_.push_back({std::move(taken.cells), taken.marks, LineEnd::hard, {}});
  }

  void track(std::uint16_t row) {
    for (TrackedCursor& tracked : tracked_) {
      if (tracked.cursor == nullptr || tracked.cursor->row != row || tracked.placed) continue;
      tracked.placed = true;
      tracked.line = lines_.size() - 1;
      tracked.offset =
          lines_.back().cells.size() + tracked.cursor->col + (tracked.cursor->pending_wrap ? 1U : 0U);
    }
  }

  void lay_lines() {
    for (const LooseLine& line : lines_) {
      first_rows_.push_back(rows_.size());
      lay_line(line, size_.cols, state_.tables, rows_);
    }
    first_rows_.push_back(rows_.size());
    for (TrackedCursor& tracked : tracked_) {
      if (tracked.cursor == nullptr || !tracked.placed) continue;
      const std::size_t first = first_rows_[tracked.line];
      const LaidPosition at =
          find_offset(rows_, first, first_rows_[tracked.line + 1], tracked.offset, size_.cols);
      tracked.offset = first + at.row;  // from here on: the row
      tracked.cursor->col = at.col;
      tracked.cursor->pending_wrap = at.after_edge && state_.mode(term::Mode::autowrap);
    }
  }

  // The screen was full and has room now: lines come back from history.
  void pull_history() {
    while (rows_.size() < size_.rows && !state_.history.empty()) {
      History::TakenLine taken = state_.history.take_newest(state_.tables);
      std::deque<LaidRow> pulled;
      const Cell next = rows_.empty() || rows_.front().cells.empty() ? Cell{} : rows_.front().cells.front();
      lay_line({std::move(taken.cells), taken.marks, taken.end, next}, size_.cols, state_.tables, pulled);
      pulled_ += pulled.size();
      rows_.insert(rows_.begin(), std::make_move_iterator(pulled.begin()),
                   std::make_move_iterator(pulled.end()));
    }
  }

  void place_rows() {
    const std::size_t above = rows_.size() > size_.rows ? rows_.size() - size_.rows : 0;
    for (std::size_t i = 0; i < above; ++i) {
      const LaidRow& row = rows_[i];
      state_.history.push_row({row.cells.data(), static_cast<std::uint16_t>(row.cells.size()), row_flags(row),
                               row.marks.exit_code},
                              size_.cols, state_.tables);
    }
    Grid grid(size_);
    for (std::size_t i = above; i < rows_.size(); ++i)
      store_row(rows_[i], grid, static_cast<std::uint16_t>(i - above));
    move_cursors(above);
    state_.primary.grid = std::move(grid);
  }

  void move_cursors(std::size_t above) {
    for (TrackedCursor& tracked : tracked_) {
      if (tracked.cursor == nullptr) continue;
      std::size_t row = tracked.placed ? tracked.offset + pulled_ : tracked.cursor->row;
      if (row < above) tracked.cursor->pending_wrap = false;  // its line went to history without it
      row = row > above ? row - above : 0;
      tracked.cursor->row = static_cast<std::uint16_t>(std::min<std::size_t>(row, size_.rows - 1U));
      if (tracked.placed) continue;
      tracked.cursor->col =
          std::min<std::uint16_t>(tracked.cursor->col, static_cast<std::uint16_t>(size_.cols - 1));
      tracked.cursor->pending_wrap = false;
    }
  }

  TerminalState& state_;
  Grid& old_;
  base::Size size_;
  std::array<TrackedCursor, 2> tracked_;
  std::vector<LooseLine> lines_;
  std::vector<std::size_t> first_rows_;  ///< of each line, in rows_; one more for the end
  std::deque<LaidRow> rows_;
  std::size_t pulled_ = 0;  ///< rows put in front by pull_history
};

// A cursor of a screen that is not re-wrapped. Behind the last column there may be room now.
void clip_cursor(Cursor& cursor, base::Size size, std::uint16_t old_cols) {
  if (cursor.pending_wrap && size.cols != old_cols) {
    cursor.pending_wrap = false;
    if (size.cols > old_cols) cursor.col = old_cols;
  }
  if (cursor.row >= size.rows) cursor.pending_wrap = false;
  cursor.row = std::min<std::uint16_t>(cursor.row, static_cast<std::uint16_t>(size.rows - 1));
  cursor.col = std::min<std::uint16_t>(cursor.col, static_cast<std::uint16_t>(size.cols - 1));
}

void clip_alternate(ScreenState& screen, base::Size size) {
  const Grid& old = screen.grid;
  Grid grid(size);
  for (std::uint16_t i = 0; i < std::min(old.rows(), size.rows); ++i) {
    const RowView view = old.view(i);
    LaidRow row;
    row.cells.assign(view.cells, view.cells + std::min(view.used, size.cols));
    row.marks = marks_on(view);
    row.wrapped = view.has(RowFlag::wrapped) && size.cols == old.cols() && i + 1 < size.rows;
    if (!row.cells.empty() && !row.wrapped) {
      Cell& last = row.cells.back();
      if (last.width() == CellWidth::wide) last = Cell();
      if (last.width() == CellWidth::wrap_blank) last = last.as_narrow();
    }
    store_row(row, grid, i);
  }
  clip_cursor(screen.saved.cursor, size, old.cols());
  screen.grid = std::move(grid);
}

// Tables that could grow with a large screen are neither kept nor allowed for a small one.
void collect_excess(TerminalState& state) {
  const std::size_t cells = std::size_t{state.size.rows} * state.size.cols;
  const std::size_t most = kTableIdsAlways / 2 + (kTableIdsPerCell - 2) * cells;
  if (state.tables.styles.collect_at() > most || state.tables.clusters.collect_at() > most)
    collect_tables(state);
}

void extend_tab_stops(std::vector<bool>& stops, std::uint16_t cols) {
  const std::size_t old = stops.size();
  stops.resize(cols, false);
  for (std::size_t col = old; col < cols; ++col) stops[col] = col > 0 && col % kTabInterval == 0;
}

void mark_all_changed(Grid& grid, std::uint64_t generation) {
  grid.set_moved_generation(generation);
  for (std::uint16_t row = 0; row < grid.rows(); ++row) grid.header(row).generation = generation;
}

}  // namespace

void resize_state(TerminalState& state, base::Size size) {
  const base::Size old = state.size;
  if (size == old) return;
  // What comes back from history needs room in the tables, and nothing is collected on the way.
  if (state.tables.links.size() > kMaxLinks / 2) collect_tables(state);
  PrimaryResize(state, size).run();
  if (state.alternate) clip_alternate(*state.alternate, size);
  if (state.on_alternate()) clip_cursor(state.cursor, size, old.cols);
  state.size = size;
  state.margins = {.top = 0,
                   .bottom = static_cast<std::uint16_t>(size.rows - 1),
                   .left = 0,
                   .right = static_cast<std::uint16_t>(size.cols - 1)};
  extend_tab_stops(state.tab_stops, size.cols);
  collect_excess(state);
  ++state.generation;
  mark_all_changed(state.primary.grid, state.generation);
  if (state.alternate) mark_all_changed(state.alternate->grid, state.generation);
}

}  // namespace pty::vt
