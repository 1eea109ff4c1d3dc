#include "pty/vt/sgr_writer.hpp"

#include <array>
#include <cstring>
#include <utility>

#include "pty/vt/style_words.hpp"

namespace pty::vt {
namespace {

using term::Attribute;
using term::Color;
using term::ColorKind;
using term::Style;
using term::Underline;

struct AttributeCode {
  Attribute attribute;
  std::string_view on;
  std::string_view off;
};

// Bold and dim are switched off together, so are the two blinks (clear_attribute).
constexpr std::array<AttributeCode, 9> kAttributeCodes{{{Attribute::bold, "1", "22"},
                                                        {Attribute::dim, "2", "22"},
                                                        {Attribute::italic, "3", "23"},
                                                        {Attribute::blink, "5", "25"},
                                                        {Attribute::rapid_blink, "6", "25"},
                                                        {Attribute::inverse, "7", "27"},
                                                        {Attribute::invisible, "8", "28"},
                                                        {Attribute::strikethrough, "9", "29"},
                                                        {Attribute::overline, "53", "55"}}};

// The longest SGR: every attribute, an underline style and three RGB colours.
constexpr std::size_t kMaxSgrBytes = 128;

struct Decimal {
  char text[4] = {};  ///< the digits and a ';'
  std::uint8_t digits = 0;
};
constexpr std::array<Decimal, 256> kDecimals = [] {
  std::array<Decimal, 256> table{};
  for (unsigned value = 0; value < table.size(); ++value) {
    Decimal& decimal = table[value];
    if (value >= 100) decimal.text[decimal.digits++] = static_cast<char>('0' + value / 100);
    if (value >= 10) decimal.text[decimal.digits++] = static_cast<char>('0' + value / 10 % 10);
    decimal.text[decimal.digits++] = static_cast<char>('0' + value % 10);
    decimal.text[decimal.digits] = ';';
  }
  return table;
}();

/// Writes "red;green;blue;", four bytes at a time: up to three bytes behind the end are overwritten.
char* put_rgb(char* out, term::Rgb rgb) {
  for (const std::uint8_t value : {rgb.red, rgb.green, rgb.blue}) {
    const Decimal& decimal = kDecimals[value];
    std::memcpy(out, decimal.text, sizeof decimal.text);
    out += decimal.digits + 1;
  }
  return out;
}

/// The whole sequence, written where there is room for kMaxSgrBytes: most often the output itself.
class Parameters {
 public:
  explicit Parameters(char* text) : text_(text) {
    text_[0] = '\x1b';
    text_[1] = '[';
  }
  void add(std::string_view parameter) {
    begin();
    std::memcpy(text_ + size_, parameter.data(), parameter.size());
    size_ += parameter.size();
  }
  /// The same with a size known to the compiler.
  template <std::size_t N>
  void add(const char (&parameter)[N]) {
    begin();
    std::memcpy(text_ + size_, parameter, N - 1);
    size_ += N - 1;
  }
  void join(char separator, unsigned byte) {
    const Decimal& decimal = kDecimals[byte];
    text_[size_] = separator;
    std::memcpy(text_ + size_ + 1, decimal.text, sizeof decimal.text);
    size_ += 1U + decimal.digits;
  }
  void join(char separator, term::Rgb rgb) {
    text_[size_++] = separator;
    size_ = static_cast<std::size_t>(put_rgb(text_ + size_, rgb) - text_) - 1;
  }
  [[nodiscard]] std::size_t size() const { return size_; }
  /// Its length.
  std::size_t finish() {
    text_[size_] = 'm';
    return size_ + 1;
  }

 private:
  static constexpr std::size_t kIntroducer = 2;
  void begin() {
    if (size_ > kIntroducer) text_[size_++] = ';';
  }

  char* text_;
  std::size_t size_ = kIntroducer;
};

// base: 30 foreground, 40 background.
void add_color(Parameters& out, unsigned base, Color color) {
  switch (color.kind()) {
    case ColorKind::none:
      out.add(base == 30 ? "39" : "49");
      return;
    case ColorKind::indexed: {
      const unsigned index = color.index();
      if (index < 16) {
        const unsigned code = index < 8 ? base + index : base + 60 + index - 8;
        char text[3];
        std::size_t size = 0;
        if (code >= 100) text[size++] = '1';
        text[size++] = static_cast<char>('0' + code / 10 % 10);
        text[size++] = static_cast<char>('0' + code % 10);
        out.add({text, size});
        return;
      }
      out.add(base == 30 ? "38;5" : "48;5");
      out.join(';', index);
      return;
    }
    case ColorKind::rgb:
      out.add(base == 30 ? "38;2" : "48;2");
      out.join(';', color.as_rgb());
      return;
  }
}

void add_underline_color(Parameters& out, Color color) {
  switch (color.kind()) {
    case ColorKind::none:
      out.add("59");
      return;
    case ColorKind::indexed:
      out.add("58:5");
      out.join(':', color.index());
      return;
    case ColorKind::rgb: {
      const term::Rgb rgb = color.as_rgb();
      out.add("58:2:");
      out.join(':', rgb.red);
      out.join(':', rgb.green);
      out.join(':', rgb.blue);
      return;
    }
  }
}

void add_underline(Parameters& out, Underline underline) {
  switch (underline) {
    case Underline::none:
      out.add("24");
      return;
    case Underline::single:
      out.add("4");
      return;
    case Underline::twice:
    case Underline::curly:
    case Underline::dotted:
    case Underline::dashed:
      out.add("4");
      out.join(':', static_cast<unsigned>(underline));
      return;
  }
}

// Switching one of a pair off takes the other with it.
Style clear_attribute(Style style, Attribute attribute) {
  const auto clear_pair = [&](Attribute one, Attribute other) {
    if (attribute != one && attribute != other) return;
    style.clear(one);
    style.clear(other);
  };
  style.clear(attribute);
  clear_pair(Attribute::bold, Attribute::dim);
  clear_pair(Attribute::blink, Attribute::rapid_blink);
  return style;
}

void add_attributes(Parameters& out, Style from, const Style& to) {
  for (const AttributeCode& code : kAttributeCodes) {
    if (!from.has(code.attribute) || to.has(code.attribute)) continue;
    out.add(code.off);
    from = clear_attribute(from, code.attribute);
  }
  for (const AttributeCode& code : kAttributeCodes)
    if (to.has(code.attribute) && !from.has(code.attribute)) out.add(code.on);
  if (from.underline() != to.underline()) add_underline(out, to.underline());
}

void add_changes(Parameters& out, const Style& from, const Style& to) {
  if (from.attributes != to.attributes) add_attributes(out, from, to);
  if (from.foreground != to.foreground) add_color(out, 30, to.foreground);
  if (from.background != to.background) add_color(out, 40, to.background);
  if (from.underline_color != to.underline_color) add_underline_color(out, to.underline_color);
}

bool takes_something_away(const Style& from, const Style& to) {
  return (from.attributes & ~to.attributes) != 0 ||
         (!from.foreground.is_default() && to.foreground.is_default()) ||
         (!from.background.is_default() && to.background.is_default()) ||
         (!from.underline_color.is_default() && to.underline_color.is_default());
}

/// True if an RGB foreground is all that changes.
bool is_rgb_foreground(const Style& from, const Style& to) {
  const StyleWords one = words_of(from);
  const StyleWords other = words_of(to);
  Style field;
  field.foreground = Color::from_bits(0xffff'ffff);
  return (((one[0] ^ other[0]) & ~words_of(field)[0]) | (one[1] ^ other[1])) == 0 &&
         to.foreground.kind() == ColorKind::rgb;
}
/// What add_changes makes of it, without asking about everything else: nearly all there is to say about a
/// picture.
std::size_t write_rgb_foreground(char* out, Color color) {
  constexpr std::string_view kBegin = "\x1b[38;2;";
  std::memcpy(out, kBegin.data(), kBegin.size());
  char* const end = put_rgb(out + kBegin.size(), color.as_rgb());
  end[-1] = 'm';
  return static_cast<std::size_t>(end - out);
}

/// What changes, or everything anew, whichever is shorter. Returns the length. Pre: `to` is not the default.
std::size_t write_shortest(char* out, const Style& from, const Style& to) {
  Parameters change(out);
  add_changes(change, from, to);
  if (takes_something_away(from, to)) {
    char text[kMaxSgrBytes];
    Parameters anew(text);
    anew.add("0");
    add_changes(anew, Style{}, to);
    if (anew.size() < change.size()) {
      const std::size_t size = anew.finish();
      std::memcpy(out, text, size);
      return size;
    }
  }
  return change.finish();
}

}  // namespace

void SgrWriter::write_change(const Style& style, base::ByteBuffer& out) {
  const Style from = std::exchange(current_, style);
  if (style.is_default()) {
    out.append("\x1b[m");
    return;
  }
  const std::size_t begin = out.size();
  out.resize_and_overwrite(begin + kMaxSgrBytes, [&](char* bytes, std::size_t) {
    return begin + (is_rgb_foreground(from, style) ? write_rgb_foreground(bytes + begin, style.foreground)
                                                   : write_shortest(bytes + begin, from, style));
  });
}

}  // namespace pty::vt
