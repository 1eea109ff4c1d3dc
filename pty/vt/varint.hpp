#pragma once
// Unsigned numbers in as few bytes as they need: seven bits a byte, lowest first, high bit = more follow.

#include <cstdint>

#include "pty/base/bytes.hpp"
#include "pty/base/require.hpp"

namespace pty::vt {

/// The longest encoding of a 32-bit number.
inline constexpr int kMaxVarintBytes = 5;

/// Writes to `out`, which has room for kMaxVarintBytes; returns the end.
inline char* put_varint(char* out, std::uint32_t value) {
  while (value >= 0x80) {
    *out++ = static_cast<char>(value | 0x80);
    value >>= 7;
  }
  *out++ = static_cast<char>(value);
  return out;
}
inline void put_varint(base::ByteBuffer& out, std::uint32_t value) {
  char bytes[kMaxVarintBytes];
  out.append(bytes, static_cast<std::size_t>(put_varint(bytes, value) - bytes));
}

/// Takes one number off the front of `bytes`. Pre: `bytes` was written by put_varint.
inline std::uint32_t take_varint(base::ByteView& bytes) {
  if (!bytes.empty() && base::byte_at(bytes, 0) < 0x80) [[likely]] {
    const std::uint32_t byte = base::byte_at(bytes, 0);
    bytes.remove_prefix(1);
    return byte;
  }
  std::uint32_t value = 0;
  for (int shift = 0; shift < 7 * kMaxVarintBytes; shift += 7) {
    base::require(!bytes.empty(), "a packed number is cut short");
    const std::uint32_t byte = base::byte_at(bytes, 0);
    bytes.remove_prefix(1);
    value |= (byte & 0x7F) << shift;
    if (byte < 0x80) break;
  }
  return value;
}

}  // namespace pty::vt
