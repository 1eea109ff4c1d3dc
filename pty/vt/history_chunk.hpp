#pragma once
// One block of packed history lines: about 64 KiB of encoded entries, an offset for each, and the
// hyperlinks they mention. A chunk is raw while lines are being added; an idle one can be frozen (LZ4) and
// thawed again. The entries are opaque here: history_format says what is in them.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "pty/base/bytes.hpp"

namespace pty::vt {

/// A chunk is full when its entries and links together reach this many bytes.
inline constexpr std::size_t kHistoryChunkBytes = 64 * 1024;

/// What a chunk holds when it is not frozen. Entry i ends where entry i+1 begins.
struct HistoryChunkContent {
  base::ByteBuffer bytes;
  std::vector<std::uint32_t> offsets;
  std::vector<std::string> links;  ///< opaque; entries refer to them by index

  [[nodiscard]] base::ByteView entry(std::size_t index) const;
};

class HistoryChunk {
 public:
  HistoryChunk();
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

  /// Pre: not frozen.
  void append(base::ByteView entry);
  /// Removes the newest entry. Pre: not frozen, not empty.
  void pop_back();
  /// The index of a link in this chunk, added if new. Pre: not frozen.
  std::uint32_t intern_link(std::string_view link);
  /// Pre: not frozen.
  [[nodiscard]] const HistoryChunkContent& content() const { return content_; }

  /// Compresses and gives the raw memory back. Does nothing when frozen or empty.
  void freeze();
  /// Decompresses into itself for further appends and pops.
  void thaw();
  /// The decompressed content of a frozen chunk. Pre: frozen.
  [[nodiscard]] HistoryChunkContent thawed() const;

  /// Rows of all entries at one width, kept by the history; 0 = not known.
  struct RowCount {
    std::uint16_t width = 0;
    std::size_t rows = 0;
  };
  RowCount row_count;

 private:
  HistoryChunkContent content_;
  std::unordered_map<std::string, std::uint32_t> link_index_;
  base::ByteBuffer packed_;
  std::size_t unpacked_size_ = 0;
  std::size_t raw_bytes_ = 0;
  std::size_t entry_count_ = 0;
  bool frozen_ = false;
};

}  // namespace pty::vt
