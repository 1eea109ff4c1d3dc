#pragma once
// A style as two words: how it is changed, compared and hashed in a few steps.

#include <array>
#include <bit>
#include <cstdint>

#include "pty/term/style.hpp"

namespace pty::vt {

using StyleWords = std::array<std::uint64_t, 2>;
constexpr StyleWords words_of(const term::Style& style) {
  return std::bit_cast<StyleWords>(style);
}
constexpr term::Style style_of(const StyleWords& words) {
  return std::bit_cast<term::Style>(words);
}

}  // namespace pty::vt
