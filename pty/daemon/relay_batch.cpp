#include "pty/daemon/relay_batch.hpp"

#include <algorithm>
#include <utility>

#include "pty/wire/packet.hpp"

namespace pty::daemon {

RelayBatch::RelayBatch(std::function<base::ByteBuffer()> repaint) : repaint_(std::move(repaint)) {}

void RelayBatch::relay(const vt::RelayPiece& piece) {
  if (piece.bytes.empty()) return;
  if (!piece.string_tail) only_tail_so_far_ = false;
  has_string_tail_ = has_string_tail_ || piece.string_tail;
  const bool writable_only = piece.audience == vt::Audience::writable;
  has_writable_only_ = has_writable_only_ || writable_only;
  has_leading_tail_ = has_leading_tail_ || only_tail_so_far_;
  append(piece.bytes, writable_only ? For::writable : For::everyone, only_tail_so_far_);
}

void RelayBatch::left_alternate() {
  if (!repaint_ || has_repaint_) return;
  has_repaint_ = true;
  append(repaint_(), For::owed, false);
}

void RelayBatch::append(base::ByteView bytes, For whom, bool leading_tail) {
  if (bytes_.empty()) bytes_.assign(wire::kHeaderBytes, '\0');
  bytes_.append(bytes);
  if (!pieces_.empty() && pieces_.back().whom == whom && pieces_.back().leading_tail == leading_tail)
    pieces_.back().end = bytes_.size();
  else
    pieces_.push_back({bytes_.size(), whom, leading_tail});
}

std::optional<SharedPacket> RelayBatch::packet_for(Viewer viewer) {
  if (pieces_.empty()) return std::nullopt;
  // Viewers that would get the same bytes share one packet.
  viewer.readonly = viewer.readonly && has_writable_only_;
  viewer.joined_in_string = viewer.joined_in_string && has_leading_tail_;
  viewer.owed_primary = viewer.owed_primary && has_repaint_;
  const std::size_t variant =
      (viewer.readonly ? 1U : 0U) | (viewer.joined_in_string ? 2U : 0U) | (viewer.owed_primary ? 4U : 0U);
  std::optional<SharedPacket>& packet = built_.at(variant);
  if (!packet) packet = build(viewer);
  return packet;
}

std::optional<SharedPacket> RelayBatch::build(Viewer viewer) {
  const auto gets = [&](const Piece& piece) {
    if (piece.leading_tail && viewer.joined_in_string) return false;
    switch (piece.whom) {
      case For::everyone:
        return true;
      case For::writable:
        return !viewer.readonly;
      case For::owed:
        return viewer.owed_primary;
    }
    return false;
  };
  base::ByteBuffer packet;
  if (pieces_.size() == 1 && gets(pieces_.front())) {
    packet = std::move(bytes_);  // the only variant: pieces_ has one class, so every other one is empty
    bytes_.clear();
  } else {
    packet.assign(wire::kHeaderBytes, '\0');
    std::size_t begin = wire::kHeaderBytes;
    for (const Piece& piece : pieces_) {
      if (gets(piece)) packet.append(bytes_, begin, piece.end - begin);
      begin = piece.end;
    }
  }
  if (packet.size() == wire::kHeaderBytes) return std::nullopt;
  const wire::Header header =
      wire::encode_header(wire::MessageType::data, packet.size() - wire::kHeaderBytes);
  std::copy(header.begin(), header.end(), packet.begin());
  return SharedPacket(std::move(packet));
}

}  // namespace pty::daemon
