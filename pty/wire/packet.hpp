#pragma once
// Encoding and decoding of packets. Encoders return the complete packet, header included; fixed-size packets
// fit the small buffer of a string and allocate nothing. Decoders take the payload that FrameDecoder returned
// and never fail: a short payload has a documented meaning. Extra payload bytes are ignored.

#include <array>
#include <cstdint>
#include <optional>

#include "pty/base/bytes.hpp"
#include "pty/base/size.hpp"
#include "pty/wire/message.hpp"

namespace pty::wire {

/// The one byte of PEEK; unknown bits are ignored, an absent byte means neither.
struct PeekFlags {
  bool plain = false;  ///< bit 0: text without escape sequences
  bool full = false;   ///< bit 1: the scrollback too

  friend constexpr bool operator==(const PeekFlags&, const PeekFlags&) = default;
};

/// The first byte of SUBMIT; unknown bits are ignored.
struct SubmitFlags {
  bool enter = false;         ///< bit 0: press Enter once the program has read and shown the text
  bool always_frame = false;  ///< bit 1: paste markers even if the program did not ask for them

  friend constexpr bool operator==(const SubmitFlags&, const SubmitFlags&) = default;
};

struct SubmitRequest {
  SubmitFlags flags;
  base::ByteView text;
};

/// The one byte of SUBMITTED.
enum class SubmitOutcome : std::uint8_t {
  done = 0,         ///< the text is in the program's input; with Enter: it read both, or ended after Enter
  ended = 1,        ///< the program ended before
  unread = 2,       ///< it did not read the text in time: no Enter was pressed, the text is still there
  unconfirmed = 3,  ///< Enter was pressed, but the program did not read it in time
  denied = 4,       ///< a read-only client asked
  too_large = 5,    ///< the text exceeds kMaxSubmitText: nothing was sent
};

using Header = std::array<char, kHeaderBytes>;

/// Pre: payload_bytes <= kMaxPayload.
Header encode_header(MessageType type, std::size_t payload_bytes);
/// Pre: payload.size() <= kMaxPayload.
base::ByteBuffer encode_packet(MessageType type, base::ByteView payload);

base::ByteBuffer encode_data(base::ByteView bytes);
base::ByteBuffer encode_attach(base::Size requested);
base::ByteBuffer encode_detach();
base::ByteBuffer encode_resize(base::Size requested);
base::ByteBuffer encode_exit(std::int32_t code);
base::ByteBuffer encode_screen(base::ByteView image);
base::ByteBuffer encode_peek(PeekFlags flags);
base::ByteBuffer encode_status_request();
base::ByteBuffer encode_status_reply(base::ByteView json);
base::ByteBuffer encode_geometry(base::Size effective);
/// Pre: the text has at most kMaxSubmitText bytes.
base::ByteBuffer encode_submit(const SubmitRequest& request);
base::ByteBuffer encode_submitted(SubmitOutcome outcome);

/// ATTACH, RESIZE, GEOMETRY. Absent when the payload is shorter than four bytes: the daemon ignores such a
/// request entirely.
std::optional<base::Size> try_decode_size(base::ByteView payload);
/// The clients' form: 24x80 when the payload is too short.
base::Size decode_size(base::ByteView payload);
/// EXIT; -1 when the payload is too short.
std::int32_t decode_exit(base::ByteView payload);
PeekFlags decode_peek(base::ByteView payload);
/// An empty payload is an empty text without Enter. Lifetime: the text is a view of the payload.
SubmitRequest decode_submit(base::ByteView payload);
/// Absent for an empty payload and for outcomes of a later version: nothing may be concluded from them.
std::optional<SubmitOutcome> decode_submitted(base::ByteView payload);

}  // namespace pty::wire
