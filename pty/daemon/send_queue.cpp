#include "pty/daemon/send_queue.hpp"

#include <algorithm>

#include "pty/base/require.hpp"
#include "pty/daemon/slot_queue.hpp"

namespace pty::daemon {
namespace {

std::size_t cost_of(const SharedPacket& packet) {
  return packet.bytes().size() + kPacketOverheadBytes;
}

bool is_data(const SharedPacket& packet) {
  return packet.type() == wire::MessageType::data;
}

}  // namespace

void SendQueue::push(SharedPacket packet) {
  bytes_ += packet.bytes().size();
  if (is_data(packet))
    data_cost_ += cost_of(packet);
  else
    ++control_packets_;
  packets_.push_back(std::move(packet));
}

std::size_t SendQueue::gather(std::span<base::ByteView> pieces) const {
  const std::size_t count = std::min(pieces.size(), packets_.size() - head_);
  for (std::size_t i = 0; i < count; ++i) pieces[i] = packets_[head_ + i].bytes();
  if (count > 0) pieces[0].remove_prefix(sent_of_first_);
  return count;
}

void SendQueue::consume(std::size_t count) {
  base::require(count <= bytes_, "more bytes sent than were queued");
  bytes_ -= count;
  while (count > 0) {
    const std::size_t left = packets_[head_].bytes().size() - sent_of_first_;
    if (count < left) {
      sent_of_first_ += count;
      break;
    }
    count -= left;
    const SharedPacket sent = std::move(packets_[head_]);  // freed now, its slot later
    forget(sent);
    sent_of_first_ = 0;
    ++head_;
  }
  compact(packets_, head_);
}

void SendQueue::drop_data() {
  const std::size_t first = sent_of_first_ > 0 ? head_ + 1 : head_;
  std::size_t kept = first;
  for (std::size_t i = first; i < packets_.size(); ++i) {
    if (is_data(packets_[i])) {
      bytes_ -= packets_[i].bytes().size();
      forget(packets_[i]);
    } else {
      if (kept != i) packets_[kept] = std::move(packets_[i]);
      ++kept;
    }
  }
  packets_.erase(packets_.begin() + static_cast<std::ptrdiff_t>(kept), packets_.end());
  compact(packets_, head_);
}

void SendQueue::clear() {
  *this = SendQueue();
}

void SendQueue::forget(const SharedPacket& packet) {
  if (is_data(packet))
    data_cost_ -= cost_of(packet);
  else
    --control_packets_;
}

}  // namespace pty::daemon
