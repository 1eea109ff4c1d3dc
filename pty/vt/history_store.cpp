#include "pty/vt/history_store.hpp"

#include <utility>

#include "pty/base/require.hpp"

namespace pty::vt {

std::size_t HistoryStore::resident_bytes() const {
  std::size_t bytes = decoded_.bytes.capacity() + spare_.bytes.size();
  for (const auto& chunk : chunks_) bytes += chunk->resident_bytes();
  return bytes;
}

std::size_t HistoryStore::raw_bytes() const {
  return closed_bytes_ + (chunks_.empty() ? 0 : chunks_.back()->raw_bytes());
}

HistoryChunk& HistoryStore::open_chunk() {
  if (chunks_.empty() || chunks_.back()->full() || chunks_.back()->frozen()) {
    closed_bytes_ = raw_bytes();
    chunks_.push_back(std::make_unique<HistoryChunk>(std::exchange(spare_, {})));
  }
  return *chunks_.back();
}

void HistoryStore::append(base::ByteView head, base::ByteView rest) {
  base::require(!chunks_.empty(), "append without open_chunk");
  chunks_.back()->append(head, rest);
  chunks_.back()->row_count.width = 0;
  ++entry_count_;
  if (entry_count_ > limits_.lines) {
    ++front_skip_;
    --entry_count_;
    chunks_.front()->row_count.width = 0;
    if (front_skip_ == chunks_.front()->entries()) drop_front_chunk();
  }
  while (chunks_.size() > 1 && raw_bytes() > limits_.bytes) drop_front_chunk();
}

void HistoryStore::drop_front_chunk() {
  HistoryChunk& chunk = *chunks_.front();
  entry_count_ -= chunk.entries() - front_skip_;
  closed_bytes_ -= chunks_.size() > 1 ? chunk.raw_bytes() : 0;
  if (decoded_chunk_ == &chunk) decoded_chunk_ = nullptr;
  front_skip_ = 0;
  if (!chunk.frozen()) spare_ = chunk.take_content();
  chunks_.pop_front();
}

void HistoryStore::drop_back_chunk() {
  chunks_.pop_back();
  if (chunks_.empty())
    front_skip_ = 0;
  else
    closed_bytes_ -= chunks_.back()->raw_bytes();
}

void HistoryStore::pop_back() {
  base::require(entry_count_ > 0, "pop from an empty history");
  if (chunks_.back()->entries() == 0) drop_back_chunk();
  HistoryChunk& chunk = *chunks_.back();
  if (decoded_chunk_ == &chunk) decoded_chunk_ = nullptr;
  chunk.thaw();
  chunk.pop_back();
  chunk.row_count.width = 0;
  --entry_count_;
  if (chunk.entries() == (chunks_.size() == 1 ? front_skip_ : 0)) drop_back_chunk();
}

void HistoryStore::clear() {
  chunks_.clear();
  front_skip_ = entry_count_ = closed_bytes_ = 0;
  spare_ = {};
  decoded_ = {};
  decoded_chunk_ = nullptr;
}

void HistoryStore::freeze_old_chunks() {
  for (std::size_t i = 0; i + 1 < chunks_.size(); ++i) chunks_[i]->freeze();
  spare_ = {};
  decoded_ = {};
  decoded_chunk_ = nullptr;
}

HistoryStore::Position HistoryStore::end() const {
  const bool back_is_empty = !chunks_.empty() && chunks_.back()->entries() == 0;
  return {chunks_.size() - (back_is_empty ? 1 : 0), 0};
}

HistoryStore::Position HistoryStore::next(Position at) const {
  return at.entry + 1 < chunks_[at.chunk]->entries() ? Position{at.chunk, at.entry + 1}
                                                     : Position{at.chunk + 1, 0};
}

HistoryStore::Position HistoryStore::previous(Position at) const {
  if (at.entry > 0) return {at.chunk, at.entry - 1};
  base::require(at.chunk > 0, "nothing before the oldest line");
  return {at.chunk - 1, chunks_[at.chunk - 1]->entries() - 1};
}

HistoryStore::Entry HistoryStore::at(Position position) const {
  const HistoryChunkContent& where = content(position.chunk);
  return {where.entry(position.entry), &where};
}

const HistoryChunkContent& HistoryStore::content(std::size_t index) const {
  const HistoryChunk& chunk = *chunks_[index];
  if (!chunk.frozen()) return chunk.content();
  if (decoded_chunk_ != &chunk) {
    decoded_ = chunk.thawed();
    decoded_chunk_ = &chunk;
  }
  return decoded_;
}

}  // namespace pty::vt
