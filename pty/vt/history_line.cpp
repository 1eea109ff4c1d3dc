#include "pty/vt/history_line.hpp"

#include <algorithm>
#include <utility>

#include "pty/base/require.hpp"
#include "pty/vt/varint.hpp"

namespace pty::vt {
namespace {

// The change byte. A colour is two bits: as before, default, indexed (one byte follows), RGB (three follow).
constexpr unsigned kBackgroundShift = 2;
constexpr unsigned kColorMask = 3;
constexpr unsigned kAttributes = 1U << 4;  // three bytes follow
constexpr unsigned kExtra = 1U << 5;       // extra byte follows
constexpr unsigned kAllDefault = 1U << 6;  // first back to the default style, then the rest

// The extra byte.
constexpr unsigned kUnderlineMask = kColorMask;
constexpr unsigned kLink = 1U << 2;
constexpr unsigned kMarks = 1U << 3;

constexpr unsigned kSame = 0;
constexpr unsigned kToDefault = 1;
constexpr unsigned kToIndexed = 2;
constexpr unsigned kToRgb = 3;

constexpr std::uint32_t kOtherKind = 3;

unsigned color_change(term::Color from, term::Color to) {
  if (from == to) return kSame;
  switch (to.kind()) {
    case term::ColorKind::none:
      return kToDefault;
    case term::ColorKind::indexed:
      return kToIndexed;
    case term::ColorKind::rgb:
      return kToRgb;
  }
  return kSame;
}

/// The most that stands before a run's text: change, three colours, attributes, extra, link, marks, two
/// counts.
constexpr std::size_t kMaxRunHeadBytes = 1 + 9 + 3 + 1 + 1 + 3 * kMaxVarintBytes;

void put_byte(char*& out, unsigned value) {
  *out++ = static_cast<char>(value);
}

void put_color(char*& out, unsigned change, term::Color color) {
  if (change == kToRgb) {
    put_byte(out, color.bits() >> 16 & 0xFF);
    put_byte(out, color.bits() >> 8 & 0xFF);
  }
  if (change >= kToIndexed) put_byte(out, color.bits() & 0xFF);
}

constexpr std::uint32_t kHard = 0;
constexpr std::uint32_t kContinued = 1;
constexpr std::uint32_t kHardWithTail = 2;
constexpr std::uint32_t kBeforeWide = 3;

std::uint32_t end_number(const LineHead& head) {
  switch (head.end) {
    case LineEnd::hard:
      return head.has_tail ? kHardWithTail : kHard;
    case LineEnd::continued:
      return kContinued;
    case LineEnd::before_wide:
      return kBeforeWide;
  }
  return kHard;
}

std::uint32_t head_number(const LineHead& head) {
  return head.cells << 3 | (head.has_wide ? 4U : 0U) | end_number(head);
}

unsigned take_byte(base::ByteView& bytes) {
  base::require(!bytes.empty(), "a packed line is cut short");
  const unsigned byte = base::byte_at(bytes, 0);
  bytes.remove_prefix(1);
  return byte;
}

void take_color(base::ByteView& bytes, unsigned change, term::Color& color) {
  if (change == kToDefault) color = term::Color{};
  if (change == kToIndexed) color = term::Color::indexed(static_cast<std::uint8_t>(take_byte(bytes)));
  if (change != kToRgb) return;
  base::require(bytes.size() >= 3, "a packed line is cut short");
  const auto byte = [bytes](std::size_t i) { return static_cast<std::uint8_t>(base::byte_at(bytes, i)); };
  color = term::Color::rgb({byte(0), byte(1), byte(2)});
  bytes.remove_prefix(3);
}

std::size_t scalar_bytes(base::ByteView text) {
  const unsigned lead = base::byte_at(text, 0);
  return lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
}

base::ByteView take(base::ByteView& bytes, std::size_t count) {
  base::require(bytes.size() >= count, "a packed line is cut short");
  const base::ByteView taken = bytes.substr(0, count);
  bytes.remove_prefix(count);
  return taken;
}

LineHead take_head(base::ByteView& line) {
  const std::uint32_t head = take_varint(line);
  const std::uint32_t end = head & 3;
  return {.cells = head >> 3,
          .has_wide = (head & 4) != 0,
          .has_tail = end == kHardWithTail,
          .end = end == kBeforeWide  ? LineEnd::before_wide
                 : end == kContinued ? LineEnd::continued
                                     : LineEnd::hard};
}

// Counts the rows of a line glyph by glyph; narrow runs in one step.
std::uint32_t walk_rows(base::ByteView line, std::uint32_t width) {
  LineReader reader(line);
  std::uint32_t rows = 1;
  std::uint32_t column = 0;
  const auto place = [&](std::uint32_t cells) {
    if (column + cells > width) {
      ++rows;
      column = 0;
    }
    column += cells;
  };
  for (Run run; reader.next(run) && run.kind != RunKind::erased;) {
    if (run.kind == RunKind::wide || run.kind == RunKind::mixed) {
      GlyphReader glyphs(run);
      for (Glyph glyph; glyphs.next(glyph);) place(glyph.width);
    } else {
      const std::uint32_t end = column + run.cells;
      const std::uint32_t more = (std::max(end, 1U) - 1) / width;
      rows += more;
      column = end - more * width;
    }
  }
  return rows;
}

}  // namespace

void LineWriter::clear() {
  body_.clear();
  look_ = {};
  head_ = {};
}

char* LineWriter::begin_run(char* out, const RunStyle& look) {
  if (look != look_) return change_to(out, look);
  put_byte(out, 0);
  return out;
}

char* LineWriter::change_to(char* out, const RunStyle& look) {
  const RunStyle from = std::exchange(look_, look);
  if (look == RunStyle{}) {
    put_byte(out, kAllDefault);
    return out;
  }
  const unsigned foreground = color_change(from.style.foreground, look.style.foreground);
  const unsigned background = color_change(from.style.background, look.style.background);
  const unsigned underline = color_change(from.style.underline_color, look.style.underline_color);
  unsigned extra = underline;
  if (from.link != look.link) extra |= kLink;
  if (from.marks != look.marks) extra |= kMarks;
  unsigned change = foreground | background << kBackgroundShift;
  if (from.style.attributes != look.style.attributes) change |= kAttributes;
  if (extra != 0) change |= kExtra;
  put_byte(out, change);
  put_color(out, foreground, look.style.foreground);
  put_color(out, background, look.style.background);
  if ((change & kAttributes) != 0) {
    put_byte(out, look.style.attributes & 0xFF);
    put_byte(out, look.style.attributes >> 8 & 0xFF);
    put_byte(out, look.style.attributes >> 16 & 0xFF);
  }
  if (extra != 0) {
    put_byte(out, extra);
    put_color(out, underline, look.style.underline_color);
    if ((extra & kLink) != 0) out = put_varint(out, look.link);
    if ((extra & kMarks) != 0) put_byte(out, look.marks);
  }
  return out;
}

/// Appends a run in one go: runs are short and many.
template <class WriteCounts>
void LineWriter::put_run(const RunStyle& look, base::ByteView text, WriteCounts write_counts) {
  const std::size_t size = body_.size();
  body_.resize_and_overwrite(size + kMaxRunHeadBytes + text.size(), [&](char* bytes, std::size_t) {
    char* const begin = write_counts(begin_run(bytes + size, look));
    return static_cast<std::size_t>(std::copy_n(text.data(), text.size(), begin) - bytes);
  });
}

void LineWriter::ascii(std::uint32_t cells, base::ByteView text, const RunStyle& look) {
  put_run(look, text, [cells](char* out) {
    return put_varint(out, cells << 2 | static_cast<std::uint32_t>(RunKind::ascii));
  });
  head_.cells += cells;
}

void LineWriter::spaces(std::uint32_t cells, const RunStyle& look) {
  put_run(look, {}, [cells](char* out) {
    return put_varint(out, cells << 2 | static_cast<std::uint32_t>(RunKind::spaces));
  });
  head_.cells += cells;
}

void LineWriter::erased(std::uint32_t cells, const RunStyle& look) {
  put_run(look, {}, [cells](char* out) {
    return put_varint(out, cells << 2 | static_cast<std::uint32_t>(RunKind::erased));
  });
  head_.has_tail = true;
}

void LineWriter::plain(std::uint32_t cells, base::ByteView text, int width, const RunStyle& look) {
  put_run(look, text, [&](char* out) {
    const auto bytes = static_cast<std::uint32_t>(text.size());
    return put_varint(put_varint(out, cells << 2 | kOtherKind), bytes << 2 | (width == 2 ? 1U : 0U));
  });
  head_.cells += cells;
  head_.has_wide = head_.has_wide || width == 2;
}

void LineWriter::mixed(std::uint32_t cells, base::ByteView glyphs, bool has_wide, const RunStyle& look) {
  put_run(look, glyphs, [&](char* out) {
    const auto bytes = static_cast<std::uint32_t>(glyphs.size());
    return put_varint(put_varint(out, cells << 2 | kOtherKind), bytes << 2 | 2U);
  });
  head_.cells += cells;
  head_.has_wide = head_.has_wide || has_wide;
}

base::ByteView LineWriter::finish(char* out, LineEnd end) const {
  LineHead head = head_;
  head.end = end;
  return {out, static_cast<std::size_t>(put_varint(out, head_number(head)) - out)};
}

void LineWriter::finish(base::ByteBuffer& out, LineEnd end) const {
  char head[kMaxHeadBytes];
  out.append(finish(head, end));
  out.append(body_);
}

base::ByteView finish_ascii_line(char* out, std::uint32_t cells) {
  char head[kAsciiLineRoom];
  char* end = put_varint(head, head_number({.cells = cells}));
  if (cells > 0) {
    put_byte(end, 0);
    end = put_varint(end, cells << 2 | static_cast<std::uint32_t>(RunKind::ascii));
  }
  const auto size = static_cast<std::size_t>(end - head);
  char* const begin = out + kAsciiLineRoom - size;
  std::copy_n(head, size, begin);
  return {begin, size + cells};
}

void put_glyph(base::ByteBuffer& out, base::ByteView utf8, std::uint32_t scalars, int width) {
  out.push_back(static_cast<char>(scalars << 1 | static_cast<unsigned>(width - 1)));
  out.append(utf8);
}

LineHead read_head(base::ByteView line) {
  return take_head(line);
}

std::uint32_t line_rows(base::ByteView line, std::uint16_t width) {
  const LineHead head = read_head(line);
  if (head.cells <= width) return 1;
  if (!head.has_wide) return (head.cells + width - 1) / width;
  return walk_rows(line, width);
}

LineReader::LineReader(base::ByteView line) : rest_(line), head_(take_head(rest_)) {}

void LineReader::take_changes(RunStyle& look) {
  const unsigned change = take_byte(rest_);
  if (change == 0) return;
  if (change == kToRgb) [[likely]]  // nothing but a foreground
    return take_color(rest_, kToRgb, look.style.foreground);
  if ((change & kAllDefault) != 0) look = RunStyle{};
  take_color(rest_, change & kColorMask, look.style.foreground);
  take_color(rest_, change >> kBackgroundShift & kColorMask, look.style.background);
  if ((change & kAttributes) != 0) {
    look.style.attributes = take_byte(rest_);
    look.style.attributes |= take_byte(rest_) << 8;
    look.style.attributes |= take_byte(rest_) << 16;
  }
  if ((change & kExtra) == 0) return;
  const unsigned extra = take_byte(rest_);
  take_color(rest_, extra & kUnderlineMask, look.style.underline_color);
  if ((extra & kLink) != 0) look.link = take_varint(rest_);
  if ((extra & kMarks) != 0) look.marks = static_cast<std::uint8_t>(take_byte(rest_));
}

bool LineReader::next(Run& run) {
  if (rest_.empty()) return false;
  take_changes(run.look);
  const std::uint32_t count = take_varint(rest_);
  run.cells = count >> 2;
  run.text = {};
  if ((count & 3) != kOtherKind) {
    run.kind = static_cast<RunKind>(count & 3);
    if (run.kind == RunKind::ascii) run.text = take(rest_, run.cells);
    return true;
  }
  const std::uint32_t size = take_varint(rest_);
  run.kind = static_cast<RunKind>((size & 3) + static_cast<std::uint32_t>(RunKind::narrow));
  run.text = take(rest_, size >> 2);
  return true;
}

GlyphReader::GlyphReader(const Run& run)
    : kind_(run.kind), spaces_left_(run.kind == RunKind::spaces ? run.cells : 0), rest_(run.text) {}

bool GlyphReader::next(Glyph& glyph) {
  if (kind_ == RunKind::spaces) {
    if (spaces_left_ == 0) return false;
    --spaces_left_;
    glyph = {" ", 1};
    return true;
  }
  if (rest_.empty()) return false;
  if (kind_ != RunKind::mixed) {
    glyph = {take(rest_, scalar_bytes(rest_)), static_cast<std::uint8_t>(kind_ == RunKind::wide ? 2 : 1)};
    return true;
  }
  const unsigned head = take_byte(rest_);
  std::size_t size = 0;
  for (unsigned i = 0; i < head >> 1; ++i) size += scalar_bytes(rest_.substr(size));
  glyph = {take(rest_, size), static_cast<std::uint8_t>(1 + (head & 1))};
  return true;
}

}  // namespace pty::vt
