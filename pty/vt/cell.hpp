#pragma once
// One character cell in 8 bytes, so that a row is a memcpy and a run of text is `template | byte`:
//   bits  0-20  code point, or id in the ClusterTable; 0 = never written (or erased)
//   bit   21    the content is a cluster id
//   bits 22-23  CellWidth
//   bit   24    protected (DECSCA)
//   bits 25-26  Semantic (OSC 133)
//   bits 27-47  style id, 0 = default rendition
//   bits 48-63  link id, 0 = none

#include <cstdint>

namespace pty::vt {

using StyleId = std::uint32_t;  ///< 21 bits
using LinkId = std::uint16_t;
using ClusterId = std::uint32_t;  ///< 21 bits

enum class CellWidth : std::uint8_t {
  narrow = 0,
  wide = 1,         ///< first half
  second_half = 2,  ///< has no content of its own
  wrap_blank = 3,   ///< last column, left blank because a wide character did not fit and wrapped
};
enum class Semantic : std::uint8_t { output = 0, input = 1, prompt = 2 };

class Cell {
 public:
  constexpr Cell() = default;
  constexpr explicit Cell(std::uint64_t bits) : bits_(bits) {}

  static constexpr std::uint64_t kContentMask = (1ULL << 21) - 1;
  static constexpr std::uint64_t kClusterBit = 1ULL << 21;
  static constexpr unsigned kWidthShift = 22;
  static constexpr std::uint64_t kWidthMask = 3ULL << kWidthShift;
  static constexpr std::uint64_t kProtectedBit = 1ULL << 24;
  static constexpr unsigned kSemanticShift = 25;
  static constexpr unsigned kStyleShift = 27;
  static constexpr std::uint64_t kStyleMask = ((1ULL << 21) - 1) << kStyleShift;
  static constexpr unsigned kLinkShift = 48;
  static constexpr std::uint32_t kMaxStyleId = (1U << 21) - 1;

  static constexpr Cell make(std::uint64_t content, CellWidth width, StyleId style, LinkId link) {
    return Cell(content | (static_cast<std::uint64_t>(width) << kWidthShift) |
                (static_cast<std::uint64_t>(style) << kStyleShift) |
                (static_cast<std::uint64_t>(link) << kLinkShift));
  }

  [[nodiscard]] constexpr std::uint64_t bits() const { return bits_; }
  /// True for the all-zero cell: never written, default style, no link.
  [[nodiscard]] constexpr bool is_zero() const { return bits_ == 0; }
  /// True if a character was printed here (second halves included).
  [[nodiscard]] constexpr bool is_written() const {
    return (bits_ & (kContentMask | kClusterBit)) != 0 || width() == CellWidth::second_half;
  }
  [[nodiscard]] constexpr bool has_text() const { return (bits_ & (kContentMask | kClusterBit)) != 0; }
  [[nodiscard]] constexpr bool is_cluster() const { return (bits_ & kClusterBit) != 0; }
  /// Pre: !is_cluster(). 0 when empty.
  [[nodiscard]] constexpr char32_t code_point() const { return static_cast<char32_t>(bits_ & kContentMask); }
  /// Pre: is_cluster().
  [[nodiscard]] constexpr ClusterId cluster() const { return static_cast<ClusterId>(bits_ & kContentMask); }
  [[nodiscard]] constexpr CellWidth width() const {
    return static_cast<CellWidth>((bits_ & kWidthMask) >> kWidthShift);
  }
  [[nodiscard]] constexpr bool is_protected() const { return (bits_ & kProtectedBit) != 0; }
  [[nodiscard]] constexpr Semantic semantic() const {
    return static_cast<Semantic>((bits_ >> kSemanticShift) & 3U);
  }
  [[nodiscard]] constexpr StyleId style() const {
    return static_cast<StyleId>((bits_ & kStyleMask) >> kStyleShift);
  }
  [[nodiscard]] constexpr LinkId link() const { return static_cast<LinkId>(bits_ >> kLinkShift); }

  /// The same, one cell wide and no wrap_blank.
  [[nodiscard]] constexpr Cell as_narrow() const { return Cell(bits_ & ~kWidthMask); }

  constexpr void set_style(StyleId style) {
    bits_ = (bits_ & ~kStyleMask) | (static_cast<std::uint64_t>(style) << kStyleShift);
  }
  constexpr void set_link(LinkId link) {
    bits_ = (bits_ & ((1ULL << kLinkShift) - 1)) | (static_cast<std::uint64_t>(link) << kLinkShift);
  }
  constexpr void set_cluster(ClusterId id) { bits_ = (bits_ & ~kContentMask) | kClusterBit | id; }

  friend constexpr bool operator==(const Cell&, const Cell&) = default;

 private:
  std::uint64_t bits_ = 0;
};
static_assert(sizeof(Cell) == 8);

}  // namespace pty::vt
