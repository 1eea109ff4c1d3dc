#include "pty/os/random.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>

#include "pty/base/require.hpp"

namespace pty::os {

void fill_random(std::span<unsigned char> into) {
  constexpr std::size_t kMostPerCall = 256;
  while (!into.empty()) {
    const std::size_t count = std::min(into.size(), kMostPerCall);
    base::require(::getentropy(into.data(), count) == 0, "the kernel gives no random numbers");
    into = into.subspan(count);
  }
}

std::string random_hex(std::size_t bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(2 * bytes, '0');
  auto* raw = reinterpret_cast<unsigned char*>(text.data());
  fill_random(std::span(raw + bytes, bytes));  // the upper half is read before it is overwritten
  for (std::size_t i = 0; i < bytes; ++i) {
    const unsigned char value = raw[bytes + i];
    text[2 * i] = kDigits[value >> 4];
    text[2 * i + 1] = kDigits[value & 15];
  }
  return text;
}

std::uint32_t random_below(std::uint32_t bound) {
  base::require(bound > 0, "empty range");
  // Values below the threshold would make the small results more likely.
  const std::uint32_t threshold = (0U - bound) % bound;
  while (true) {
    std::array<unsigned char, 4> raw;
    fill_random(raw);
    std::uint32_t value = 0;
    for (const unsigned char byte : raw) value = value << 8 | byte;
    if (value >= threshold) return value % bound;
  }
}

}  // namespace pty::os
