// Memory for packets that are still arriving. Each client has a small share for itself, so that keys and
// requests always come through; large packets share the rest, and the largest of them may always go on, so
// that one is finished. If that one does not go on while others wait, it is given up: nobody can stand in the
// way for long.

#include <algorithm>

#include "pty/daemon/session_core.hpp"

namespace pty::daemon {
namespace {

/// Held input counts too: it is a large packet that waits for the child.
std::size_t large_bytes(const Client& client) {
  if (client.gone || client.departed) return 0;
  const std::size_t bytes = client.decoder.buffered_bytes() + client.held.size();
  return bytes > kFairPacketBytes ? bytes : 0;
}

}  // namespace

SessionCore::LargePackets SessionCore::large_packets() const {
  LargePackets large;
  for (const auto& client : clients_.all()) {
    const std::size_t bytes = large_bytes(*client);
    if (bytes == 0) continue;
    large.bytes += bytes;
    if (!large.largest || bytes > large_bytes(*large.largest)) large.largest = client.get();
  }
  return large;
}

bool SessionCore::may_grow(const Client& client) const {
  if (large_bytes(client) == 0) return true;
  const LargePackets large = large_packets();
  return large.bytes <= kMaxReassemblyBytes || large.largest == &client;
}

/// The client whose unfinished packet keeps others from going on with theirs.
Client* SessionCore::try_obstructor() const {
  const LargePackets large = large_packets();
  if (large.bytes <= kMaxReassemblyBytes || large.largest->has_held) return nullptr;
  const auto waits = [&](const auto& client) {
    return client.get() != large.largest && !client->has_held && !client->ending && large_bytes(*client) > 0;
  };
  return std::any_of(clients_.all().begin(), clients_.all().end(), waits) ? large.largest : nullptr;
}

void SessionCore::give_up_stalled() {
  while (Client* client = try_obstructor()) {
    const std::size_t bytes = large_bytes(*client);
    const bool moved = !stall_ || stall_->id != client->id || bytes < stall_->bytes ||
                       bytes - stall_->bytes >= kLeastProgressBytes;
    if (moved) stall_ = Stall{client->id, bytes, clock_.now() + kStallPatience};
    if (clock_.now() < stall_->until) return;
    drop(*client);
  }
  stall_.reset();
}

}  // namespace pty::daemon
