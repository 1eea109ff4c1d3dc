#include "pty/vt/history_chunk.hpp"

#include <lz4.h>

#include "pty/base/require.hpp"
#include "pty/vt/varint.hpp"

namespace pty::vt {
namespace {

/// Room for the entry that fills a chunk, so that most chunks never grow (by a copy and a mapping of twice
/// the size).
constexpr std::size_t kLastEntryBytes = 8 * 1024;
constexpr std::size_t kOffsetBytes = sizeof(std::uint32_t);
constexpr std::size_t kLinkOverhead = sizeof(std::uint32_t);  ///< a link's end

// Frozen form, before LZ4: links, then entry lengths, then the entries' bytes.
base::ByteBuffer flatten(const HistoryChunkContent& content) {
  base::ByteBuffer out;
  out.reserve(content.bytes.size() + 2 * content.offsets.size() + 64);
  put_varint(out, static_cast<std::uint32_t>(content.links.size()));
  for (std::size_t i = 0; i < content.links.size(); ++i) {
    const base::ByteView link = content.links[i];
    put_varint(out, static_cast<std::uint32_t>(link.size()));
    out += link;
  }
  put_varint(out, static_cast<std::uint32_t>(content.offsets.size()));
  for (std::size_t i = 0; i < content.offsets.size(); ++i)
    put_varint(out, static_cast<std::uint32_t>(content.entry(i).size()));
  out += content.bytes;
  return out;
}

HistoryChunkContent unflatten(base::ByteView flat) {
  HistoryChunkContent content;
  const std::uint32_t links = take_varint(flat);
  for (std::uint32_t i = 0; i < links; ++i) {
    const std::uint32_t length = take_varint(flat);
    content.links.push_back(flat.substr(0, length));
    flat.remove_prefix(length);
  }
  const std::uint32_t entries = take_varint(flat);
  content.offsets.reserve(entries);
  std::uint32_t offset = 0;
  for (std::uint32_t i = 0; i < entries; ++i) {
    content.offsets.push_back(offset);
    offset += take_varint(flat);
  }
  content.bytes = flat;
  return content;
}

}  // namespace

base::ByteView HistoryChunkContent::entry(std::size_t index) const {
  const std::size_t begin = offsets[index];
  const std::size_t end = index + 1 < offsets.size() ? offsets[index + 1] : bytes.size();
  return base::ByteView(bytes).substr(begin, end - begin);
}

// Only what is touched becomes resident, so a whole chunk may be asked for at once.
HistoryChunk::HistoryChunk(HistoryChunkContent recycled) : content_(std::move(recycled)) {
  content_.bytes.clear();
  content_.offsets.clear();
  content_.links.clear();
  content_.bytes.reserve(kHistoryChunkBytes + kLastEntryBytes);
}

std::size_t HistoryChunk::resident_bytes() const {
  return content_.bytes.size() + content_.offsets.capacity() * kOffsetBytes + content_.links.memory_bytes() +
         packed_.capacity();
}

void HistoryChunk::append(base::ByteView head, base::ByteView rest) {
  base::require(!frozen_, "append to a frozen history chunk");
  content_.offsets.push_back(static_cast<std::uint32_t>(content_.bytes.size()));
  content_.bytes.append(head);
  content_.bytes.append(rest);
  raw_bytes_ += head.size() + rest.size() + kOffsetBytes;
  ++entry_count_;
}

void HistoryChunk::pop_back() {
  base::require(!frozen_ && entry_count_ > 0, "pop from a frozen or empty history chunk");
  raw_bytes_ -= content_.bytes.size() - content_.offsets.back() + kOffsetBytes;
  content_.bytes.resize(content_.offsets.back());
  content_.offsets.pop_back();
  --entry_count_;
}

std::uint32_t HistoryChunk::put_link(base::ByteView link, std::uint32_t hint) {
  base::require(!frozen_, "link into a frozen history chunk");
  HistoryLinks& links = content_.links;
  if (hint < links.size() && links[hint] == link) return hint;
  links.push_back(link);
  raw_bytes_ += link.size() + kLinkOverhead;
  return static_cast<std::uint32_t>(links.size() - 1);
}

void HistoryChunk::freeze() {
  if (frozen_ || entry_count_ == 0) return;
  const base::ByteBuffer flat = flatten(content_);
  const int bound = LZ4_compressBound(static_cast<int>(flat.size()));
  base::ByteBuffer packed(static_cast<std::size_t>(bound), '\0');
  const int size = LZ4_compress_default(flat.data(), packed.data(), static_cast<int>(flat.size()), bound);
  base::require(size > 0, "LZ4 refused a history chunk");
  packed_.assign(packed.data(), static_cast<std::size_t>(size));
  unpacked_size_ = flat.size();
  content_ = {};
  frozen_ = true;
}

void HistoryChunk::thaw() {
  if (!frozen_) return;
  content_ = thawed();
  packed_ = {};
  frozen_ = false;
}

HistoryChunkContent HistoryChunk::thawed() const {
  base::require(frozen_, "thawed() of a raw history chunk");
  base::ByteBuffer flat(unpacked_size_, '\0');
  const int size = LZ4_decompress_safe(packed_.data(), flat.data(), static_cast<int>(packed_.size()),
                                       static_cast<int>(flat.size()));
  base::require(size >= 0 && static_cast<std::size_t>(size) == unpacked_size_, "a history chunk is corrupt");
  return unflatten(flat);
}

}  // namespace pty::vt
