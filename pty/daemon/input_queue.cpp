#include "pty/daemon/input_queue.hpp"

#include "pty/base/require.hpp"
#include "pty/daemon/slot_queue.hpp"

namespace pty::daemon {
namespace {

/// Small packets of one source are joined up to this, so that typing costs one segment.
constexpr std::size_t kJoinBytes = 16 * 1024;

}  // namespace

void InputQueue::push_client(base::ByteView bytes) {
  push(bytes, Source::client);
}

void InputQueue::push_reply(base::ByteView bytes) {
  if (reply_bytes_ + bytes.size() > kReplyBacklogBytes) return;
  reply_bytes_ += bytes.size();
  push(bytes, Source::reply);
}

void InputQueue::push(base::ByteView bytes, Source source) {
  if (bytes.empty()) return;
  bytes_ += bytes.size();
  if (head_ < segments_.size()) {
    Segment& last = segments_.back();
    if (last.source == source && last.bytes.size() + bytes.size() <= kJoinBytes) {
      last.bytes.append(bytes);
      return;
    }
  }
  segments_.push_back({base::ByteBuffer(bytes), source});
}

base::ByteView InputQueue::front() const {
  if (empty()) return {};
  return base::ByteView(segments_[head_].bytes).substr(written_of_first_);
}

void InputQueue::consume(std::size_t count) {
  base::require(count <= bytes_, "more input written than was queued");
  bytes_ -= count;
  while (count > 0) {
    Segment& first = segments_[head_];
    const std::size_t left = first.bytes.size() - written_of_first_;
    const std::size_t taken = count < left ? count : left;
    if (first.source == Source::reply) reply_bytes_ -= taken;
    count -= taken;
    written_of_first_ += taken;
    if (taken < left) break;
    base::ByteBuffer().swap(first.bytes);
    written_of_first_ = 0;
    ++head_;
  }
  compact(segments_, head_);
}

void InputQueue::clear() {
  std::vector<Segment>().swap(segments_);
  head_ = written_of_first_ = bytes_ = reply_bytes_ = 0;
}

}  // namespace pty::daemon
