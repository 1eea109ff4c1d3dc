#pragma once
// Printable ASCII from the input straight into cells, and ASCII out of cells again: the hottest loops of the
// terminal. SSE2 where there is any, and scalar twins that tests compare them with.

#include <bit>
#include <cstddef>
#include <cstdint>

#include "pty/vt/cell.hpp"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace pty::vt {

/// Writes `bits | byte` for the printable bytes (0x20-0x7e) at the front of [p, p + limit) to `cells`;
/// returns how many.
inline std::size_t widen_ascii_scalar(Cell* cells, const char* p, std::size_t limit, std::uint64_t bits) {
  std::size_t i = 0;
  for (; i < limit; ++i) {
    const auto c = static_cast<unsigned char>(p[i]);
    if (c < 0x20 || c > 0x7e) break;
    cells[i] = Cell(bits | c);
  }
  return i;
}

/// Takes the cells at the front of [cells, cells + limit) that are `look` with an ASCII character (1-0x7f)
/// and nothing else; writes the characters to `out`; returns how many. Pre: the content bits of `look` are 0.
inline std::size_t narrow_ascii_scalar(char* out, const Cell* cells, std::size_t limit, std::uint64_t look) {
  std::size_t i = 0;
  for (; i < limit; ++i) {
    const std::uint64_t content = cells[i].bits() ^ look;
    if (content - 1 >= 0x7F) break;  // 0 wraps round
    out[i] = static_cast<char>(content);
  }
  return i;
}

#if defined(__SSE2__)
namespace detail {
/// Sixteen bytes to sixteen cells.
inline void store_sixteen(Cell* cells, __m128i bytes, __m128i bits) {
  const __m128i zero = _mm_setzero_si128();
  auto* out = reinterpret_cast<__m128i*>(cells);
  const auto four = [&](__m128i words32) {
    _mm_storeu_si128(out++, _mm_or_si128(_mm_unpacklo_epi32(words32, zero), bits));
    _mm_storeu_si128(out++, _mm_or_si128(_mm_unpackhi_epi32(words32, zero), bits));
  };
  const __m128i low = _mm_unpacklo_epi8(bytes, zero);
  const __m128i high = _mm_unpackhi_epi8(bytes, zero);
  four(_mm_unpacklo_epi16(low, zero));
  four(_mm_unpackhi_epi16(low, zero));
  four(_mm_unpacklo_epi16(high, zero));
  four(_mm_unpackhi_epi16(high, zero));
}
/// Eight cells, looks taken off, to eight 16-bit contents; what does not fit in them goes into `rest`.
inline __m128i load_eight(const Cell* cells, __m128i look, __m128i& rest) {
  const auto* in = reinterpret_cast<const __m128i*>(cells);
  const auto two = [&](int i) { return _mm_xor_si128(_mm_loadu_si128(in + i), look); };
  const auto four = [&](__m128i one, __m128i other) {
    rest = _mm_or_si128(rest, _mm_or_si128(one, other));
    return _mm_castps_si128(
        _mm_shuffle_ps(_mm_castsi128_ps(one), _mm_castsi128_ps(other), _MM_SHUFFLE(2, 0, 2, 0)));
  };
  const __m128i low = four(two(0), two(1));
  const __m128i high = four(two(2), two(3));
  return _mm_packs_epi32(low, high);
}
}  // namespace detail

inline std::size_t narrow_ascii(char* out, const Cell* cells, std::size_t limit, std::uint64_t look) {
  std::size_t i = 0;
  const __m128i looks = _mm_set1_epi64x(static_cast<long long>(look));
  const __m128i beyond = _mm_set1_epi64x(~0x7FLL);
  const __m128i zero = _mm_setzero_si128();
  while (limit - i >= 16) {
    __m128i rest = zero;
    const __m128i low = detail::load_eight(cells + i, looks, rest);
    const __m128i high = detail::load_eight(cells + i + 8, looks, rest);
    const __m128i bytes = _mm_packus_epi16(low, high);
    const __m128i stray = _mm_and_si128(rest, beyond);
    // All stray bits zero, no character zero.
    if (_mm_movemask_epi8(_mm_cmpeq_epi8(stray, zero)) != 0xffff) break;
    if (_mm_movemask_epi8(_mm_cmpeq_epi8(bytes, zero)) != 0) break;
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i), bytes);
    i += 16;
  }
  return i + narrow_ascii_scalar(out + i, cells + i, limit - i, look);
}

inline std::size_t widen_ascii(Cell* cells, const char* p, std::size_t limit, std::uint64_t bits) {
  std::size_t i = 0;
  const __m128i wide_bits = _mm_set1_epi64x(static_cast<long long>(bits));
  const __m128i below = _mm_set1_epi8(0x1f);
  const __m128i above = _mm_set1_epi8(0x7f);
  while (limit - i >= 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + i));
    // Signed compares: bytes from 0x80 on are negative, and so fail the first one.
    const __m128i good = _mm_and_si128(_mm_cmpgt_epi8(bytes, below), _mm_cmplt_epi8(bytes, above));
    const auto mask = static_cast<std::uint32_t>(_mm_movemask_epi8(good));
    if (mask != 0xffff) {
      // The number of good ones is known: no need to look at them again.
      const std::size_t stop = i + static_cast<std::size_t>(std::countr_one(mask));
      for (; i < stop; ++i) cells[i] = Cell(bits | static_cast<unsigned char>(p[i]));
      return i;
    }
    detail::store_sixteen(cells + i, bytes, wide_bits);
    i += 16;
  }
  return i + widen_ascii_scalar(cells + i, p + i, limit - i, bits);
}
#else
inline std::size_t narrow_ascii(char* out, const Cell* cells, std::size_t limit, std::uint64_t look) {
  return narrow_ascii_scalar(out, cells, limit, look);
}
inline std::size_t widen_ascii(Cell* cells, const char* p, std::size_t limit, std::uint64_t bits) {
  return widen_ascii_scalar(cells, p, limit, bits);
}
#endif

}  // namespace pty::vt
