#pragma once
// The packed form of one logical line: a head (cells, flags), then runs of cells of one kind and style. Each
// run says only what changed against the run before; a line starts from the default style, so every line can
// be read alone. Written cells come first; a tail of erased but coloured cells may follow (it never makes a
// line longer: it is laid on the last row and cut at the edge).
//
//   line  := varint(cells * 8 + has_wide * 4 + end) run*
//   end   := 0 hard, 1 continued, 2 hard with a tail, 3 continued with a wide character
//   run   := change, changed values, varint(cells * 4 + kind), payload
//   kinds := 0 ASCII: one byte a cell · 1 spaces: nothing · 2 erased: nothing · 3 other: varint(bytes * 4 +
//            form), bytes. Forms: 0 narrow, 1 wide (one scalar a glyph, UTF-8), 2 mixed: each glyph is a byte
//            (scalars * 2 + (width - 1)) and its UTF-8.
//
// A plain log line costs its bytes and four or five more.

#include <cstdint>

#include "pty/base/bytes.hpp"
#include "pty/term/style.hpp"

namespace pty::vt {

/// The most cells of one line; a longer one is split, at a row's end, into entries marked continued:
/// where depends on the widths of its rows.
inline constexpr std::uint32_t kMaxLineCells = 4096;

enum class RunKind : std::uint8_t { ascii, spaces, erased, narrow, wide, mixed };

/// What the cells of a run share.
struct RunStyle {
  term::Style style;
  std::uint32_t link = 0;  ///< index in the chunk's links + 1; 0 = none
  std::uint8_t marks =
      0;  ///< cell bits that are not looks (protection, prompt kind), as the grid defines them

  friend bool operator==(const RunStyle&, const RunStyle&) = default;
};

struct Run {
  RunKind kind = RunKind::ascii;
  std::uint32_t cells = 0;
  RunStyle look;
  base::ByteView text;  ///< ascii, narrow, wide: UTF-8; mixed: see GlyphReader
};

/// How a line ends.
enum class LineEnd : std::uint8_t {
  hard,
  continued,    ///< soft-wraps into the next entry
  before_wide,  ///< the same, and a wide character begins that: at the edge, or one column before it
};

struct LineHead {
  std::uint32_t cells = 0;  ///< columns of written cells
  bool has_wide = false;
  bool has_tail = false;
  LineEnd end = LineEnd::hard;
  [[nodiscard]] bool continued() const { return end != LineEnd::hard; }
  /// Does a row of some width wrap into the next entry if the line ends in this column?
  [[nodiscard]] bool wraps_at(std::uint32_t col, std::uint32_t width) const {
    return (continued() && col == width) || (end == LineEnd::before_wide && col + 1 == width);
  }
};

/// Room for a line's head.
inline constexpr std::size_t kMaxHeadBytes = 5;

/// Collects the body (the runs) of one line.
class LineWriter {
 public:
  void clear();
  [[nodiscard]] base::ByteView body() const { return body_; }
  [[nodiscard]] const LineHead& head() const { return head_; }

  void ascii(std::uint32_t cells, base::ByteView text, const RunStyle& look);
  void spaces(std::uint32_t cells, const RunStyle& look);
  void erased(std::uint32_t cells, const RunStyle& look);
  /// Text of single scalars, all of one width (1 or 2).
  void plain(std::uint32_t cells, base::ByteView text, int width, const RunStyle& look);
  /// Glyphs written by put_glyph. Pre: `cells` is the sum of their widths.
  void mixed(std::uint32_t cells, base::ByteView glyphs, bool has_wide, const RunStyle& look);

  /// Writes the head that belongs before the body to `out`, which has room for kMaxHeadBytes.
  /// Pre: a line that is continued has no tail.
  base::ByteView finish(char* out, LineEnd end) const;
  /// Appends the whole line: head and body.
  void finish(base::ByteBuffer& out, LineEnd end) const;

 private:
  char* begin_run(char* out, const RunStyle& look);
  char* change_to(char* out, const RunStyle& look);
  template <class WriteCounts>
  void put_run(const RunStyle& look, base::ByteView text, WriteCounts write_counts);

  base::ByteBuffer body_;
  RunStyle look_;
  LineHead head_;
};

/// One glyph of a mixed run. Pre: 1 <= scalars <= 127, width 1 or 2.
void put_glyph(base::ByteBuffer& out, base::ByteView utf8, std::uint32_t scalars, int width);

/// A whole line of ASCII in the default style, written into `out` in front of the text, which stands there
/// already from kAsciiLineRoom on.
inline constexpr std::size_t kAsciiLineRoom = 2 * kMaxHeadBytes + 1;
base::ByteView finish_ascii_line(char* out, std::uint32_t cells);

LineHead read_head(base::ByteView line);
/// Rows the line takes at a width. Cost: constant, or one walk when wide characters may fall on an edge.
std::uint32_t line_rows(base::ByteView line, std::uint16_t width);

/// Walks the runs of a line.
class LineReader {
 public:
  explicit LineReader(base::ByteView line);
  [[nodiscard]] const LineHead& head() const { return head_; }
  /// False at the end. Lifetime: run.text points into the line.
  bool next(Run& run);

 private:
  void take_changes(RunStyle& look);

  base::ByteView rest_;
  LineHead head_;
};

struct Glyph {
  base::ByteView utf8;
  std::uint8_t width = 1;
};

/// Walks the glyphs of a written run, of any kind.
class GlyphReader {
 public:
  explicit GlyphReader(const Run& run);
  bool next(Glyph& glyph);

 private:
  RunKind kind_;
  std::uint32_t spaces_left_;
  base::ByteView rest_;
};

}  // namespace pty::vt
