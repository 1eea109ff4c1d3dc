#pragma once
// Printable ASCII from the input straight into cells: the hottest loop of the terminal. SSE2 where there is
// any, and a scalar twin that tests compare it with.

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
}  // namespace detail

inline std::size_t widen_ascii(Cell* cells, const char* p, std::size_t limit, std::uint64_t bits) {
  std::size_t i = 0;
  const __m128i wide_bits = _mm_set1_epi64x(static_cast<long long>(bits));
  const __m128i below = _mm_set1_epi8(0x1f);
  const __m128i above = _mm_set1_epi8(0x7f);
  while (limit - i >= 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p + i));
    // Signed compares: bytes from 0x80 on are negative, and so fail the first one.
    const __m128i good = _mm_and_si128(_mm_cmpgt_epi8(bytes, below), _mm_cmplt_epi8(bytes, above));
    if (_mm_movemask_epi8(good) != 0xffff) break;
    detail::store_sixteen(cells + i, bytes, wide_bits);
    i += 16;
  }
  return i + widen_ascii_scalar(cells + i, p + i, limit - i, bits);
}
#else
inline std::size_t widen_ascii(Cell* cells, const char* p, std::size_t limit, std::uint64_t bits) {
  return widen_ascii_scalar(cells, p, limit, bits);
}
#endif

}  // namespace pty::vt
