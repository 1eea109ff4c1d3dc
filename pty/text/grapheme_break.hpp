#pragma once
// Grapheme cluster boundaries of UAX #29 (Unicode 17: extended clusters with emoji sequences, flags and Indic
// conjuncts) as a state machine: the break decision is one table lookup on (state, kind of next code point).
// The state says everything about the past that can matter, so it can be kept in a byte, restored, or
// recomputed from the code points of the current cluster alone.

#include <array>
#include <cstddef>
#include <cstdint>

#include "pty/text/code_point.hpp"

namespace pty::text {

enum class BreakState : std::uint8_t {
  start,    ///< nothing before: the next code point always begins a cluster
  other,    ///< only Extend, ZWJ and SpacingMark join
  control,  ///< CR LF apart, nothing joins
  cr,
  prepend,
  regional_first,  ///< an odd number of regional indicators
  hangul_l,
  hangul_v,
  hangul_t,
  pictographic,      ///< pictographic, Extend*
  pictographic_zwj,  ///< pictographic, Extend*, ZWJ
  consonant,         ///< consonant, then InCB extends only
  consonant_linker,  ///< the same with at least one linker
};
inline constexpr std::size_t kBreakStates = 13;

struct BreakStep {
  BreakState next = BreakState::start;
  bool boundary = true;  ///< a cluster boundary lies before the code point just given
};

namespace grapheme_rules {

/// The state after a code point that began a new cluster or that set a fresh base.
constexpr BreakState state_of(BreakKind kind) {
  switch (kind) {
    case BreakKind::cr:
      return BreakState::cr;
    case BreakKind::lf:
    case BreakKind::control:
      return BreakState::control;
    case BreakKind::prepend:
      return BreakState::prepend;
    case BreakKind::regional_indicator:
      return BreakState::regional_first;
    case BreakKind::hangul_l:
      return BreakState::hangul_l;
    case BreakKind::hangul_v:
    case BreakKind::hangul_lv:
      return BreakState::hangul_v;
    case BreakKind::hangul_t:
    case BreakKind::hangul_lvt:
      return BreakState::hangul_t;
    case BreakKind::pictographic:
      return BreakState::pictographic;
    case BreakKind::conjunct_consonant:
      return BreakState::consonant;
    case BreakKind::other:
    case BreakKind::extend:
    case BreakKind::conjunct_extend:
    case BreakKind::conjunct_linker:
    case BreakKind::zwj:
    case BreakKind::spacing_mark:
      return BreakState::other;
  }
  return BreakState::other;
}

constexpr bool is_control(BreakKind kind) {
  return kind == BreakKind::cr || kind == BreakKind::lf || kind == BreakKind::control;
}

/// GB9, GB9a: what joins anything that is not a control; the state remembers GB9c and GB11 prefixes.
constexpr bool joins_backwards(BreakKind kind) {
  return kind == BreakKind::extend || kind == BreakKind::conjunct_extend ||
         kind == BreakKind::conjunct_linker || kind == BreakKind::zwj || kind == BreakKind::spacing_mark;
}

constexpr BreakState after_joining(BreakState state, BreakKind kind) {
  bool in_conjunct = state == BreakState::consonant || state == BreakState::consonant_linker;
  if (in_conjunct && kind == BreakKind::conjunct_linker) return BreakState::consonant_linker;
  if (in_conjunct && (kind == BreakKind::conjunct_extend || kind == BreakKind::zwj)) return state;
  if (state == BreakState::pictographic && kind == BreakKind::zwj) return BreakState::pictographic_zwj;
  if (state == BreakState::pictographic && kind != BreakKind::spacing_mark) return state;
  return BreakState::other;
}

constexpr bool joins_hangul(BreakState state, BreakKind kind) {
  bool v = kind == BreakKind::hangul_v;
  bool t = kind == BreakKind::hangul_t;
  bool l_or_block =
      kind == BreakKind::hangul_l || kind == BreakKind::hangul_lv || kind == BreakKind::hangul_lvt;
  if (state == BreakState::hangul_l) return v || l_or_block;  // GB6
  if (state == BreakState::hangul_v) return v || t;           // GB7
  return state == BreakState::hangul_t && t;                  // GB8
}

constexpr BreakStep rule(BreakState state, BreakKind kind) {
  if (state == BreakState::start) return {state_of(kind), true};                              // GB1
  if (state == BreakState::cr && kind == BreakKind::lf) return {BreakState::control, false};  // GB3
  if (state == BreakState::cr || state == BreakState::control || is_control(kind))
    return {state_of(kind), true};                                        // GB4, GB5
  if (joins_backwards(kind)) return {after_joining(state, kind), false};  // GB9, GB9a
  if (state == BreakState::prepend) return {state_of(kind), false};       // GB9b
  if (joins_hangul(state, kind)) return {state_of(kind), false};          // GB6-8
  if (state == BreakState::consonant_linker && kind == BreakKind::conjunct_consonant)
    return {BreakState::consonant, false};  // GB9c
  if (state == BreakState::pictographic_zwj && kind == BreakKind::pictographic)
    return {BreakState::pictographic, false};  // GB11
  if (state == BreakState::regional_first && kind == BreakKind::regional_indicator)
    return {BreakState::other, false};  // GB12, GB13
  return {state_of(kind), true};        // GB999
}

/// Bit 7: boundary; low bits: next state. Rows are 32 wide so that the index is a shift and an or.
constexpr auto build_table() {
  std::array<std::uint8_t, kBreakStates * 32> table{};
  for (std::size_t state = 0; state < kBreakStates; ++state) {
    for (std::size_t kind = 0; kind < kBreakKinds; ++kind) {
      BreakStep step = rule(static_cast<BreakState>(state), static_cast<BreakKind>(kind));
      table[state * 32 + kind] =
          static_cast<std::uint8_t>(static_cast<unsigned>(step.next) | (step.boundary ? 0x80u : 0u));
    }
  }
  return table;
}
inline constexpr auto kTable = build_table();

}  // namespace grapheme_rules

/// Moves over one code point. Cost: one load.
constexpr BreakStep break_step(BreakState state, BreakKind kind) {
  std::uint8_t packed =
      grapheme_rules::kTable[static_cast<std::size_t>(state) * 32 + static_cast<std::size_t>(kind)];
  return {static_cast<BreakState>(packed & 0x7F), (packed & 0x80) != 0};
}

/// False if, in this state, a code point of kind `other` (a letter, a digit, a CJK ideograph) surely begins a
/// new cluster: the fast path of a terminal writing plain text. Only a prepend swallows what follows.
constexpr bool other_joins(BreakState state) {
  return state == BreakState::prepend;
}

/// Width of a cluster counted as a whole (mode 2027): the widest of its code points, at most two; a pair of
/// regional indicators and a VS16-able base with U+FE0F count two; U+FE0E after an emoji base leaves it two.
class ClusterWidth {
 public:
  constexpr void start(CodePointInfo base) {
    base_ = base;
    width_ = base.width();
  }
  constexpr void add(char32_t code_point, CodePointInfo info) {
    if (code_point == kVariationSelector16 && base_.is_vs16_able()) width_ = 2;
    if (info.break_kind() == BreakKind::regional_indicator &&
        base_.break_kind() == BreakKind::regional_indicator)
      width_ = 2;
    if (info.width() > width_) width_ = info.width();
  }
  [[nodiscard]] constexpr int cells() const { return width_; }

 private:
  CodePointInfo base_;
  int width_ = 0;
};

}  // namespace pty::text
