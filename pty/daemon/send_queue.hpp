#pragma once
// What waits to be sent to one client, in order. Output (DATA) is bounded: past the high-water mark its owner
// drops it with drop_data() and resynchronises the client later. Control packets are counted, so that a peer
// that asks without reading can be ignored until it reads.

#include <cstddef>
#include <span>
#include <vector>

#include "pty/daemon/shared_packet.hpp"

namespace pty::daemon {

/// Unsent DATA bytes a client may have before it counts as slow.
inline constexpr std::size_t kHighWaterBytes = 4 * 1024 * 1024;
/// What a queued packet costs beyond its bytes, so that floods of tiny packets are bounded too.
inline constexpr std::size_t kPacketOverheadBytes = 64;

class SendQueue {
 public:
  void push(SharedPacket packet);

  /// Views of the next bytes to send, at most `pieces.size()` packets; returns how many were filled in.
  /// Lifetime: until the next call that is not const.
  std::size_t gather(std::span<base::ByteView> pieces) const;
  /// Removes `count` sent bytes. Pre: count <= bytes().
  void consume(std::size_t count);

  /// Drops every DATA packet that is not partly sent.
  void drop_data();
  void clear();

  [[nodiscard]] bool empty() const { return head_ == packets_.size(); }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// Bytes of queued DATA, the fixed cost of each packet included.
  [[nodiscard]] std::size_t data_cost() const { return data_cost_; }
  /// Queued packets that are not DATA.
  [[nodiscard]] std::size_t control_packets() const { return control_packets_; }

 private:
  void forget(const SharedPacket& packet);

  std::vector<SharedPacket> packets_;  ///< [head_, end) is queued
  std::size_t head_ = 0;
  std::size_t sent_of_first_ = 0;
  std::size_t bytes_ = 0;
  std::size_t data_cost_ = 0;
  std::size_t control_packets_ = 0;
};

}  // namespace pty::daemon
