#pragma once
// Lines that left the top of the primary screen, packed at once as logical lines (history_line.hpp): rows
// that were soft-wrapped into each other become one entry, so a change of width never touches them. The
// newest line may be open: its last row continues in the top row of the screen. Kept packed values only, no
// table ids.
//
// What packing normalises: erased cells left of the end of a row, and all of a soft-wrapped row, become
// written spaces of the same colour; erased cells at the end of a line stay erased, coloured ones included.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pty/base/bytes.hpp"
#include "pty/vt/cell.hpp"
#include "pty/vt/grid.hpp"
#include "pty/vt/history_line.hpp"
#include "pty/vt/history_packer.hpp"
#include "pty/vt/history_store.hpp"
#include "pty/vt/history_widths.hpp"
#include "pty/vt/intern_tables.hpp"
#include "pty/vt/line_marks.hpp"

namespace pty::vt {

class History {
 public:
  explicit History(HistoryLimits limits) : limits_(limits), store_(limits) {}

  /// Takes a row that leaves the top of a grid `cols` wide. Cost: the row's used part.
  void push_row(const RowView& row, std::uint16_t cols, InternTables& tables);
  /// The top row of the screen is no longer the continuation of the newest line (the screen was erased).
  void end_open_line();
  /// The screen has this width from now on.
  void show_at(std::uint16_t width) { widths_.add(committed_, width); }
  /// ED 3.
  void clear();
  /// Compresses all but the newest chunk; call it when the session is quiet. Repeated calls cost nothing.
  void compress_idle() { store_.freeze_old_chunks(); }

  [[nodiscard]] bool empty() const { return lines() == 0; }
  /// Logical lines, the open one included.
  [[nodiscard]] std::size_t lines() const { return store_.entries() + (open_ ? 1U : 0U); }
  /// True if the newest line continues in the top row of the screen.
  [[nodiscard]] bool open() const { return open_; }
  /// True if the last row of the open line ends in a wrap_blank.
  [[nodiscard]] bool open_ends_blank() const { return open_ends_blank_; }
  /// Rows at a width. Cost: entries of chunks that changed since the last call with this width.
  [[nodiscard]] std::size_t rows(std::uint16_t width) const;
  [[nodiscard]] std::size_t raw_bytes() const { return store_.raw_bytes(); }
  [[nodiscard]] std::size_t memory_bytes() const;

  /// One packed line. Lifetime: until the next call on the history, or the next line read.
  struct Line {
    base::ByteView bytes;
    const HistoryLinks* links = nullptr;
    bool open = false;
    RowMarks marks;
    std::uint32_t tail_room = HistoryWidths::kAllRoom;  ///< most erased cells to show behind the text
  };
  /// Calls visit(Line) -> bool (false stops) from the oldest to the newest.
  template <class Visit>
  void for_each_line(Visit visit) const {
    for_each_line_from(0, visit);
  }
  /// The same from the newest to the oldest.
  template <class Visit>
  void for_each_line_backwards(Visit visit) const {
    if (open_ && !visit(open_line())) return;
    std::uint64_t number = committed_;
    for (auto at = store_.end(); at != store_.first();) {
      at = store_.previous(at);
      if (!visit(stored_line(at, --number))) return;
    }
  }
  /// Calls visit(Line) -> bool for the lines from index `first` (0 = oldest) on.
  template <class Visit>
  void for_each_line_from(std::size_t first, Visit visit) const {
    std::size_t index = 0;
    std::uint64_t number = oldest_number();
    for (auto at = store_.first(); at != store_.end(); at = store_.next(at), ++index, ++number)
      if (index >= first && !visit(stored_line(at, number))) return;
    if (open_) visit(open_line());
  }

  /// Takes the newest line back as grid cells, laid out without an edge (no wrap_blank), with erased cells of
  /// its tail at the end. Pre: not empty.
  struct TakenLine {
    std::vector<Cell> cells;
    LineEnd end = LineEnd::hard;  ///< continued if the line went on after these cells (open or split)
    RowMarks marks;
  };
  [[nodiscard]] TakenLine take_newest(InternTables& tables);

 private:
  [[nodiscard]] Line stored_line(HistoryStore::Position at, std::uint64_t number) const;
  [[nodiscard]] std::uint64_t oldest_number() const { return committed_ - store_.entries(); }
  [[nodiscard]] Line open_line() const;
  bool push_ascii_row(const RowView& row);
  void commit(LineEnd end);
  void count_stored_line();

  HistoryLimits limits_;
  HistoryStore store_;
  LineWriter writer_;
  std::uint64_t committed_ = 0;   ///< lines that were ever put into the store: the number of the next one
  LineMarks marks_;               ///< of those in the store
  HistoryWidths widths_;          ///< at which those were shown
  RowMarks open_marks_;           ///< of the open line
  bool open_ = false;             ///< writer_ holds the rows so far of a line that goes on
  bool open_ends_blank_ = false;  ///< its last row ended in a wrap_blank
  mutable base::ByteBuffer open_bytes_;
};

}  // namespace pty::vt
