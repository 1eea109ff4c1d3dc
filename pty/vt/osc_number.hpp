#pragma once
// The leading number of an operating system command, which says what the rest means.

#include <cstdint>
#include <string_view>

namespace pty::vt {

inline constexpr std::uint32_t kOscClipboard = 52;
inline constexpr std::uint32_t kNoOscNumber = 0xffff'ffff;

struct OscNumber {
  std::uint32_t number = kNoOscNumber;
  bool has_text = false;  ///< a ';' follows the number
  std::string_view text;  ///< after that ';'
};

/// Digits up to the first ';' or the end. kNoOscNumber if there are none, or other characters among them.
constexpr OscNumber parse_osc_number(std::string_view payload) {
  OscNumber result;
  std::uint32_t number = 0;
  std::size_t i = 0;
  for (; i < payload.size() && payload[i] != ';'; ++i) {
    if (payload[i] < '0' || payload[i] > '9' || number > 99'999) return result;
    number = number * 10 + static_cast<std::uint32_t>(payload[i] - '0');
  }
  if (i == 0) return result;
  result.number = number;
  result.has_text = i < payload.size();
  if (result.has_text) result.text = payload.substr(i + 1);
  return result;
}

}  // namespace pty::vt
