#include "pty/vt/rectangle.hpp"

#include <algorithm>

namespace pty::vt {
namespace {

/// A 1-based parameter as a position of an axis [first, last]; absent and 0 mean `usual`. May lie beyond it.
std::uint32_t position(std::uint16_t value, std::uint32_t first, std::uint32_t usual) {
  return value == 0 ? usual : first + value - 1U;
}

std::uint16_t narrow(std::uint32_t value) {
  return static_cast<std::uint16_t>(value);
}

}  // namespace

CellArea addressable_area(const TerminalState& state) {
  if (state.mode(term::Mode::origin))
    return {state.margins.top, state.margins.left, state.margins.bottom, state.margins.right};
  return {0, 0, narrow(state.size.rows - 1U), narrow(state.size.cols - 1U)};
}

std::optional<CellArea> area_at(const TerminalState& state, const term::CsiSequence& sequence,
                                std::size_t first, AreaShape shape) {
  const CellArea edges = addressable_area(state);
  const auto value = [&](std::size_t i) { return sequence.value_or(first + i, 0); };
  const std::uint32_t top = position(value(0), edges.top, edges.top);
  const std::uint32_t left = position(value(1), edges.left, edges.left);
  const std::uint32_t bottom =
      std::min<std::uint32_t>(position(value(2), edges.top, edges.bottom), edges.bottom);
  const std::uint32_t right =
      std::min<std::uint32_t>(position(value(3), edges.left, edges.right), edges.right);
  if (top > bottom || left > edges.right) return std::nullopt;
  if (left > right && (shape == AreaShape::rectangle || top == bottom)) return std::nullopt;
  return CellArea{narrow(top), narrow(left), narrow(bottom), narrow(right)};
}

}  // namespace pty::vt
