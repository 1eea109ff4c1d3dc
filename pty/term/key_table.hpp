#pragma once
// The keys a person can name, and the bytes they send: `key:return`, `key:ctrl+c`, `key:shift+up`. One table:
// name, kind of sequence, number or final. Modified keys use xterm's parameter 1 + shift + 2 alt + 4 ctrl
// + 8 super. Source: xterm ctlseqs "PC-Style Function Keys"; CSI u for keys that have only a control code.

#include <cstdint>
#include <string>
#include <string_view>

#include "pty/base/bytes.hpp"
#include "pty/base/error.hpp"

namespace pty::term {

inline constexpr unsigned kKeyShift = 1;
inline constexpr unsigned kKeyAlt = 2;
inline constexpr unsigned kKeyCtrl = 4;
inline constexpr unsigned kKeySuper = 8;

/// How a key without modifiers is sent.
enum class KeyForm : std::uint8_t {
  character,  ///< printable ASCII, letters in lower case
  code,       ///< a control code, CSI <value> ; m u when modified
  tilde,      ///< CSI <value> ~
  final,      ///< CSI <letter>, CSI 1 ; m <letter> when modified
  ss3,        ///< SS3 <letter>, CSI 1 ; m <letter> when modified
};

struct Key {
  KeyForm form = KeyForm::character;
  unsigned value = 0;       ///< the character, code, number or letter
  unsigned modifiers = 0;   ///< sum of kKeyShift …
  std::string_view name{};  ///< as in the table; empty for a character
};

/// The key that a spec names. Fails: as encode_key.
base::Result<Key> parse_key(base::ByteView spec);
base::ByteBuffer encode_key(const Key& key);
/// The key for people: "Ctrl+Alt+D", "F12"; `joint` stands between the parts.
std::string describe_key(const Key& key, char joint = '+');

/// The bytes of a key spec `[mod+]...key`, case-insensitive; modifiers ctrl, alt, shift, super in any order.
/// Fails: invalid, `Unknown key: "<k>" in key spec "<s>"` or `Unknown modifier: "<m>" in key spec "<s>"`.
base::Result<base::ByteBuffer> encode_key(base::ByteView spec);

/// The bytes of one --seq value: "key:<spec>" through encode_key, anything else as it is.
base::Result<base::ByteBuffer> parse_seq_value(base::ByteView value);

}  // namespace pty::term
