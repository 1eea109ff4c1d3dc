#pragma once
// The size of a terminal grid in cells. On the wire and in TIOCGWINSZ order: rows first.

#include <compare>
#include <cstdint>

namespace pty::base {

struct Size {
  std::uint16_t rows = 24;
  std::uint16_t cols = 80;

  friend constexpr bool operator==(const Size&, const Size&) = default;
};

/// Bounds of a grid: an axis, and the product of both (4 Mi cells).
inline constexpr std::uint16_t kMaxAxis = 4096;
inline constexpr std::uint32_t kMaxCells = 4'194'304;

}  // namespace pty::base
