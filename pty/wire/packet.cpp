#include "pty/wire/packet.hpp"

#include "pty/base/require.hpp"

namespace pty::wire {
namespace {

constexpr std::uint8_t kPlainBit = 0x01;
constexpr std::uint8_t kFullBit = 0x02;
constexpr std::uint8_t kEnterBit = 0x01;
constexpr std::uint8_t kAlwaysMarkBit = 0x02;
constexpr std::uint8_t kCursorBit = 0x04;
constexpr std::uint8_t kNoHistoryBit = 0x04;
constexpr std::uint8_t kHistoryBehindBit = 0x08;

void append_u32(base::ByteBuffer& out, std::uint32_t value) {
  for (const int shift : {24, 16, 8, 0}) out.push_back(static_cast<char>(value >> shift & 0xFF));
}

/// Pre: four bytes are there.
std::uint32_t u32_at(base::ByteView payload, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = at; i < at + 4; ++i) value = value << 8 | base::byte_at(payload, i);
  return value;
}

using SizeBytes = std::array<char, 4>;

SizeBytes size_bytes(base::Size size) {
  return {static_cast<char>(size.rows >> 8), static_cast<char>(size.rows & 0xFF),
          static_cast<char>(size.cols >> 8), static_cast<char>(size.cols & 0xFF)};
}

base::ByteBuffer encode_size_packet(MessageType type, base::Size size) {
  const SizeBytes payload = size_bytes(size);
  return encode_packet(type, {payload.data(), payload.size()});
}

}  // namespace

Header encode_header(MessageType type, std::size_t payload_bytes) {
  base::require(payload_bytes <= kMaxPayload, "a packet payload exceeds the protocol limit");
  return {static_cast<char>(type), static_cast<char>(payload_bytes >> 24 & 0xFF),
          static_cast<char>(payload_bytes >> 16 & 0xFF), static_cast<char>(payload_bytes >> 8 & 0xFF),
          static_cast<char>(payload_bytes & 0xFF)};
}

base::ByteBuffer encode_packet(MessageType type, base::ByteView payload) {
  const Header header = encode_header(type, payload.size());
  base::ByteBuffer packet;
  packet.reserve(kHeaderBytes + payload.size());
  packet.append(header.data(), header.size()).append(payload);
  return packet;
}

base::ByteBuffer encode_data(base::ByteView bytes) {
  return encode_packet(MessageType::data, bytes);
}
base::ByteBuffer encode_attach(base::Size requested, HistoryWish history) {
  if (history == HistoryWish::in_picture) return encode_size_packet(MessageType::attach, requested);
  const std::uint8_t flags = kNoHistoryBit | (history == HistoryWish::behind ? kHistoryBehindBit : 0);
  const SizeBytes size = size_bytes(requested);
  return encode_packet(MessageType::attach,
                       base::ByteBuffer(size.data(), size.size()).append(1, static_cast<char>(flags)));
}
base::ByteBuffer encode_detach() {
  return encode_packet(MessageType::detach, {});
}
base::ByteBuffer encode_resize(base::Size requested) {
  return encode_size_packet(MessageType::resize, requested);
}
base::ByteBuffer encode_screen(base::ByteView image) {
  return encode_packet(MessageType::screen, image);
}
base::ByteBuffer encode_status_request() {
  return encode_packet(MessageType::status, {});
}
base::ByteBuffer encode_status_reply(base::ByteView json) {
  return encode_packet(MessageType::status, json);
}
base::ByteBuffer encode_geometry(base::Size effective) {
  return encode_size_packet(MessageType::geometry, effective);
}

base::ByteBuffer encode_policy(const base::GeometryPolicy& policy) {
  const SizeBytes size = size_bytes(policy.size);
  base::ByteBuffer payload(1, static_cast<char>(policy.kind));
  return encode_packet(MessageType::policy, payload.append(size.data(), size.size()));
}

base::ByteBuffer encode_dismiss(Dismissal who) {
  const char byte = static_cast<char>(who);
  return encode_packet(MessageType::dismiss, {&byte, 1});
}

base::ByteBuffer encode_dismissal_count(const DismissalCount& count) {
  base::ByteBuffer payload;
  for (const std::uint32_t value : {count.attached, count.left, count.cut}) append_u32(payload, value);
  return encode_packet(MessageType::dismiss, payload);
}

base::ByteBuffer encode_exit(std::int32_t code) {
  base::ByteBuffer payload;
  append_u32(payload, static_cast<std::uint32_t>(code));
  return encode_packet(MessageType::exit, payload);
}

base::ByteBuffer encode_peek(PeekFlags flags) {
  const char byte = static_cast<char>((flags.plain ? kPlainBit : 0) | (flags.full ? kFullBit : 0) |
                                      (flags.cursor ? kCursorBit : 0));
  return encode_packet(MessageType::peek, {&byte, 1});
}

base::ByteBuffer encode_submit(const SubmitRequest& request) {
  base::require(request.text.size() <= kMaxSubmitText, "a submitted text exceeds the protocol limit");
  const SubmitFlags& flags = request.flags;
  const char byte =
      static_cast<char>((flags.enter ? kEnterBit : 0) | (flags.always_mark ? kAlwaysMarkBit : 0));
  return encode_packet(MessageType::submit, base::ByteBuffer(1, byte).append(request.text));
}

base::ByteBuffer encode_submitted(SubmitOutcome outcome) {
  const char byte = static_cast<char>(outcome);
  return encode_packet(MessageType::submitted, {&byte, 1});
}

SubmitRequest decode_submit(base::ByteView payload) {
  if (payload.empty()) return {};
  const std::uint8_t byte = base::byte_at(payload, 0);
  return {{(byte & kEnterBit) != 0, (byte & kAlwaysMarkBit) != 0}, payload.substr(1)};
}

std::optional<SubmitOutcome> decode_submitted(base::ByteView payload) {
  if (payload.empty() || base::byte_at(payload, 0) > static_cast<std::uint8_t>(SubmitOutcome::too_large))
    return std::nullopt;
  return static_cast<SubmitOutcome>(base::byte_at(payload, 0));
}

std::optional<base::Size> try_decode_size(base::ByteView payload) {
  if (payload.size() < 4) return std::nullopt;
  const auto u16 = [&](std::size_t at) {
    return static_cast<std::uint16_t>(base::byte_at(payload, at) << 8 | base::byte_at(payload, at + 1));
  };
  return base::Size{u16(0), u16(2)};
}

std::optional<AttachRequest> try_decode_attach(base::ByteView payload) {
  const std::optional<base::Size> size = try_decode_size(payload);
  if (!size) return std::nullopt;
  const std::uint8_t flags = payload.size() > 4 ? base::byte_at(payload, 4) : 0;
  if ((flags & kHistoryBehindBit) != 0) return AttachRequest{*size, HistoryWish::behind};
  return AttachRequest{*size, (flags & kNoHistoryBit) != 0 ? HistoryWish::none : HistoryWish::in_picture};
}

base::Size decode_size(base::ByteView payload) {
  return try_decode_size(payload).value_or(base::Size{24, 80});
}

std::int32_t decode_exit(base::ByteView payload) {
  if (payload.size() < 4) return -1;
  return static_cast<std::int32_t>(u32_at(payload, 0));
}

std::optional<base::GeometryPolicy> try_decode_policy(base::ByteView payload) {
  using Kind = base::GeometryPolicy::Kind;
  if (payload.empty() || base::byte_at(payload, 0) > static_cast<std::uint8_t>(Kind::fixed))
    return std::nullopt;
  const auto kind = static_cast<Kind>(base::byte_at(payload, 0));
  const auto size = try_decode_size(payload.substr(1));
  if (!size) return std::nullopt;
  return base::GeometryPolicy{kind, kind == Kind::fixed ? *size : base::Size{0, 0}};
}

std::optional<Dismissal> try_decode_dismissal(base::ByteView payload) {
  if (payload.empty()) return Dismissal::only;
  if (base::byte_at(payload, 0) > static_cast<std::uint8_t>(Dismissal::latest)) return std::nullopt;
  return static_cast<Dismissal>(base::byte_at(payload, 0));
}

DismissalCount decode_dismissal_count(base::ByteView payload) {
  if (payload.size() < 12) return {};
  return {u32_at(payload, 0), u32_at(payload, 4), u32_at(payload, 8)};
}

PeekFlags decode_peek(base::ByteView payload) {
  if (payload.empty()) return {};
  const std::uint8_t byte = base::byte_at(payload, 0);
  return {(byte & kPlainBit) != 0, (byte & kFullBit) != 0, (byte & kCursorBit) != 0};
}

}  // namespace pty::wire
