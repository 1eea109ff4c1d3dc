#pragma once
// What waits to be written to the child's terminal: clients' DATA and the emulator's replies in one order.
// Each client packet is appended whole, so its bytes stay together. Full means: accept no more client data,
// stop reading from who sends it. Replies have their own bound and cannot be starved.

#include <cstddef>
#include <vector>

#include "pty/base/bytes.hpp"

namespace pty::daemon {

/// Client bytes are accepted while fewer than this are queued. One packet may overshoot it.
inline constexpr std::size_t kInputQueueBytes = 1024 * 1024;
inline constexpr std::size_t kReplyReserveBytes = 4096;
/// Unwritten replies beyond this are lost: the child asks without reading.
inline constexpr std::size_t kReplyBacklogBytes = 64 * 1024;

class InputQueue {
 public:
  [[nodiscard]] bool has_room() const { return bytes_ < kInputQueueBytes - kReplyReserveBytes; }
  /// Pre: has_room().
  void push_client(base::ByteView bytes);
  /// Dropped whole when the backlog is full.
  void push_reply(base::ByteView bytes);

  /// The next bytes to write; empty when there are none. Lifetime: until the next call that is not const.
  [[nodiscard]] base::ByteView front() const;
  void consume(std::size_t count);
  void clear();

  [[nodiscard]] bool empty() const { return bytes_ == 0; }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  enum class Source : bool { client, reply };
  struct Segment {
    base::ByteBuffer bytes;
    Source source;
  };
  void push(base::ByteView bytes, Source source);

  std::vector<Segment> segments_;  ///< [head_, end) is queued
  std::size_t head_ = 0;
  std::size_t written_of_first_ = 0;
  std::size_t bytes_ = 0;
  std::size_t reply_bytes_ = 0;
};

}  // namespace pty::daemon
