#include "pty/vt/palette.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace pty::vt {
namespace {

constexpr std::array<term::Rgb, 16> kFirstSixteen{{{0, 0, 0},
                                                   {205, 0, 0},
                                                   {0, 205, 0},
                                                   {205, 205, 0},
                                                   {0, 0, 238},
                                                   {205, 0, 205},
                                                   {0, 205, 205},
                                                   {229, 229, 229},
                                                   {127, 127, 127},
                                                   {255, 0, 0},
                                                   {0, 255, 0},
                                                   {255, 255, 0},
                                                   {92, 92, 255},
                                                   {255, 0, 255},
                                                   {0, 255, 255},
                                                   {255, 255, 255}}};

struct NamedColor {
  std::string_view name;
  term::Rgb color;
};
constexpr std::array kNames{
    NamedColor{"black", {0, 0, 0}},      NamedColor{"red", {255, 0, 0}},
    NamedColor{"green", {0, 255, 0}},    NamedColor{"yellow", {255, 255, 0}},
    NamedColor{"blue", {0, 0, 255}},     NamedColor{"magenta", {255, 0, 255}},
    NamedColor{"cyan", {0, 255, 255}},   NamedColor{"white", {255, 255, 255}},
    NamedColor{"gray", {190, 190, 190}}, NamedColor{"grey", {190, 190, 190}},
    NamedColor{"orange", {255, 165, 0}},
};

/// 1-4 hex digits scaled to 8 bits.
std::optional<std::uint8_t> parse_channel(std::string_view digits, bool scale) {
  if (digits.empty() || digits.size() > 4) return std::nullopt;
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  if (!scale) {  // "#rgb": the digits are the most significant ones
    value <<= 4 * (4 - digits.size());
    return static_cast<std::uint8_t>(value >> 8);
  }
  const std::uint32_t full = (1U << (4 * digits.size())) - 1;
  return static_cast<std::uint8_t>((value * 255 + full / 2) / full);
}

std::optional<term::Rgb> parse_channels(std::string_view red, std::string_view green, std::string_view blue,
                                        bool scale) {
  const auto r = parse_channel(red, scale);
  const auto g = parse_channel(green, scale);
  const auto b = parse_channel(blue, scale);
  if (!r || !g || !b) return std::nullopt;
  return term::Rgb{*r, *g, *b};
}

bool equals_ignoring_case(std::string_view text, std::string_view lower) {
  return std::equal(text.begin(), text.end(), lower.begin(), lower.end(), [](char a, char b) {
    return (a >= 'A' && a <= 'Z' ? static_cast<char>(a + ('a' - 'A')) : a) == b;
  });
}

}  // namespace

term::Rgb default_palette_color(std::uint8_t index) {
  if (index < 16) return kFirstSixteen[index];
  if (index >= 232) {
    const auto level = static_cast<std::uint8_t>(8 + (index - 232) * 10);
    return {level, level, level};
  }
  const unsigned cube = index - 16U;
  const auto channel = [](unsigned step) {
    return static_cast<std::uint8_t>(step == 0 ? 0 : 55 + step * 40);
  };
  return {channel(cube / 36), channel(cube / 6 % 6), channel(cube % 6)};
}

term::Rgb Palette::at(std::uint8_t index) const {
  const auto found = std::ranges::lower_bound(overrides, index, {}, &PaletteOverride::index);
  return found != overrides.end() && found->index == index ? found->color : default_palette_color(index);
}

void Palette::set(std::uint8_t index, term::Rgb color) {
  const auto found = std::ranges::lower_bound(overrides, index, {}, &PaletteOverride::index);
  if (found != overrides.end() && found->index == index) {
    found->color = color;
  } else {
    overrides.insert(found, {index, color});
  }
}

void Palette::reset(std::uint8_t index) {
  std::erase_if(overrides, [index](const PaletteOverride& one) { return one.index == index; });
}

std::optional<term::Rgb> parse_color(std::string_view text) {
  if (text.starts_with("rgb:")) {
    text.remove_prefix(4);
    const std::size_t first = text.find('/');
    const std::size_t second = first == text.npos ? text.npos : text.find('/', first + 1);
    if (second == text.npos) return std::nullopt;
    return parse_channels(text.substr(0, first), text.substr(first + 1, second - first - 1),
                          text.substr(second + 1), true);
  }
  if (text.starts_with('#')) {
    text.remove_prefix(1);
    const std::size_t digits = text.size() / 3;
    if (text.size() % 3 != 0 || digits == 0 || digits > 4) return std::nullopt;
    return parse_channels(text.substr(0, digits), text.substr(digits, digits), text.substr(2 * digits),
                          false);
  }
  for (const NamedColor& named : kNames)
    if (equals_ignoring_case(text, named.name)) return named.color;
  return std::nullopt;
}

std::string color_spec(term::Rgb color) {
  return fmt::format("rgb:{0:02x}{0:02x}/{1:02x}{1:02x}/{2:02x}{2:02x}", color.red, color.green, color.blue);
}

}  // namespace pty::vt
