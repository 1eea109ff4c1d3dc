#pragma once
// The numbers of a control sequence that stands whole in the input, found by one look at all its separators.
// How many digits a number has cannot be predicted, so there is no branch on it: that is what a loop over the
// bytes loses its time with. Needs SSE2 and more input than the sequence itself; whoever uses it keeps a
// general way.

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace pty::term {

/// Does looking at all bytes at once pay?
#if defined(__SSE2__)
inline constexpr bool kHasNumberWindow = true;
#else
inline constexpr bool kHasNumberWindow = false;
#endif

/// Bit i: p[i] - '0' is at most `most`, for 16 bytes.
inline std::uint32_t mask_of_most_scalar(const char* p, unsigned most) {
  std::uint32_t mask = 0;
  for (unsigned i = 0; i < 16; ++i)
    if (static_cast<std::uint8_t>(p[i] - '0') <= most) mask |= 1U << i;
  return mask;
}
inline std::uint32_t mask_of_most(const char* p, unsigned most) {
#if defined(__SSE2__)
  const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
  const __m128i values = _mm_sub_epi8(bytes, _mm_set1_epi8('0'));
  const __m128i fits = _mm_cmpeq_epi8(_mm_min_epu8(values, _mm_set1_epi8(static_cast<char>(most))), values);
  return static_cast<std::uint32_t>(_mm_movemask_epi8(fits));
#else
  return mask_of_most_scalar(p, most);
#endif
}

class NumberWindow {
 public:
  /// What must be readable: the window, and what is read four bytes at a time from its end.
  static constexpr std::ptrdiff_t kNeededBytes = 72;

  /// How many of the 16 bytes at `p` are digits, ':' or ';' before the first that is not.
  static unsigned find_end(const char* p) {
    return static_cast<unsigned>(std::countr_one(mask_of_most(p, 11)));
  }
  /// Pre: kNeededBytes are readable at `p`, where the parameters begin; `end` is find_end(p).
  NumberWindow(const char* p, unsigned end) : p_(p), separators_(~std::uint64_t{mask_of_most(p, 9)}) {
    if (end < 16) return;
    for (int i = 16; i < 64; i += 16) separators_ &= ~(std::uint64_t{mask_of_most(p + i, 9)} << i);
  }

  /// The number that begins here, 0 if there are no digits; then stands behind the separator that ends it.
  std::uint32_t take() {
    const unsigned length = static_cast<unsigned>(std::countr_zero(separators_)) - start_;
    failed_ = failed_ || length > 4;
    // The digits move to the top bytes and zeroes come in below: thousands, hundreds, tens, ones.
    std::uint32_t word = load_four() & 0x0F0F'0F0FU;
    word = static_cast<std::uint32_t>(std::uint64_t{word} << (8 * (4 - length) & 63U));
    skip();
    word = (word * 10 + (word >> 8)) & 0x00FF'00FFU;
    return (word * 100 + (word >> 16)) & 0xFFFFU;
  }
  /// Steps behind the next separator.
  void skip() {
    start_ = static_cast<unsigned>(std::countr_zero(separators_)) + 1;
    separators_ &= separators_ - 1;
  }
  /// The byte before the place where it stands.
  [[nodiscard]] char separator() const { return p_[start_ - 1]; }
  [[nodiscard]] const char* position() const { return p_ + start_; }
  /// The next four bytes, the first one lowest.
  [[nodiscard]] std::uint32_t load_four() const {
    std::uint32_t word = 0;
    std::memcpy(&word, p_ + start_, sizeof word);
    return word;
  }
  /// A number had more than four digits, or the window ended: what take() said then means nothing.
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  const char* p_;
  std::uint64_t separators_;  ///< bit i: p_[i] is no digit, and not yet stepped over
  unsigned start_ = 0;
  bool failed_ = false;
};

}  // namespace pty::term
