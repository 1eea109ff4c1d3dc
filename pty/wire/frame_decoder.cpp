#include "pty/wire/frame_decoder.hpp"

#include <algorithm>

#include "pty/base/require.hpp"

namespace pty::wire {
namespace {

/// A reassembly buffer above this is given back after its packet, so one large paste costs nothing for ever.
constexpr std::size_t kKeptCapacity = 16 * 1024;

Kept kept_bytes(std::uint8_t type, Receiver receiver) {
  for (const MessageRow& row : kMessages)
    if (static_cast<std::uint8_t>(row.type) == type)
      return receiver == Receiver::daemon ? row.kept_by_daemon : row.kept_by_client;
  return kSkipped;
}

}  // namespace

void FrameDecoder::feed(base::ByteView bytes) {
  base::require(input_.empty(), "FrameDecoder fed before its input was used up");
  if (!rejected_) input_ = bytes;
}

std::optional<Frame> FrameDecoder::next() {
  release_partial();
  while (!rejected_) {
    if (!in_payload_ && !read_header()) return std::nullopt;
    if (rejected_) break;
    if (auto frame = in_pieces() ? read_piece() : read_payload()) return frame;
    if (in_payload_) return std::nullopt;
  }
  return std::nullopt;
}

bool FrameDecoder::read_header() {
  const std::size_t count = std::min(kHeaderBytes - header_bytes_, input_.size());
  std::copy_n(input_.begin(), count, header_ + header_bytes_);
  header_bytes_ = static_cast<std::uint8_t>(header_bytes_ + count);
  input_.remove_prefix(count);
  if (header_bytes_ < kHeaderBytes) return false;
  header_bytes_ = 0;
  start_payload();
  return true;
}

void FrameDecoder::start_payload() {
  std::uint32_t length = 0;
  for (std::size_t i = 1; i < kHeaderBytes; ++i) length = length << 8 | static_cast<std::uint8_t>(header_[i]);
  if (length > kMaxPayload) return reject();
  const Kept kept = kept_bytes(static_cast<std::uint8_t>(header_[0]), receiver_);
  skipping_ = kept == kSkipped;
  kept_left_ = skipping_ ? 0 : std::min(kept, length);
  unkept_left_ = length - kept_left_;
  in_payload_ = true;
  // A screen with its history comes in many reads. A client may trust its daemon with the room; a daemon
  // gives its clients none for what they only announce.
  if (receiver_ == Receiver::client && kept_left_ > input_.size() && !in_pieces())
    partial_.reserve(kept_left_);
}

/// Returns the packet when its last byte, kept or skipped, has been seen. A packet with a skipped tail is
/// reassembled, so that its few kept bytes survive until the tail has passed.
std::optional<Frame> FrameDecoder::read_payload() {
  Frame frame{static_cast<MessageType>(header_[0]), {}};
  const std::size_t kept = std::min<std::size_t>(kept_left_, input_.size());
  const bool whole = kept == kept_left_ && unkept_left_ == 0 && partial_.empty();
  if (whole) {
    frame.payload = input_.substr(0, kept);
  } else {
    partial_.append(input_.substr(0, kept));
  }
  input_.remove_prefix(kept);
  kept_left_ -= static_cast<std::uint32_t>(kept);
  if (kept_left_ == 0) {
    const std::size_t unkept = std::min<std::size_t>(unkept_left_, input_.size());
    input_.remove_prefix(unkept);
    unkept_left_ -= static_cast<std::uint32_t>(unkept);
  }
  if (kept_left_ != 0 || unkept_left_ != 0) return std::nullopt;
  in_payload_ = false;
  if (skipping_) return std::nullopt;
  if (!whole) {
    frame.payload = partial_;
    partial_lent_ = true;
  }
  return frame;
}

bool FrameDecoder::in_pieces() const {
  return screens_in_pieces_ && static_cast<MessageType>(header_[0]) == MessageType::screen;
}

/// What is there of a payload that is kept to its end.
std::optional<Frame> FrameDecoder::read_piece() {
  const std::size_t count = std::min<std::size_t>(kept_left_, input_.size());
  if (count == 0 && kept_left_ > 0) return std::nullopt;
  const Frame frame{MessageType::screen, input_.substr(0, count), count < kept_left_};
  input_.remove_prefix(count);
  kept_left_ -= static_cast<std::uint32_t>(count);
  in_payload_ = kept_left_ > 0;
  return frame;
}

base::ByteBuffer FrameDecoder::take_payload(base::ByteView payload) {
  const bool reassembled = partial_lent_ && payload.data() == partial_.data();
  if (!reassembled) return base::ByteBuffer(payload);
  partial_lent_ = false;
  return std::exchange(partial_, {});
}

void FrameDecoder::reject() {
  rejected_ = true;
  input_ = {};
  base::ByteBuffer().swap(partial_);
}

void FrameDecoder::release_partial() {
  if (!partial_lent_) return;
  partial_lent_ = false;
  if (partial_.capacity() > kKeptCapacity)
    base::ByteBuffer().swap(partial_);
  else
    partial_.clear();
}

}  // namespace pty::wire
