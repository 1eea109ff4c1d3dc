#pragma once
// Turns rows and packed lines into the bytes that print them. Keeps track of the pen at the receiver (style,
// link, protection, prompt kind), so that only changes are sent. Expects a receiver with the neutral
// baseline: ASCII in GL, autowrap, no insert mode, no margins, clusters counted by code point (?2027 off).

#include <cstdint>
#include <string>

#include "pty/base/bytes.hpp"
#include "pty/vt/grid.hpp"
#include "pty/vt/history.hpp"
#include "pty/vt/history_line.hpp"
#include "pty/vt/image_bound.hpp"
#include "pty/vt/intern_tables.hpp"
#include "pty/vt/sgr_writer.hpp"

namespace pty::vt {

class DumpPainter {
 public:
  enum class Marks : std::uint8_t {
    keep,  ///< protection and prompt kinds as well: for a terminal that carries on
    drop,  ///< looks only
  };
  DumpPainter(base::ByteBuffer& out, const InternTables& tables, Marks marks)
      : out_(out), tables_(tables), marks_(marks) {}

  /// How much of what is printed from now on is drawn. Pre: the pen is the baseline's.
  void draw_in(Detail detail) { detail_ = detail; }

  /// Brings the receiver's pen to where that of `other` is.
  void change_to(const DumpPainter& other);

  /// The receiver is marking its text so already (the baseline does not touch that).
  void assume_semantic(Semantic semantic) {
    semantic_ = semantic;
    look_bits_ = kNoLook;
  }

  /// A look, given by the table ids in a cell.
  void set_look(Cell cell);
  void set_style(const term::Style& style) {
    if (detail_ != Detail::characters) sgr_.change_to(style, out_);
  }
  void set_link(std::string_view uri, std::string_view id);
  void set_protected(bool on);
  void set_semantic(Semantic semantic);
  /// The baseline's look again; the prompt kind stays.
  void reset_look();

  /// Marks on the row where the cursor stands, at its beginning.
  void row_marks(const RowMarks& marks);
  /// How the receiver came to the row where a line begins.
  enum class Entry : std::uint8_t {
    new_line,
    wrapped,
    wrapped_early,  ///< one column before the edge, for the wide character that is to come
  };
  /// A whole line of history with its marks, without its end.
  void line(const History::Line& line, std::uint16_t width, Entry entry);
  /// The marks and cells of a row, starting in column 0: what is blank stays untouched.
  void row(const RowView& row, std::uint16_t cols);
  /// The cells [from, to) of a row, with the cursor standing at `from`. Returns the column reached.
  std::uint16_t cells(const RowView& row, std::uint16_t from, std::uint16_t to, std::uint16_t cols);
  /// One character, with its look. Pre: the cell has text.
  void character(Cell cell);

  /// From the end of a hard-broken row to the next.
  void hard_break();
  /// From a full, soft-wrapped row to `next`, which will be painted then: printing it wraps by itself, or a
  /// stand-in does. `last` is the row's last cell (a wrap_blank, or anything else).
  void soft_break(Cell last, const RowView& next, std::uint16_t cols);

 private:
  static constexpr std::uint64_t kNoLook = ~0ULL;  ///< equals no cell's look bits

  void narrow_stand_in(const RowView& next);
  void wide_stand_in(Cell blank, const RowView& next, std::uint16_t cols);
  void look(const RunStyle& look, const HistoryLinks& links);
  void glyphs(const Run& run);
  void cluster(std::u32string_view code_points, int width);
  std::uint16_t ascii_run(const RowView& row, std::uint16_t from, std::uint16_t to);
  void erase_style(term::Color background);
  void erase(std::uint32_t count, std::uint32_t room, std::uint32_t cols);
  void move_right(std::uint32_t count);
  void sequence(std::uint32_t number, char final_byte);

  base::ByteBuffer& out_;
  const InternTables& tables_;
  Marks marks_;
  Detail detail_ = Detail::whole;
  SgrWriter sgr_;
  std::string link_uri_;
  std::string link_id_;
  bool protected_ = false;
  Semantic semantic_ = Semantic::output;
  std::uint64_t look_bits_ = 0;  ///< the look last set from a cell
};

}  // namespace pty::vt
