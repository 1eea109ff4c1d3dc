#pragma once
// The pen as cell bits, interned when something is printed or erased. Unused table entries are collected
// where no cell bits are held: when SGR, a link or a cluster may bring a new entry, never between reading the
// bits and writing cells.

#include "pty/vt/terminal_state.hpp"

namespace pty::vt {

/// Recompute the parts of state.pen_cache.
void refresh_print_bits(TerminalState& state);
void refresh_erase_bits(TerminalState& state);
/// Drops table entries that no cell uses, if a table has grown to its mark. Renames ids: cell bits read
/// before are stale.
void collect_tables_if_full(TerminalState& state);
/// The same, wanted or not.
void collect_tables(TerminalState& state);

/// Bits of a cell printed now, without its content.
inline std::uint64_t print_bits(TerminalState& state) {
  if (state.pen_cache.print_stale) refresh_print_bits(state);
  return state.pen_cache.print_bits;
}
/// Bits of a cell erased now: blank, in the pen's background colour (BCE).
inline std::uint64_t erase_bits(TerminalState& state) {
  if (state.pen_cache.erase_stale) refresh_erase_bits(state);
  return state.pen_cache.erase_bits;
}
/// Bits of the cell left blank at `col` because a wide character did not fit: a wrap_blank in the last
/// column, an erased cell at a margin.
inline std::uint64_t left_blank_bits(TerminalState& state, std::uint32_t col) {
  const bool last = col + 1U == state.size.cols;
  return erase_bits(state) | (last ? Cell::make(0, CellWidth::wrap_blank, 0, 0).bits() : 0);
}
inline void pen_changed(TerminalState& state) {
  state.pen_cache.print_stale = true;
  state.pen_cache.erase_stale = true;
}

}  // namespace pty::vt
