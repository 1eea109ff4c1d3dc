#include "pty/vt/link_table.hpp"

#include <algorithm>
#include <bit>
#include <functional>
#include <utility>

namespace pty::vt {
namespace {

constexpr std::size_t kFirstSlots = 64;
constexpr std::size_t kMostEntries = kMaxLinks + kLinkSlack;
/// The link that makes a collection due has its place, too.
constexpr std::size_t kMostBytes = kMaxLinkBytes + kLinkSlackBytes + kMaxUriBytes + kMaxLinkIdBytes;

std::size_t hash_of(std::string_view uri, std::string_view id) {
  const std::hash<std::string_view> hash;
  return id.empty() ? hash(uri) : hash(uri) * 31 + hash(id);
}

}  // namespace

std::size_t LinkTable::slot_of(std::string_view uri, std::string_view id) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_of(uri, id) & mask;
  while (slots_[slot] != 0 && (at(slots_[slot]).uri != uri || at(slots_[slot]).id != id))
    slot = (slot + 1) & mask;
  return slot;
}

LinkId LinkTable::intern(std::string_view uri, std::string_view id) {
  if (uri.empty() || uri.size() > kMaxUriBytes || id.size() > kMaxLinkIdBytes) return 0;
  if (slots_.empty()) slots_.resize(kFirstSlots);
  std::size_t slot = slot_of(uri, id);
  if (slots_[slot] != 0) return slots_[slot];
  if (links_.size() >= kMostEntries || bytes_ + uri.size() + id.size() > kMostBytes) {
    ++refused_;
    return 0;
  }
  if ((links_.size() + 1) * 2 >= slots_.size()) {
    grow_slots();
    slot = slot_of(uri, id);
  }
  links_.push_back({std::string(uri), std::string(id)});
  bytes_ += uri.size() + id.size();
  const auto link = static_cast<LinkId>(links_.size());
  slots_[slot] = link;
  return link;
}

void LinkTable::grow_slots() {
  slots_.assign(slots_.size() * 2, 0);
  for (std::size_t i = 0; i < links_.size(); ++i)
    slots_[slot_of(links_[i].uri, links_[i].id)] = static_cast<LinkId>(i + 1);
}

std::vector<LinkId> LinkTable::rebuild(const std::vector<bool>& used) {
  std::vector<LinkId> renamed(links_.size() + 1, 0);
  std::vector<Link> kept;
  bytes_ = 0;
  for (std::size_t id = 1; id <= links_.size(); ++id) {
    if (id >= used.size() || !used[id]) continue;
    bytes_ += links_[id - 1].uri.size() + links_[id - 1].id.size();
    kept.push_back(std::move(links_[id - 1]));
    renamed[id] = static_cast<LinkId>(kept.size());
  }
  links_ = std::move(kept);
  slots_ = std::vector<LinkId>(std::max(kFirstSlots, std::bit_ceil(links_.size() * 4)));
  for (std::size_t i = 0; i < links_.size(); ++i)
    slots_[slot_of(links_[i].uri, links_[i].id)] = static_cast<LinkId>(i + 1);
  collect_at_ = links_.size() + kLinkSlack;
  collect_at_bytes_ = bytes_ + kLinkSlackBytes;
  refused_ = 0;
  return renamed;
}

std::size_t LinkTable::memory_bytes() const {
  std::size_t bytes = links_.capacity() * sizeof(Link) + slots_.capacity() * sizeof(LinkId);
  for (const Link& link : links_) bytes += link.uri.capacity() + link.id.capacity();
  return bytes;
}

}  // namespace pty::vt
