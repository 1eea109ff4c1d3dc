#pragma once
// The size of a terminal grid in cells. On the wire and in TIOCGWINSZ order: rows first.

#include <algorithm>
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

/// Into 1…kMaxAxis per axis and at most kMaxCells cells (rows give way).
constexpr Size clamp_size(Size size) {
  const std::uint16_t cols = std::clamp<std::uint16_t>(size.cols, 1, kMaxAxis);
  const std::uint32_t rows = std::clamp<std::uint32_t>(size.rows, 1, kMaxAxis);
  return {static_cast<std::uint16_t>(std::min(rows, kMaxCells / cols)), cols};
}

}  // namespace pty::base
