#pragma once
// One block of packed history lines: about 64 KiB of encoded entries, an offset for each, and the
// hyperlinks they mention. A chunk is raw while lines are being added; an idle one can be frozen (LZ4) and
// thawed again. The entries are opaque here: history_format says what is in them.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "pty/base/bytes.hpp"

namespace pty::vt {

/// A chunk is full when its entries and links together reach this many bytes.
inline constexpr std::size_t kHistoryChunkBytes = 64 * 1024;

/// Link strings by index, one behind the other: a chunk may mention thousands.
class HistoryLinks {
 public:
  [[nodiscard]] std::size_t size() const { return ends_.size(); }
  [[nodiscard]] base::ByteView operator[](std::size_t index) const {
    const std::size_t begin = index == 0 ? 0 : ends_[index - 1];
    return base::ByteView(bytes_).substr(begin, ends_[index] - begin);
  }
  void push_back(base::ByteView link) {
    bytes_.append(link);
    ends_.push_back(static_cast<std::uint32_t>(bytes_.size()));
  }
  void clear() {
    bytes_.clear();
    ends_.clear();
  }
  [[nodiscard]] std::size_t memory_bytes() const {
    return bytes_.capacity() + ends_.capacity() * sizeof(std::uint32_t);
  }
  friend bool operator==(const HistoryLinks&, const HistoryLinks&) = default;

 private:
  base::ByteBuffer bytes_;
  std::vector<std::uint32_t> ends_;
};

/// What a chunk holds when it is not frozen. Entry i ends where entry i+1 begins.
struct HistoryChunkContent {
  base::ByteBuffer bytes;
  std::vector<std::uint32_t> offsets;
  HistoryLinks links;  ///< opaque; entries refer to them by index

  [[nodiscard]] base::ByteView entry(std::size_t index) const;
};

class HistoryChunk {
 public:
  HistoryChunk() : HistoryChunk(HistoryChunkContent{}) {}
  /// A new chunk in the memory of one that is gone, so that a full history stops allocating.
  explicit HistoryChunk(HistoryChunkContent recycled);
  HistoryChunk(const HistoryChunk&) = delete;
  HistoryChunk& operator=(const HistoryChunk&) = delete;

  [[nodiscard]] std::size_t entries() const { return entry_count_; }
  [[nodiscard]] bool full() const { return raw_bytes_ >= kHistoryChunkBytes; }
  [[nodiscard]] bool frozen() const { return frozen_; }
  /// Size before compression (entries, offsets, links): what the history's byte limit counts, so that
  /// limits do not depend on when somebody happened to be idle.
  [[nodiscard]] std::size_t raw_bytes() const { return raw_bytes_; }
  /// Heap bytes held now.
  [[nodiscard]] std::size_t resident_bytes() const;

  /// Adds an entry, given in two parts. Pre: not frozen.
  void append(base::ByteView head, base::ByteView rest);
  /// Removes the newest entry. Pre: not frozen, not empty.
  void pop_back();
  /// The index of a link in this chunk: `hint` if it is there, or it is added. Pre: not frozen.
  std::uint32_t put_link(base::ByteView link, std::uint32_t hint);
  /// Pre: not frozen.
  [[nodiscard]] const HistoryChunkContent& content() const { return content_; }

  /// Compresses and gives the raw memory back. Does nothing when frozen or empty.
  void freeze();
  /// Decompresses into itself for further appends and pops.
  void thaw();
  /// The decompressed content of a frozen chunk. Pre: frozen.
  [[nodiscard]] HistoryChunkContent thawed() const;
  /// Gives the memory of the content away: the chunk is of no use any more.
  [[nodiscard]] HistoryChunkContent take_content() { return std::move(content_); }

  /// Rows of all entries at one width, kept by the history; 0 = not known.
  struct RowCount {
    std::uint16_t width = 0;
    std::size_t rows = 0;
  };
  RowCount row_count;

 private:
  HistoryChunkContent content_;
  base::ByteBuffer packed_;
  std::size_t unpacked_size_ = 0;
  std::size_t raw_bytes_ = 0;
  std::size_t entry_count_ = 0;
  bool frozen_ = false;
};

}  // namespace pty::vt
