#pragma once
// A colour as programs name it: the terminal's default, an index into the 256-entry palette, or 24-bit RGB.
// Indices stay indices for ever: what they look like is the outer terminal's decision.

#include <cstdint>

namespace pty::term {

enum class ColorKind : std::uint8_t { none = 0, indexed = 1, rgb = 2 };

struct Rgb {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;

  friend constexpr bool operator==(const Rgb&, const Rgb&) = default;
};

/// 32 bits: kind in the top byte, palette index or 0xRRGGBB below. The zero value is "default colour".
class Color {
 public:
  constexpr Color() = default;
  static constexpr Color indexed(std::uint8_t index) { return Color(0x0100'0000U | index); }
  static constexpr Color rgb(Rgb value) {
    return Color(0x0200'0000U | (static_cast<std::uint32_t>(value.red) << 16) |
                 (static_cast<std::uint32_t>(value.green) << 8) | value.blue);
  }
  /// Inverse of bits(); for packed storage only.
  static constexpr Color from_bits(std::uint32_t bits) { return Color(bits); }

  [[nodiscard]] constexpr ColorKind kind() const { return static_cast<ColorKind>(bits_ >> 24); }
  [[nodiscard]] constexpr bool is_default() const { return bits_ == 0; }
  [[nodiscard]] constexpr std::uint8_t index() const { return static_cast<std::uint8_t>(bits_); }
  [[nodiscard]] constexpr Rgb as_rgb() const {
    return {static_cast<std::uint8_t>(bits_ >> 16), static_cast<std::uint8_t>(bits_ >> 8),
            static_cast<std::uint8_t>(bits_)};
  }
  [[nodiscard]] constexpr std::uint32_t bits() const { return bits_; }

  friend constexpr bool operator==(const Color&, const Color&) = default;

 private:
  constexpr explicit Color(std::uint32_t bits) : bits_(bits) {}
  std::uint32_t bits_ = 0;
};
static_assert(sizeof(Color) == 4);

}  // namespace pty::term
