#include "pty/vt/cluster_table.hpp"

#include <algorithm>
#include <bit>

namespace pty::vt {
namespace {

constexpr std::size_t kFirstSlots = 64;
constexpr std::size_t kCollectAt = 8192;

std::size_t hash_of(std::u32string_view code_points) {
  std::uint64_t h = 0xCBF2'9CE4'8422'2325ULL;
  for (const char32_t c : code_points) h = (h ^ c) * 0x0000'0100'0000'01B3ULL;
  return static_cast<std::size_t>(h ^ (h >> 32));
}

}  // namespace

std::size_t ClusterTable::slot_of(std::u32string_view code_points) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_of(code_points) & mask;
  while (slots_[slot] != 0 && at(slots_[slot]) != code_points) slot = (slot + 1) & mask;
  return slot;
}

ClusterId ClusterTable::intern(std::u32string_view code_points) {
  if (slots_.empty()) slots_.resize(kFirstSlots);
  std::size_t slot = slot_of(code_points);
  if (slots_[slot] != 0) return slots_[slot];
  if (entries_.size() >= kMaxClusters) {
    ++refused_;
    return 0;
  }
  if ((entries_.size() + 1) * 2 >= slots_.size()) {
    grow_slots();
    slot = slot_of(code_points);
  }
  entries_.push_back(
      {static_cast<std::uint32_t>(arena_.size()), static_cast<std::uint32_t>(code_points.size())});
  arena_.append(code_points);
  const auto id = static_cast<ClusterId>(entries_.size());
  slots_[slot] = id;
  return id;
}

void ClusterTable::grow_slots() {
  slots_.assign(slots_.size() * 2, 0);
  for (std::size_t id = 1; id <= entries_.size(); ++id)
    slots_[slot_of(at(static_cast<ClusterId>(id)))] = static_cast<std::uint32_t>(id);
}

std::vector<ClusterId> ClusterTable::rebuild(const std::vector<bool>& used) {
  std::vector<ClusterId> renamed(entries_.size() + 1, 0);
  std::u32string arena;
  std::vector<Entry> kept;
  for (std::size_t id = 1; id <= entries_.size(); ++id) {
    if (id >= used.size() || !used[id]) continue;
    const std::u32string_view code_points = at(static_cast<ClusterId>(id));
    kept.push_back(
        {static_cast<std::uint32_t>(arena.size()), static_cast<std::uint32_t>(code_points.size())});
    arena.append(code_points);
    renamed[id] = static_cast<ClusterId>(kept.size());
  }
  arena_ = std::move(arena);
  entries_ = std::move(kept);
  slots_ = std::vector<std::uint32_t>(std::max(kFirstSlots, std::bit_ceil(entries_.size() * 4)));
  for (std::size_t id = 1; id <= entries_.size(); ++id)
    slots_[slot_of(at(static_cast<ClusterId>(id)))] = static_cast<std::uint32_t>(id);
  collect_at_ = std::max(kCollectAt, entries_.size() + std::min(entries_.size(), kMaxClusters / 4));
  refused_ = 0;
  return renamed;
}

std::size_t ClusterTable::memory_bytes() const {
  return arena_.capacity() * sizeof(char32_t) + entries_.capacity() * sizeof(Entry) +
         slots_.capacity() * sizeof(std::uint32_t);
}

}  // namespace pty::vt
