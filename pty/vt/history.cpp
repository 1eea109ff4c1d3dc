#include "pty/vt/history.hpp"

#include "pty/base/require.hpp"

namespace pty::vt {

void History::push_row(const RowView& row, std::uint16_t cols, InternTables& tables) {
  if (limits_.lines == 0) return;
  if (!open_ && push_ascii_row(row)) return;
  if (open_ && !continues_line(open_ends_blank_, row)) end_open_line();
  if (open_ && writer_.head().cells + cols > kMaxLineCells)
    commit(open_ends_blank_ ? LineEnd::before_wide : LineEnd::continued);
  if (!open_) {
    store_.open_chunk();
    writer_.clear();
    open_marks_ = {};
  }
  open_marks_.merge(marks_on(row));
  pack_row(row, cols, tables, store_.chunk(store_.chunks() - 1), writer_);
  open_ = true;
  if (!row.has(RowFlag::wrapped)) {
    commit(LineEnd::hard);
    return;
  }
  open_ends_blank_ = ends_blank(row, cols);
}

/// What most lines are, without a detour: one row of ASCII in the default style. False if it is not.
bool History::push_ascii_row(const RowView& row) {
  if (row.used > kMaxLineCells || !may_be_ascii_line(row)) return false;
  char buffer[kAsciiLineRoom + kMaxLineCells];
  const auto cells = pack_ascii_line(row, buffer + kAsciiLineRoom);
  if (!cells) return false;
  store_.open_chunk();
  store_.append(finish_ascii_line(buffer, *cells));
  count_stored_line();
  return true;
}

void History::count_stored_line() {
  if (open_marks_.any()) marks_.add(committed_, open_marks_);
  ++committed_;
  marks_.drop_before(oldest_number());
  open_marks_ = {};
}

void History::end_open_line() {
  if (open_) commit(LineEnd::hard);
}

void History::commit(LineEnd end) {
  char head[kMaxHeadBytes];
  store_.append(writer_.finish(head, end), writer_.body());
  count_stored_line();
  open_ = open_ends_blank_ = false;
}

void History::clear() {
  store_.clear();
  writer_.clear();
  marks_.clear();
  widths_.clear();
  open_marks_ = {};
  open_ = open_ends_blank_ = false;
}

std::size_t History::rows(std::uint16_t width) const {
  std::size_t total = open_ ? line_rows(open_line().bytes, width) : 0;
  for (std::size_t i = 0; i < store_.chunks(); ++i) {
    HistoryChunk& chunk = store_.chunk(i);
    if (chunk.row_count.width != width) {
      chunk.row_count = {width, 0};
      HistoryStore::Position at{i, i == 0 ? store_.front_skip() : 0};
      for (; at.entry < chunk.entries(); ++at.entry)
        chunk.row_count.rows += line_rows(store_.at(at).bytes, width);
    }
    total += chunk.row_count.rows;
  }
  return total;
}

std::size_t History::memory_bytes() const {
  return store_.resident_bytes() + writer_.body().size() + open_bytes_.capacity() + marks_.memory_bytes();
}

History::Line History::stored_line(HistoryStore::Position at, std::uint64_t number) const {
  const HistoryStore::Entry entry = store_.at(at);
  return {entry.bytes, &entry.content->links, false, marks_.of(number),
          widths_.tail_room(number, entry.bytes)};
}

History::Line History::open_line() const {
  open_bytes_.clear();
  writer_.finish(open_bytes_, LineEnd::continued);
  return {open_bytes_, &store_.chunk(store_.chunks() - 1).content().links, true, open_marks_,
          HistoryWidths::kAllRoom};
}

History::TakenLine History::take_newest(InternTables& tables) {
  base::require(!empty(), "take from an empty history");
  const Line line = open_ ? open_line() : stored_line(store_.last(), committed_ - 1);
  TakenLine taken;
  taken.end = read_head(line.bytes).end;
  taken.marks = line.marks;
  unpack_line(line.bytes, *line.links, tables, taken.cells);
  const std::size_t most = std::size_t{read_head(line.bytes).cells} + line.tail_room;
  if (taken.cells.size() > most) taken.cells.resize(most);
  if (open_) {
    writer_.clear();
    open_marks_ = {};
    open_ = open_ends_blank_ = false;
  } else {
    store_.pop_back();
    marks_.drop_from(--committed_);
    widths_.drop_from(committed_);
  }
  return taken;
}

}  // namespace pty::vt
