#pragma once
// Turns a byte stream into packets, however it was fragmented. Bytes are borrowed, not copied: a packet that
// lies whole in the fed bytes is returned as a view of them, and only a packet cut by the end of a read is
// reassembled. Unknown types and surplus payload are skipped without being stored.
//
//   decoder.feed(bytes);
//   while (auto frame = decoder.next()) handle(*frame);
//   if (decoder.rejected()) close the connection;
//
// A header that announces more than kMaxPayload is rejected at once and for ever: the decoder drops what it
// holds and never reads later bytes as anything.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "pty/base/bytes.hpp"
#include "pty/wire/message.hpp"

namespace pty::wire {

struct Frame {
  MessageType type = MessageType::data;
  base::ByteView payload;  ///< valid until the next call on the decoder or the end of the fed bytes
  bool more = false;       ///< a piece: the next frame goes on with the same packet
};

/// Whose packets are read: it decides which types mean something and how much of them is kept.
enum class Receiver : std::uint8_t { daemon, client };

class FrameDecoder {
 public:
  explicit FrameDecoder(Receiver receiver) : receiver_(receiver) {}

  /// From here on SCREENs, which may be long, are returned in pieces as they come in, and not reassembled.
  void hand_on_screens_in_pieces() { screens_in_pieces_ = true; }

  /// Offers the next bytes of the stream.
  /// Pre: next() has returned nothing since the last feed. Lifetime: `bytes` must live until it does again.
  void feed(base::ByteView bytes);
  /// The next complete packet; nothing when the fed bytes are used up or the stream was rejected.
  std::optional<Frame> next();

  /// The payload of the packet returned last, to keep; without a copy if it was reassembled.
  base::ByteBuffer take_payload(base::ByteView payload);

  /// Gives the unread rest of the fed bytes back, for a receiver that must stop in the middle: feed them
  /// again later.
  base::ByteView take_rest() { return std::exchange(input_, {}); }

  [[nodiscard]] bool rejected() const { return rejected_; }
  /// Stored bytes of an unfinished packet.
  [[nodiscard]] std::size_t buffered_bytes() const { return partial_.size(); }
  /// True at a packet boundary: an end of stream here is clean.
  [[nodiscard]] bool at_boundary() const {
    return !in_payload_ && header_bytes_ == 0 && input_.empty() && !rejected_;
  }

 private:
  bool read_header();
  void start_payload();
  std::optional<Frame> read_payload();
  [[nodiscard]] bool in_pieces() const;
  std::optional<Frame> read_piece();
  void reject();
  void release_partial();

  Receiver receiver_;
  bool rejected_ = false;
  bool in_payload_ = false;
  bool screens_in_pieces_ = false;
  bool skipping_ = false;      ///< the current packet means nothing to this receiver
  bool partial_lent_ = false;  ///< partial_ backs the frame that was returned last
  std::uint8_t header_bytes_ = 0;
  char header_[kHeaderBytes] = {};
  std::uint32_t kept_left_ = 0;    ///< payload bytes still to be kept
  std::uint32_t unkept_left_ = 0;  ///< payload bytes after them, to be skipped
  base::ByteView input_;
  base::ByteBuffer partial_;
};

}  // namespace pty::wire
