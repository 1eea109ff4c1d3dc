#pragma once
// The area that a rectangle function names, and the cells inside it. In origin mode an area is addressed from
// the margins and stays inside them; without it, margins do not matter. Pages do not exist.
// Source: DEC STD 070, VT510 "DECCRA" and its relatives, xterm ctlseqs.

#include <cstddef>
#include <cstdint>
#include <optional>

#include "pty/vt/terminal_state.hpp"

namespace pty::vt {

/// Inclusive, 0-based, inside the grid. A stream of several rows may have left > right.
struct CellArea {
  std::uint16_t top = 0;
  std::uint16_t left = 0;
  std::uint16_t bottom = 0;
  std::uint16_t right = 0;
};

/// What an area may cover now: the margins in origin mode, else the screen.
CellArea addressable_area(const TerminalState& state);
/// Parameters `first` to first + 3: top, left, bottom, right. Absent for an area without cells.
std::optional<CellArea> area_at(const TerminalState& state, const term::CsiSequence& sequence,
                                std::size_t first, AreaShape shape = AreaShape::rectangle);

/// The cells of one row, [from, to).
struct CellSpan {
  std::uint16_t row = 0;
  std::uint16_t from = 0;
  std::uint16_t to = 0;
};
/// Calls visit(CellSpan) for each row of an area, downwards. Streams fill the rows between to the edges of
/// what is addressable.
template <class Visit>
void for_each_span(const TerminalState& state, const CellArea& area, AreaShape shape, Visit visit) {
  const CellArea edges = addressable_area(state);
  const bool stream = shape == AreaShape::stream;
  for (std::uint32_t row = area.top; row <= area.bottom; ++row) {
    const std::uint16_t from = stream && row > area.top ? edges.left : area.left;
    const std::uint16_t last = stream && row < area.bottom ? edges.right : area.right;
    visit(CellSpan{static_cast<std::uint16_t>(row), from, static_cast<std::uint16_t>(last + 1)});
  }
}

}  // namespace pty::vt
