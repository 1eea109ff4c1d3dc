#pragma once
// Base64 (RFC 4648, standard alphabet) of whole byte strings.

#include <optional>
#include <string>
#include <string_view>

#include "pty/base/bytes.hpp"

namespace pty::vtdump {

std::string encode_base64_text(base::ByteView bytes);
/// Padding may be missing. Absent when there is anything outside the alphabet or the length is impossible.
std::optional<std::string> decode_base64_text(std::string_view text);

}  // namespace pty::vtdump
