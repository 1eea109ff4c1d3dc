#include "pty/vt/link_table.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <limits>

namespace pty::vt {
namespace {

constexpr std::size_t kFirstSlots = 64;
constexpr std::size_t kMostEntries = kMaxLinks + kLinkSlack;
/// The link that makes a collection due has its place, too.
constexpr std::size_t kMostBytes = kMaxLinkBytes + kLinkSlackBytes + kMaxUriBytes + kMaxLinkIdBytes;
static_assert(kMostBytes + kMostEntries <= std::numeric_limits<std::uint32_t>::max());

std::uint32_t hash_of(std::string_view uri, std::string_view id) {
  const std::hash<std::string_view> hash;
  return static_cast<std::uint32_t>(id.empty() ? hash(uri) : hash(uri) * 31 + hash(id));
}

}  // namespace

std::string_view LinkTable::packed(LinkId id) const {
  const Entry& entry = entries_[id - 1U];
  return std::string_view(text_).substr(entry.begin, std::size_t{entry.id_size} + 1 + entry.uri_size);
}

Link LinkTable::split(const Entry& entry) const {
  const char* const id = text_.data() + entry.begin;
  return {{id + entry.id_size + 1, entry.uri_size}, {id, entry.id_size}};
}

/// The slot that holds the link, or the free one where it belongs.
std::size_t LinkTable::slot_of(std::uint32_t hash, std::string_view uri, std::string_view id) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash & mask;
  for (; slots_[slot] != 0; slot = (slot + 1) & mask) {
    const Entry& entry = entries_[slots_[slot] - 1U];
    if (entry.hash == hash && split(entry) == Link{uri, id}) break;
  }
  return slot;
}

/// Puts all links into so many slots, which are a power of two.
void LinkTable::index_all(std::size_t slots) {
  slots_.assign(slots, 0);
  const std::size_t mask = slots - 1;
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    std::size_t slot = entries_[i].hash & mask;
    while (slots_[slot] != 0) slot = (slot + 1) & mask;
    slots_[slot] = static_cast<LinkId>(i + 1);
  }
}

LinkId LinkTable::intern(std::string_view uri, std::string_view id) {
  if (uri.empty() || uri.size() > kMaxUriBytes || id.size() > kMaxLinkIdBytes) return 0;
  if (slots_.empty()) slots_.resize(kFirstSlots);
  const std::uint32_t hash = hash_of(uri, id);
  std::size_t slot = slot_of(hash, uri, id);
  if (slots_[slot] != 0) return slots_[slot];
  if (entries_.size() >= kMostEntries || bytes_ + uri.size() + id.size() > kMostBytes) {
    ++refused_;
    return 0;
  }
  if ((entries_.size() + 1) * 2 >= slots_.size()) {
    index_all(slots_.size() * 2);
    slot = slot_of(hash, uri, id);
  }
  entries_.push_back({static_cast<std::uint32_t>(text_.size()), hash, 0,
                      static_cast<std::uint16_t>(uri.size()), static_cast<std::uint8_t>(id.size())});
  text_.append(id).push_back(kLinkSeparator);
  text_.append(uri);
  bytes_ += uri.size() + id.size();
  return slots_[slot] = static_cast<LinkId>(entries_.size());
}

std::vector<LinkId> LinkTable::rebuild(const std::vector<bool>& used) {
  std::vector<LinkId> renamed(entries_.size() + 1, 0);
  std::size_t kept = 0;
  std::size_t end = 0;
  bytes_ = 0;
  for (std::size_t id = 1; id <= entries_.size(); ++id) {
    if (id >= used.size() || !used[id]) continue;
    Entry entry = entries_[id - 1];
    const std::size_t size = std::size_t{entry.id_size} + 1 + entry.uri_size;
    std::memmove(text_.data() + end, text_.data() + entry.begin, size);
    entry.begin = static_cast<std::uint32_t>(end);
    end += size;
    bytes_ += size - 1;
    entries_[kept++] = entry;
    renamed[id] = static_cast<LinkId>(kept);
  }
  entries_.resize(kept);
  text_.resize(end);
  // What comes until the next collection fits again; more than that is given back.
  if (text_.capacity() > 2 * end + kLinkSlackBytes) text_.shrink_to_fit();
  if (entries_.capacity() > 2 * (kept + kLinkSlack)) entries_.shrink_to_fit();
  index_all(std::max(kFirstSlots, std::bit_ceil(kept * 4)));
  collect_at_ = kept + kLinkSlack;
  collect_at_bytes_ = bytes_ + kLinkSlackBytes;
  refused_ = 0;
  return renamed;
}

std::size_t LinkTable::memory_bytes() const {
  return entries_.capacity() * sizeof(Entry) + text_.capacity() + slots_.capacity() * sizeof(LinkId);
}

}  // namespace pty::vt
