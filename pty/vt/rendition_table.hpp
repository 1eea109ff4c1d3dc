#pragma once
// What an SGR number says by itself, as data: which bits of a style it keeps and which it sets. 38, 48 and
// 58, which go on in further parameters, say nothing here. Source: ECMA-48 8.3.117, xterm ctlseqs.

#include <array>
#include <cstddef>
#include <cstdint>

#include "pty/term/style.hpp"
#include "pty/vt/style_words.hpp"

namespace pty::vt {

/// Attributes of one bit, and the number that sets each.
struct AttributeRow {
  std::uint16_t number;
  term::Attribute attribute;
};
inline constexpr std::array kAttributeSets{
    AttributeRow{1, term::Attribute::bold},        AttributeRow{2, term::Attribute::dim},
    AttributeRow{3, term::Attribute::italic},      AttributeRow{5, term::Attribute::blink},
    AttributeRow{6, term::Attribute::rapid_blink}, AttributeRow{7, term::Attribute::inverse},
    AttributeRow{8, term::Attribute::invisible},   AttributeRow{9, term::Attribute::strikethrough},
    AttributeRow{53, term::Attribute::overline},
};
inline constexpr std::array kAttributeClears{
    AttributeRow{22, term::Attribute::bold},        AttributeRow{22, term::Attribute::dim},
    AttributeRow{23, term::Attribute::italic},      AttributeRow{25, term::Attribute::blink},
    AttributeRow{25, term::Attribute::rapid_blink}, AttributeRow{27, term::Attribute::inverse},
    AttributeRow{28, term::Attribute::invisible},   AttributeRow{29, term::Attribute::strikethrough},
    AttributeRow{55, term::Attribute::overline},
};

/// Changes a style without a branch on what the number is.
struct RenditionEffect {
  StyleWords keep{~std::uint64_t{0}, ~std::uint64_t{0}};
  StyleWords set{};

  constexpr StyleWords apply_to(const StyleWords& words) const {
    return {(words[0] & keep[0]) | set[0], (words[1] & keep[1]) | set[1]};
  }
};

namespace detail {
/// Numbers from here on say nothing.
inline constexpr std::size_t kRenditionNumbers = 108;

/// The effect that takes every style that differs from `cleared` nowhere but where it has zeroes to `wanted`.
constexpr RenditionEffect effect_of_fields(const term::Style& cleared, const term::Style& wanted) {
  const StyleWords fields = words_of(cleared);
  return {.keep = {~fields[0], ~fields[1]}, .set = words_of(wanted)};
}
constexpr RenditionEffect color_effect(term::Color term::Style::* which, term::Color color) {
  term::Style field;
  field.*which = term::Color::from_bits(0xffff'ffff);
  term::Style wanted;
  wanted.*which = color;
  return effect_of_fields(field, wanted);
}
constexpr RenditionEffect underline_effect(term::Underline underline) {
  term::Style field;
  field.attributes = 7U << 16;
  term::Style wanted;
  wanted.set_underline(underline);
  return effect_of_fields(field, wanted);
}
constexpr RenditionEffect attribute_effect(std::uint32_t cleared, std::uint32_t set) {
  term::Style field;
  field.attributes = cleared;
  term::Style wanted;
  wanted.attributes = set;
  return effect_of_fields(field, wanted);
}

constexpr auto build_effects() {
  std::array<RenditionEffect, kRenditionNumbers> effects{};
  effects[0] = {.keep = {}, .set = {}};
  for (const AttributeRow& row : kAttributeSets)
    effects[row.number] = attribute_effect(0, static_cast<std::uint32_t>(row.attribute));
  std::array<std::uint32_t, kRenditionNumbers> cleared{};
  for (const AttributeRow& row : kAttributeClears) {
    cleared[row.number] |= static_cast<std::uint32_t>(row.attribute);
    effects[row.number] = attribute_effect(cleared[row.number], 0);
  }
  effects[4] = underline_effect(term::Underline::single);
  effects[21] = underline_effect(term::Underline::twice);
  effects[24] = underline_effect(term::Underline::none);
  for (std::uint8_t i = 0; i < 8; ++i) {
    const auto bright = static_cast<std::uint8_t>(i + 8);
    effects[30U + i] = color_effect(&term::Style::foreground, term::Color::indexed(i));
    effects[40U + i] = color_effect(&term::Style::background, term::Color::indexed(i));
    effects[90U + i] = color_effect(&term::Style::foreground, term::Color::indexed(bright));
    effects[100U + i] = color_effect(&term::Style::background, term::Color::indexed(bright));
  }
  effects[39] = color_effect(&term::Style::foreground, {});
  effects[49] = color_effect(&term::Style::background, {});
  effects[59] = color_effect(&term::Style::underline_color, {});
  return effects;
}
inline constexpr auto kRenditionEffects = build_effects();
}  // namespace detail

/// Numbers that mean nothing have an effect that changes nothing.
constexpr const RenditionEffect& rendition_effect(std::size_t number) {
  // 38 is such a number.
  return detail::kRenditionEffects[number < detail::kRenditionNumbers ? number : 38];
}

}  // namespace pty::vt
