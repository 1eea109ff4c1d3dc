#include "pty/vt/rendition_reader.hpp"

#include "pty/term/control_sequence.hpp"
#include "pty/vt/rendition_table.hpp"

namespace pty::vt {

namespace {

/// Of at most five parameters each: what becomes of too many, the general way knows.
constexpr unsigned kMostSteps = term::kMaxCsiParams / 5;

// "38;5" and "38;2" in memory; the next number is the same for the background.
constexpr std::uint32_t kIndexedMark = '3' | '8' << 8 | ';' << 16 | '5' << 24;
constexpr std::uint32_t kRgbMark = '3' | '8' << 8 | ';' << 16 | '2' << 24;

/// One parameter, or an extended colour with all of its own. False if it is for the general way.
bool read_step(term::NumberWindow& numbers, StyleWords& words) {
  const std::uint32_t word = numbers.load_four();
  const bool indexed = word - kIndexedMark <= 1;
  if ((!indexed && word - kRgbMark > 1) || numbers.position()[4] != ';') {
    const std::uint32_t number = numbers.take();
    words = rendition_effect(number).apply_to(words);
    return number != 38 && number != 48 && number != 58;
  }
  numbers.skip();
  numbers.skip();
  std::uint32_t bits = numbers.take();
  std::uint32_t most = bits;
  std::uint32_t kind = term::Color::indexed(0).bits();
  if (!indexed) {
    const bool green_follows = numbers.separator() == ';';
    const std::uint32_t green = numbers.take();
    const bool blue_follows = numbers.separator() == ';';
    const std::uint32_t blue = numbers.take();
    if (!green_follows || !blue_follows) return false;
    most |= green | blue;
    bits = bits << 16 | green << 8 | blue;
    kind = term::Color::rgb({}).bits();
  }
  // The foreground is in the lower half; '4' has the bit that '3' has not.
  const unsigned shift = (word & 4U) * 8;
  words[0] = (words[0] & ~(std::uint64_t{0xffff'ffff} << shift)) | std::uint64_t{kind | bits} << shift;
  return most <= 255;
}

}  // namespace

const char* read_rendition(term::Style& style, const term::NumberWindow& window) {
  term::NumberWindow numbers = window;
  StyleWords words = words_of(style);
  for (unsigned step = 0; step < kMostSteps; ++step) {
    if (!read_step(numbers, words) || numbers.failed()) return nullptr;
    if (numbers.separator() == 'm') {
      style = style_of(words);
      return numbers.position();
    }
    if (numbers.separator() != ';') return nullptr;
  }
  return nullptr;
}

}  // namespace pty::vt
