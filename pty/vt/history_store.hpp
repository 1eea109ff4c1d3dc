#pragma once
// The entries of a history in order: chunks added at the new end, entries dropped from the old end when
// there are more than the limit of lines, whole chunks when there are too many bytes. Frozen chunks are read
// through a cache of one decoded chunk, so a walk in either direction decodes each chunk once.

#include <cstddef>
#include <deque>
#include <memory>

#include "pty/base/bytes.hpp"
#include "pty/vt/history_chunk.hpp"

namespace pty::vt {

struct HistoryLimits {
  std::size_t lines = 10'000;            ///< logical lines kept
  std::size_t bytes = 32 * 1024 * 1024;  ///< of packed lines, before compression
};

class HistoryStore {
 public:
  explicit HistoryStore(HistoryLimits limits) : limits_(limits) {}

  [[nodiscard]] std::size_t entries() const { return entry_count_; }
  [[nodiscard]] bool empty() const { return entry_count_ == 0; }
  [[nodiscard]] std::size_t raw_bytes() const;
  [[nodiscard]] std::size_t resident_bytes() const;

  /// The chunk the next entry will go to, for its links. Call it before encoding each entry: only here
  /// is a new chunk begun.
  HistoryChunk& open_chunk();
  /// Adds an entry to the chunk that open_chunk() gave, and keeps the limits.
  void append(base::ByteView entry) { append(entry, {}); }
  /// The same for an entry in two parts.
  void append(base::ByteView head, base::ByteView rest);
  /// Removes the newest entry. Pre: not empty.
  void pop_back();
  void clear();

  /// Freezes every chunk but the newest.
  void freeze_old_chunks();

  /// Where an entry stands; valid until the store changes.
  struct Position {
    std::size_t chunk = 0;
    std::size_t entry = 0;
    friend bool operator==(const Position&, const Position&) = default;
  };
  [[nodiscard]] Position first() const { return {0, front_skip_}; }
  /// One past the newest entry.
  [[nodiscard]] Position end() const;
  [[nodiscard]] Position next(Position at) const;
  /// Pre: at != first().
  [[nodiscard]] Position previous(Position at) const;
  [[nodiscard]] Position last() const { return previous(end()); }

  /// Lifetime: both views hold until the next call on this store.
  struct Entry {
    base::ByteView bytes;
    const HistoryChunkContent* content = nullptr;  ///< for the links
  };
  [[nodiscard]] Entry at(Position position) const;

  [[nodiscard]] std::size_t chunks() const { return chunks_.size(); }
  [[nodiscard]] HistoryChunk& chunk(std::size_t index) const { return *chunks_[index]; }
  /// Entries of the first chunk that are dropped already.
  [[nodiscard]] std::size_t front_skip() const { return front_skip_; }

 private:
  void drop_front_chunk();
  void drop_back_chunk();
  [[nodiscard]] const HistoryChunkContent& content(std::size_t index) const;

  HistoryLimits limits_;
  std::deque<std::unique_ptr<HistoryChunk>> chunks_;
  std::size_t front_skip_ = 0;
  std::size_t entry_count_ = 0;
  std::size_t closed_bytes_ = 0;  ///< raw bytes of all chunks but the newest
  HistoryChunkContent spare_;     ///< memory of the last chunk dropped, for the next one
  mutable HistoryChunkContent decoded_;
  mutable const HistoryChunk* decoded_chunk_ = nullptr;
};

}  // namespace pty::vt
