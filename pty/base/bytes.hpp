#pragma once
// Opaque bytes. Terminal traffic is never decoded and re-encoded on its way through, so views and
// buffers of bytes are plain std::string_view and std::string; these names say "bytes, not text".

#include <cstdint>
#include <string>
#include <string_view>

namespace pty::base {

using ByteView = std::string_view;
using ByteBuffer = std::string;

constexpr std::uint8_t byte_at(ByteView bytes, std::size_t index) {
  return static_cast<std::uint8_t>(bytes[index]);
}

}  // namespace pty::base
