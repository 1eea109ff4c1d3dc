#pragma once
// The words of the session protocol: one table of packet types, their limits, and the roles a socket can
// have. A packet is a five byte header (type, payload length as u32 big-endian) and its payload. Both sides
// skip types they do not know, which is how the protocol grows.
//
// Values 8 and 9 are taken by drafts of other implementations and are never sent or interpreted.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pty::wire {

inline constexpr std::size_t kHeaderBytes = 5;
/// The largest payload, inclusive. A header that announces more ends the connection.
inline constexpr std::uint32_t kMaxPayload = 33'554'432;
/// Types of our own that other implementations do not know start here.
inline constexpr std::uint8_t kFirstExtension = 16;

enum class MessageType : std::uint8_t {
  data = 0,        ///< both ways: raw terminal bytes
  attach = 1,      ///< to the daemon: rows u16, cols u16, 0 or 1 byte of HistoryWish
  detach = 2,      ///< both ways, and the last packet of a machine stream: empty
  resize = 3,      ///< to the daemon: rows u16, cols u16
  exit = 4,        ///< to the client: exit code i32
  screen = 5,      ///< to the client: an image of the terminal
  peek = 6,        ///< to the daemon: 0 or 1 byte of PeekFlags
  status = 7,      ///< request: empty; reply: a JSON document
  geometry = 10,   ///< to the client: effective rows u16, cols u16
  policy = 16,     ///< both ways: geometry policy kind u8, rows u16, cols u16
  dismiss = 17,    ///< request: Dismissal u8; reply: DismissalCount, three u32
  submit = 20,     ///< to the daemon: one byte of SubmitFlags, then text
  submitted = 21,  ///< to the client: one byte of SubmitOutcome
};

/// Published in STATUS as `protocol {version, features}`. A feature is a promise beyond the message table
/// that a client may rely on; docs/protocol.md says what each means.
inline constexpr int kProtocolVersion = 1;
inline constexpr std::string_view kDismissFeature = "dismiss";
inline constexpr std::array<std::string_view, 7> kProtocolFeatures{
    "query-answers", "resync", "geometry-policy", kDismissFeature, "peek-cursor", "submit", "attach-history"};

/// The longest text of a SUBMIT, inclusive: what a person may mean as one message.
inline constexpr std::uint32_t kMaxSubmitText = 1'048'576;

/// What a socket is to the daemon. Every valid ATTACH or PEEK replaces the role.
enum class Role : std::uint8_t {
  command,   ///< has sent neither ATTACH nor PEEK: types, submits and asks, receives answers but no output
  writable,  ///< attached: types, resizes, constrains the geometry, receives output
  readonly,  ///< watches: receives output, never constrains anything
};

/// How many leading payload bytes a receiver keeps; the rest of the payload is skipped unread.
using Kept = std::uint32_t;
inline constexpr Kept kWhole = kMaxPayload;
/// The whole packet is skipped: this type means nothing in this direction.
inline constexpr Kept kSkipped = 0xFFFF'FFFF;

struct MessageRow {
  MessageType type;
  std::string_view name;
  Kept kept_by_daemon;
  Kept kept_by_client;
};

inline constexpr std::array<MessageRow, 13> kMessages{{
    {MessageType::data, "DATA", kWhole, kWhole},
    {MessageType::attach, "ATTACH", 5, kSkipped},
    {MessageType::detach, "DETACH", 0, 0},
    {MessageType::resize, "RESIZE", 4, kSkipped},
    {MessageType::exit, "EXIT", kSkipped, 4},
    {MessageType::screen, "SCREEN", kSkipped, kWhole},
    {MessageType::peek, "PEEK", 1, kSkipped},
    {MessageType::status, "STATUS", 0, kWhole},
    {MessageType::geometry, "GEOMETRY", kSkipped, 4},
    {MessageType::policy, "POLICY", 5, 5},
    {MessageType::dismiss, "DISMISS", 1, 12},
    {MessageType::submit, "SUBMIT", kMaxSubmitText + 2, kSkipped},
    {MessageType::submitted, "SUBMITTED", kSkipped, 1},
}};

/// An answer to a request of any role: it stands outside the order of a generation.
constexpr bool is_answer(MessageType type) {
  return type == MessageType::status || type == MessageType::policy || type == MessageType::dismiss ||
         type == MessageType::submitted;
}

/// The name used in diagnostics: "GEOMETRY"; "unknown" for a value outside the table.
constexpr std::string_view name_of(MessageType type) {
  for (const MessageRow& row : kMessages)
    if (row.type == type) return row.name;
  return "unknown";
}

}  // namespace pty::wire
