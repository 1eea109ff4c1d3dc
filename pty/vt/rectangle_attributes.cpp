// DECCARA, DECRARA and DECSACE (rectangle_functions.hpp).

#include <algorithm>
#include <array>

#include "pty/vt/pen.hpp"
#include "pty/vt/rectangle.hpp"
#include "pty/vt/rectangle_functions.hpp"

namespace pty::vt {
namespace {

using term::Attribute;
using term::CsiSequence;
using term::Style;
using term::Underline;

constexpr std::size_t kFirstAttribute = 4;  ///< behind the area

constexpr auto kBlinks =
    static_cast<std::uint32_t>(Attribute::blink) | static_cast<std::uint32_t>(Attribute::rapid_blink);
constexpr auto kWeights =
    static_cast<std::uint32_t>(Attribute::bold) | static_cast<std::uint32_t>(Attribute::dim);
constexpr auto kInverse = static_cast<std::uint32_t>(Attribute::inverse);

void set_attribute(Style& style, std::uint16_t number) {
  switch (number) {
    case 0:
      style.attributes &= ~(kWeights | kBlinks | kInverse);
      return style.set_underline(Underline::none);
    case 1:
      return style.set(Attribute::bold);
    case 4:
      return style.set_underline(Underline::single);
    case 5:
      return style.set(Attribute::blink);
    case 7:
      return style.set(Attribute::inverse);
    case 22:
      style.attributes &= ~kWeights;
      return;
    case 24:
      return style.set_underline(Underline::none);
    case 25:
      style.attributes &= ~kBlinks;
      return;
    case 27:
      return style.clear(Attribute::inverse);
    default:
      return;
  }
}

void flip(Style& style, Attribute attribute, std::uint32_t all) {
  if ((style.attributes & all) != 0)
    style.attributes &= ~all;
  else
    style.set(attribute);
}

constexpr std::array<std::uint16_t, 4> kFlippable{1, 4, 5, 7};

void flip_attribute(Style& style, std::uint16_t number) {
  switch (number) {
    case 0:
      for (const std::uint16_t one : kFlippable) flip_attribute(style, one);
      return;
    case 1:
      return flip(style, Attribute::bold, static_cast<std::uint32_t>(Attribute::bold));
    case 4:
      return style.set_underline(style.underline() == Underline::none ? Underline::single : Underline::none);
    case 5:
      return flip(style, Attribute::blink, kBlinks);
    case 7:
      return flip(style, Attribute::inverse, kInverse);
    default:
      return;
  }
}

using StyleChange = void (*)(Style&, std::uint16_t number);

/// Changes the looks of cells, interning each style once.
class Restyler {
 public:
  Restyler(TerminalState& state, const CsiSequence& sequence, StyleChange change)
      : state_(state), sequence_(sequence), change_(change) {}

  void restyle(CellSpan span) {
    Grid& grid = state_.grid();
    Cell* const cells = grid.cells(span.row);
    if (cells[span.from].width() == CellWidth::second_half) --span.from;
    if (span.to < grid.cols() && cells[span.to].width() == CellWidth::second_half) ++span.to;
    RowHeader& header = grid.header(span.row);
    for (std::uint16_t col = span.from; col < span.to; ++col) {
      const StyleId before = cells[col].style();
      const StyleId after = changed(before);
      if (after == before) continue;
      if (!cells[col].is_written()) cells[col] = Cell((cells[col].bits() & ~Cell::kWidthMask) | U' ');
      cells[col].set_style(after);
      header.used = std::max<std::uint16_t>(header.used, static_cast<std::uint16_t>(col + 1));
    }
    header.set(RowFlag::styled);
    header.generation = state_.generation;
  }

 private:
  StyleId changed(StyleId id) {
    if (known_ && id == before_) return after_;
    Style style = state_.tables.styles.at(id);
    for (std::size_t i = kFirstAttribute; i < sequence_.count; ++i) change_(style, sequence_.values[i]);
    if (sequence_.count <= kFirstAttribute) change_(style, 0);
    known_ = true;
    before_ = id;
    after_ = state_.tables.styles.intern(style);
    return after_;
  }

  TerminalState& state_;
  const CsiSequence& sequence_;
  StyleChange change_;
  bool known_ = false;
  StyleId before_ = 0;
  StyleId after_ = 0;
};

void restyle_area(TerminalState& state, const CsiSequence& sequence, StyleChange change) {
  const auto area = area_at(state, sequence, 0, state.attribute_extent);
  if (!area) return;
  collect_tables_if_full(state);
  Restyler restyler(state, sequence, change);
  for_each_span(state, *area, state.attribute_extent, [&](const CellSpan& span) { restyler.restyle(span); });
}

}  // namespace

void change_attributes(TerminalState& state, const CsiSequence& sequence) {
  restyle_area(state, sequence, set_attribute);
}

void reverse_attributes(TerminalState& state, const CsiSequence& sequence) {
  restyle_area(state, sequence, flip_attribute);
}

void select_attribute_extent(TerminalState& state, const CsiSequence& sequence) {
  const std::uint16_t what = sequence.value_or(0, 0);
  if (what <= 2) state.attribute_extent = what == 2 ? AreaShape::rectangle : AreaShape::stream;
}

}  // namespace pty::vt
