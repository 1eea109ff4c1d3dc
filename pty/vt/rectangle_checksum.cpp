// DECRQCRA (rectangle_functions.hpp). It lets a test read the screen; elsewhere it would let whoever can
// print read it too, by way of the application's input.

#include <fmt/format.h>

#include "pty/vt/rectangle.hpp"
#include "pty/vt/rectangle_functions.hpp"
#include "pty/vt/replies.hpp"

namespace pty::vt {
namespace {

using term::Attribute;

/// What the attributes of a cell add. Source: DEC STD 070, checksum of a rectangular area.
std::uint32_t look_value(const TerminalState& state, Cell cell) {
  const term::Style& style = state.tables.styles.at(cell.style());
  std::uint32_t value = 0;
  if (cell.is_protected()) value += 0x04;
  if (style.has(Attribute::invisible)) value += 0x08;
  if (style.underline() != term::Underline::none) value += 0x10;
  if (style.has(Attribute::inverse)) value += 0x20;
  if (style.has(Attribute::blink) || style.has(Attribute::rapid_blink)) value += 0x40;
  if (style.has(Attribute::bold)) value += 0x80;
  return value;
}

/// A blank counts as a space, a second half as nothing.
std::uint32_t cell_value(const TerminalState& state, Cell cell) {
  if (cell.width() == CellWidth::second_half) return 0;
  std::uint32_t value = look_value(state, cell);
  if (cell.is_cluster()) {
    for (const char32_t scalar : state.tables.clusters.at(cell.cluster())) value += scalar;
    return value;
  }
  return value + (cell.has_text() ? cell.code_point() : U' ');
}

}  // namespace

void report_checksum(TerminalState& state, const term::CsiSequence& sequence) {
  if (state.options.checksums == ChecksumReports::off) return ignore_query(state);
  std::uint32_t sum = 0;
  if (const auto area = area_at(state, sequence, 2)) {
    for_each_span(state, *area, AreaShape::rectangle, [&](const CellSpan& span) {
      const Cell* const cells = state.grid().cells(span.row);
      for (std::uint16_t col = span.from; col < span.to; ++col) sum += cell_value(state, cells[col]);
    });
  }
  answer(state, fmt::format("\x1bP{}!~{:04X}\x1b\\", sequence.value_or(0, 0), (0U - sum) & 0xffffU));
}

}  // namespace pty::vt
