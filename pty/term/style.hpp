#pragma once
// Everything SGR can say about a character, as one 16-byte value: three colours, the attribute flags and the
// underline style. The zero value is the default rendition.

#include <cstdint>

#include "pty/term/color.hpp"

namespace pty::term {

/// Values are those of SGR 4:n.
enum class Underline : std::uint8_t { none = 0, single = 1, twice = 2, curly = 3, dotted = 4, dashed = 5 };

/// One bit each in Style::attributes.
enum class Attribute : std::uint32_t {
  bold = 1U << 0,
  dim = 1U << 1,
  italic = 1U << 2,
  blink = 1U << 3,        ///< SGR 5
  rapid_blink = 1U << 4,  ///< SGR 6
  inverse = 1U << 5,
  invisible = 1U << 6,
  strikethrough = 1U << 7,
  overline = 1U << 8,
};

struct Style {
  Color foreground;
  Color background;
  Color underline_color;
  std::uint32_t attributes = 0;  ///< Attribute bits 0-15; underline style in bits 16-18

  [[nodiscard]] constexpr bool has(Attribute attribute) const {
    return (attributes & static_cast<std::uint32_t>(attribute)) != 0;
  }
  constexpr void set(Attribute attribute) { attributes |= static_cast<std::uint32_t>(attribute); }
  constexpr void clear(Attribute attribute) { attributes &= ~static_cast<std::uint32_t>(attribute); }
  [[nodiscard]] constexpr Underline underline() const {
    return static_cast<Underline>((attributes >> 16) & 7U);
  }
  constexpr void set_underline(Underline style) {
    attributes = (attributes & ~(7U << 16)) | (static_cast<std::uint32_t>(style) << 16);
  }
  [[nodiscard]] constexpr bool is_default() const { return *this == Style{}; }

  friend constexpr bool operator==(const Style&, const Style&) = default;
};
static_assert(sizeof(Style) == 16);

}  // namespace pty::term
