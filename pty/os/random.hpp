#pragma once
// Unpredictable numbers from the kernel.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace pty::os {

void fill_random(std::span<unsigned char> into);
/// 2 × `bytes` lower-case hex digits. random_hex(16) is a generation token.
std::string random_hex(std::size_t bytes);
/// Uniform in [0, bound). Pre: bound > 0.
std::uint32_t random_below(std::uint32_t bound);

}  // namespace pty::os
