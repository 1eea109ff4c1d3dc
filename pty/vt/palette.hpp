#pragma once
// Colours that the application changed (OSC 4, 10, 11, 12), and what is answered for those it did not.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pty/term/color.hpp"

namespace pty::vt {

inline constexpr term::Rgb kDefaultForeground{0xc0, 0xc0, 0xc0};
inline constexpr term::Rgb kDefaultBackground{0x00, 0x00, 0x00};

struct PaletteOverride {
  std::uint8_t index = 0;
  term::Rgb color;
  friend bool operator==(const PaletteOverride&, const PaletteOverride&) = default;
};

struct Palette {
  std::vector<PaletteOverride> overrides;  ///< sorted by index, at most 256
  std::optional<term::Rgb> foreground;
  std::optional<term::Rgb> background;
  std::optional<term::Rgb> cursor;

  [[nodiscard]] term::Rgb at(std::uint8_t index) const;
  void set(std::uint8_t index, term::Rgb color);
  void reset(std::uint8_t index);
  friend bool operator==(const Palette&, const Palette&) = default;
};

/// xterm's default 256 colours.
term::Rgb default_palette_color(std::uint8_t index);
/// XParseColor forms: rgb:h/h/h (1-4 digits each), #rgb #rrggbb #rrrgggbbb #rrrrggggbbbb, and a few names.
std::optional<term::Rgb> parse_color(std::string_view text);
/// "rgb:c0c0/c0c0/c0c0".
std::string color_spec(term::Rgb color);

}  // namespace pty::vt
