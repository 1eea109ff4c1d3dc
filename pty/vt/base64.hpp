#pragma once
// Base64 as terminals receive it: padding is optional, characters outside the alphabet are skipped.

#include <string>
#include <string_view>

namespace pty::vt {

std::string decode_base64(std::string_view text);
/// With padding.
std::string encode_base64(std::string_view bytes);

}  // namespace pty::vt
