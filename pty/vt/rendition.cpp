#include "pty/vt/rendition.hpp"

#include <fmt/format.h>

#include "pty/vt/pen.hpp"
#include "pty/vt/rendition_reader.hpp"
#include "pty/vt/rendition_table.hpp"

namespace pty::vt {
namespace {

using term::Color;
using term::CsiSequence;
using term::Style;
using term::Underline;

std::uint8_t byte_of(std::uint16_t value) {
  return static_cast<std::uint8_t>(value > 255 ? 255 : value);
}

/// Number of sub-parameters joined to parameter i.
std::size_t subs_of(const CsiSequence& s, std::size_t i) {
  std::size_t count = 0;
  while (s.is_sub(i + 1 + count)) ++count;
  return count;
}

/// 38, 48, 58 in colon form: 5:n, 2:r:g:b, 2:space:r:g:b (and more, ignored).
void extended_colon(Color& color, const CsiSequence& s, std::size_t i, std::size_t subs) {
  const std::uint16_t kind = s.values[i + 1];
  if (kind == 5 && subs >= 2) color = Color::indexed(byte_of(s.values[i + 2]));
  if (kind == 2 && subs >= 4) {
    const std::size_t red = subs == 4 ? i + 2 : i + 3;
    color =
        Color::rgb({byte_of(s.values[red]), byte_of(s.values[red + 1]),
                    red + 2 < s.count && s.is_sub(red + 2) ? byte_of(s.values[red + 2]) : std::uint8_t{0}});
  }
}

/// The same with semicolons. Returns how many further parameters were used.
std::size_t extended_semicolon(Color& color, const CsiSequence& s, std::size_t i) {
  if (i + 1 >= s.count) return 0;
  if (s.values[i + 1] == 5) {
    if (i + 2 < s.count) color = Color::indexed(byte_of(s.values[i + 2]));
    return 2;
  }
  if (s.values[i + 1] == 2) {
    if (i + 4 < s.count)
      color = Color::rgb({byte_of(s.values[i + 2]), byte_of(s.values[i + 3]), byte_of(s.values[i + 4])});
    return 4;
  }
  return 1;
}

void set_underline_style(Style& style, const CsiSequence& s, std::size_t i, std::size_t subs) {
  const std::uint16_t kind = subs > 0 ? s.values[i + 1] : std::uint16_t{1};
  if (kind <= 5) style.set_underline(static_cast<Underline>(kind));
}

/// Applies parameter i; returns the number of further parameters used.
std::size_t apply(Style& style, const CsiSequence& s, std::size_t i) {
  const std::uint16_t n = s.values[i];
  const std::size_t subs = subs_of(s, i);
  if (n == 38 || n == 48 || n == 58) {
    Color& color = n == 38 ? style.foreground : n == 48 ? style.background : style.underline_color;
    if (subs == 0) return extended_semicolon(color, s, i);
    extended_colon(color, s, i, subs);
  } else if (n == 4) {
    set_underline_style(style, s, i, subs);
  } else {
    style = style_of(rendition_effect(n).apply_to(words_of(style)));
  }
  return subs;
}

void append_color(std::string& out, Color color, int base) {
  if (color.kind() == term::ColorKind::indexed) {
    const int index = color.index();
    if (base != 58 && index < 8) {
      out += fmt::format(";{}", base - 8 + index);
    } else if (base != 58 && index < 16) {
      out += fmt::format(";{}", base + 52 + index - 8);
    } else {
      out += fmt::format(";{}:5:{}", base, index);
    }
  } else if (color.kind() == term::ColorKind::rgb) {
    const term::Rgb rgb = color.as_rgb();
    out += fmt::format(";{}:2::{}:{}:{}", base, rgb.red, rgb.green, rgb.blue);
  }
}

}  // namespace

void select_rendition(TerminalState& state, const CsiSequence& sequence) {
  if (state.tables.styles.wants_collection()) collect_tables_if_full(state);
  Style& style = state.pen.style;
  pen_changed(state);
  if (sequence.count == 0) {
    style = Style{};
    return;
  }
  for (std::size_t i = 0; i < sequence.count; ++i) i += apply(style, sequence, i);
}

const char* select_rendition(TerminalState& state, const term::NumberWindow& window) {
  if (state.tables.styles.wants_collection()) collect_tables_if_full(state);
  const char* const after = read_rendition(state.pen.style, window);
  if (after != nullptr) pen_changed(state);
  return after;
}

std::string rendition_parameters(const Style& style) {
  std::string out = "0";
  for (const AttributeRow& row : kAttributeSets)
    if (style.has(row.attribute)) out += fmt::format(";{}", row.number);
  if (style.underline() == Underline::single) out += ";4";
  if (style.underline() > Underline::single) out += fmt::format(";4:{}", static_cast<int>(style.underline()));
  append_color(out, style.foreground, 38);
  append_color(out, style.background, 48);
  append_color(out, style.underline_color, 58);
  return out;
}

}  // namespace pty::vt
