#pragma once
// What the tokenizer hands out: one parsed CSI or ESC sequence, or one control string. Keys pack prefix,
// intermediates and final byte into 32 bits, so that handler tables can be sorted and searched by number.

#include <array>
#include <cstdint>
#include <string_view>

namespace pty::term {

inline constexpr std::size_t kMaxCsiParams = 32;                ///< further parameters are dropped
inline constexpr std::uint32_t kMaxCsiValue = 65535;            ///< values saturate here
inline constexpr std::size_t kMaxSequenceBytes = 4096;          ///< a longer CSI or ESC sequence is ignored
inline constexpr std::size_t kMaxStringBytes = 64 * 1024;       ///< payload of a control string in general
inline constexpr std::size_t kMaxClipboardBytes = 1024 * 1024;  ///< payload of OSC 52

/// prefix (one of < = > ?) << 24 | first intermediate << 16 | second intermediate << 8 | final. Absent = 0.
constexpr std::uint32_t sequence_key(char prefix, char intermediate1, char intermediate2, char final_byte) {
  return (static_cast<std::uint32_t>(static_cast<unsigned char>(prefix)) << 24) |
         (static_cast<std::uint32_t>(static_cast<unsigned char>(intermediate1)) << 16) |
         (static_cast<std::uint32_t>(static_cast<unsigned char>(intermediate2)) << 8) |
         static_cast<std::uint32_t>(static_cast<unsigned char>(final_byte));
}
/// From text: "m", "?h", " q", "?$p".
constexpr std::uint32_t sequence_key(std::string_view spelled) {
  char prefix = 0;
  std::array<char, 2> intermediates{};
  std::size_t count = 0;
  char final_byte = 0;
  for (const char c : spelled) {
    if (c >= '<' && c <= '?') {
      prefix = c;
    } else if (c >= ' ' && c <= '/' && count < 2) {
      intermediates[count++] = c;
    } else {
      final_byte = c;
    }
  }
  return sequence_key(prefix, intermediates[0], intermediates[1], final_byte);
}

struct CsiSequence {
  std::uint32_t key = 0;
  std::uint32_t present = 0;  ///< bit i: parameter i had digits
  std::uint32_t sub = 0;      ///< bit i: parameter i was joined to i - 1 by ':'
  std::uint8_t count = 0;     ///< parameters, sub-parameters included; at most kMaxCsiParams
  std::array<std::uint16_t, kMaxCsiParams> values{};

  /// Parameter i, or `missing` when it is absent or empty.
  [[nodiscard]] std::uint16_t value_or(std::size_t i, std::uint16_t missing) const {
    return i < count && ((present >> i) & 1U) != 0 ? values[i] : missing;
  }
  /// Parameter i as a count: absent, empty and 0 all mean 1.
  [[nodiscard]] std::uint16_t count_at(std::size_t i) const {
    const std::uint16_t value = i < count ? values[i] : std::uint16_t{0};
    return value == 0 ? std::uint16_t{1} : value;
  }
  [[nodiscard]] bool is_sub(std::size_t i) const { return i < count && ((sub >> i) & 1U) != 0; }
};

enum class StringKind : std::uint8_t { osc, dcs, apc, pm, sos };
enum class StringEnd : std::uint8_t {
  bell,       ///< BEL (OSC only)
  st,         ///< ESC backslash
  escape,     ///< another escape sequence began: counts as an end
  cancelled,  ///< CAN or SUB: the string must have no effect
};

struct ControlString {
  StringKind kind = StringKind::osc;
  StringEnd end = StringEnd::st;
  bool truncated = false;    ///< longer than its cap: the payload is only the beginning
  std::string_view payload;  ///< valid during the call
};

}  // namespace pty::term
