#pragma once
// Encoding and decoding of packets. Encoders return the complete packet, header included; fixed-size packets
// fit the small buffer of a string and allocate nothing. Decoders take the payload that FrameDecoder returned
// and never fail: a short payload has a documented meaning. Extra payload bytes are ignored.

#include <array>
#include <cstdint>
#include <optional>

#include "pty/base/bytes.hpp"
#include "pty/base/geometry_policy.hpp"
#include "pty/base/size.hpp"
#include "pty/wire/message.hpp"

namespace pty::wire {

/// The one byte of PEEK; unknown bits are ignored, an absent byte means neither.
struct PeekFlags {
  bool plain = false;  ///< bit 0: text without escape sequences
  bool full = false;   ///< bit 1: the scrollback too
  /// bit 2: the picture ends with what places cursor and pen, so that DATA goes on from it; what else the
  /// receiver needs to go on (modes, margins, character sets) comes with it. Plain text ends in the cursor's
  /// line.
  bool cursor = false;

  friend constexpr bool operator==(const PeekFlags&, const PeekFlags&) = default;
};

/// What an ATTACH wants of the history; its fifth byte, absent for `in_picture`. Bits 0 and 1 had another
/// meaning once and are never used; unknown ones are ignored.
enum class HistoryWish : std::uint8_t {
  in_picture,  ///< each SCREEN has it, before its screen
  none,        ///< bit 2: no SCREEN has it
  behind,      ///< bit 3: as `none`, but a SCREEN that has it comes once, right behind the first one
};

struct AttachRequest {
  base::Size size;
  HistoryWish history = HistoryWish::in_picture;

  friend constexpr bool operator==(const AttachRequest&, const AttachRequest&) = default;
};

/// The first byte of SUBMIT; unknown bits are ignored.
struct SubmitFlags {
  bool enter = false;        ///< bit 0: press Enter once the program has read and shown the text
  bool always_mark = false;  ///< bit 1: paste markers even if the program did not ask for them

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

/// Which of the attached clients a DISMISS is about.
enum class Dismissal : std::uint8_t {
  only = 0,    ///< the one that is attached; nobody if several are
  all = 1,     ///< every one
  latest = 2,  ///< the one that was active last
};

/// The answer to DISMISS.
struct DismissalCount {
  std::uint32_t attached = 0;  ///< before
  std::uint32_t left = 0;      ///< on their own account, once told
  std::uint32_t cut = 0;       ///< did not answer: their connections were closed

  friend constexpr bool operator==(const DismissalCount&, const DismissalCount&) = default;
};

using Header = std::array<char, kHeaderBytes>;

/// Pre: payload_bytes <= kMaxPayload.
Header encode_header(MessageType type, std::size_t payload_bytes);
/// Pre: payload.size() <= kMaxPayload.
base::ByteBuffer encode_packet(MessageType type, base::ByteView payload);

base::ByteBuffer encode_data(base::ByteView bytes);
base::ByteBuffer encode_attach(base::Size requested, HistoryWish history = HistoryWish::in_picture);
base::ByteBuffer encode_detach();
base::ByteBuffer encode_resize(base::Size requested);
base::ByteBuffer encode_exit(std::int32_t code);
base::ByteBuffer encode_screen(base::ByteView image);
base::ByteBuffer encode_peek(PeekFlags flags);
base::ByteBuffer encode_status_request();
base::ByteBuffer encode_status_reply(base::ByteView json);
base::ByteBuffer encode_geometry(base::Size effective);
base::ByteBuffer encode_policy(const base::GeometryPolicy& policy);
base::ByteBuffer encode_dismiss(Dismissal who);
base::ByteBuffer encode_dismissal_count(const DismissalCount& count);
/// Pre: the text has at most kMaxSubmitText bytes.
base::ByteBuffer encode_submit(const SubmitRequest& request);
base::ByteBuffer encode_submitted(SubmitOutcome outcome);

/// Absent when the payload is shorter than four bytes: the daemon ignores such a request entirely.
std::optional<AttachRequest> try_decode_attach(base::ByteView payload);
/// RESIZE, GEOMETRY; absent in the same way.
std::optional<base::Size> try_decode_size(base::ByteView payload);
/// The clients' form: 24x80 when the payload is too short.
base::Size decode_size(base::ByteView payload);
/// EXIT; -1 when the payload is too short.
std::int32_t decode_exit(base::ByteView payload);
PeekFlags decode_peek(base::ByteView payload);
/// POLICY. Absent when the payload is too short or the kind is none that we know: such a request is ignored.
std::optional<base::GeometryPolicy> try_decode_policy(base::ByteView payload);
/// DISMISS as a request. An absent byte means `only`; nothing for a value that we do not know.
std::optional<Dismissal> try_decode_dismissal(base::ByteView payload);
/// DISMISS as an answer; zeros when the payload is too short.
DismissalCount decode_dismissal_count(base::ByteView payload);
/// An empty payload is an empty text without Enter. Lifetime: the text is a view of the payload.
SubmitRequest decode_submit(base::ByteView payload);
/// Absent for an empty payload and for outcomes of a later version: nothing may be concluded from them.
std::optional<SubmitOutcome> decode_submitted(base::ByteView payload);

}  // namespace pty::wire
