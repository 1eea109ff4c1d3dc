#pragma once
// The keys a person can name, and the bytes they send: `key:return`, `key:ctrl+c`, `key:shift+up`. One table:
// name, kind of sequence, number or final. Modified keys use xterm's parameter 1 + shift + 2 alt + 4 ctrl
// + 8 super. Source: xterm ctlseqs "PC-Style Function Keys"; CSI u for keys that have only a control code.

#include "pty/base/bytes.hpp"
#include "pty/base/error.hpp"

namespace pty::term {

/// The bytes of a key spec `[mod+]...key`, case-insensitive; modifiers ctrl, alt, shift, super in any order.
/// Fails: invalid, `Unknown key: "<k>" in key spec "<s>"` or `Unknown modifier: "<m>" in key spec "<s>"`.
base::Result<base::ByteBuffer> encode_key(base::ByteView spec);

/// The bytes of one --seq value: "key:<spec>" through encode_key, anything else as it is.
base::Result<base::ByteBuffer> parse_seq_value(base::ByteView value);

}  // namespace pty::term
