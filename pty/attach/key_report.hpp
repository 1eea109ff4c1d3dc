#pragma once
// A key event as a terminal reports it in an escape sequence: kitty CSI u (lock bits, alternates, event
// types, base layout), modifyOtherKeys, function keys in their CSI, SS3, Linux console and rxvt forms. Pure.
// Source: kitty keyboard protocol; xterm ctlseqs "PC-Style Function Keys", modifyOtherKeys; rxvt key codes.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "pty/base/bytes.hpp"

namespace pty::attach {

enum class KeyEvent : std::uint8_t { press, repeat, release };

struct KeyReport {
  enum class Kind : std::uint8_t {
    code,     ///< a Unicode code point, or a number of the kitty protocol
    number,   ///< of a CSI <n> ~
    letter,   ///< the last byte of CSI or SS3
    console,  ///< the letter of CSI [ <letter>, function keys of the Linux console
  };
  Kind kind = Kind::code;
  /// code: the key, what Shift makes of it, the key of the base layout; otherwise only the first counts.
  std::array<std::uint32_t, 3> value{};
  std::size_t values = 1;
  std::uint32_t modifiers = 0;  ///< as term::kKeyShift …; caps and num lock are left out
  KeyEvent event = KeyEvent::press;
};

/// Reads a complete sequence. Nothing for what is no key report.
std::optional<KeyReport> parse_key_report(base::ByteView sequence);

/// A byte that can stand between introducer and last byte of a report.
constexpr bool is_report_parameter(char byte) {
  return (byte >= '0' && byte <= '9') || byte == ';' || byte == ':';
}

}  // namespace pty::attach
