#include "pty/vt/style_table.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace pty::vt {
namespace {

constexpr std::size_t kFirstSlots = 256;
/// A table of this size stays in the caches; a collection costs one pass over the screens.
constexpr std::size_t kCollectAt = 4096;

using StyleWords = std::array<std::uint64_t, 2>;

/// Without a branch for each field.
bool same(const term::Style& one, const term::Style& other) {
  const auto a = std::bit_cast<StyleWords>(one);
  const auto b = std::bit_cast<StyleWords>(other);
  return ((a[0] ^ b[0]) | (a[1] ^ b[1])) == 0;
}

std::size_t hash_of(const term::Style& style) {
  const auto words = std::bit_cast<StyleWords>(style);
  std::uint64_t h = words[0] * 0x9E37'79B9'7F4A'7C15ULL;
  h ^= (words[1] + (h >> 29)) * 0xBF58'476D'1CE4'E5B9ULL;
  return static_cast<std::size_t>(h ^ (h >> 32));
}

}  // namespace

StyleTable::StyleTable() : styles_(1), slots_(kFirstSlots), collect_at_(kCollectAt) {}

/// The slot that holds the style, or the free one where it belongs.
std::size_t StyleTable::slot_of(const term::Style& style) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = hash_of(style) & mask;
  while (slots_[slot] != 0 && !same(styles_[slots_[slot]], style)) slot = (slot + 1) & mask;
  return slot;
}

StyleId StyleTable::intern(const term::Style& style) {
  if (style.is_default()) return 0;
  std::size_t slot = slot_of(style);
  if (slots_[slot] != 0) return slots_[slot];
  if (styles_.size() > Cell::kMaxStyleId) {
    ++refused_;
    return 0;
  }
  if (styles_.size() * 2 >= slots_.size()) {
    grow_slots();
    slot = slot_of(style);
  }
  const auto id = static_cast<StyleId>(styles_.size());
  styles_.push_back(style);
  slots_[slot] = id;
  return id;
}

void StyleTable::grow_slots() {
  slots_.assign(slots_.size() * 2, 0);
  for (std::size_t id = 1; id < styles_.size(); ++id)
    slots_[slot_of(styles_[id])] = static_cast<std::uint32_t>(id);
}

std::vector<StyleId> StyleTable::rebuild(const std::vector<bool>& used, std::size_t growth) {
  std::vector<StyleId> renamed(styles_.size(), 0);
  std::vector<term::Style> kept(1);
  for (std::size_t id = 1; id < styles_.size(); ++id) {
    if (id >= used.size() || !used[id]) continue;
    renamed[id] = static_cast<StyleId>(kept.size());
    kept.push_back(styles_[id]);
  }
  styles_ = std::move(kept);
  slots_ = std::vector<std::uint32_t>(std::max(kFirstSlots, std::bit_ceil(styles_.size() * 4)));
  for (std::size_t id = 1; id < styles_.size(); ++id)
    slots_[slot_of(styles_[id])] = static_cast<std::uint32_t>(id);
  // As many new styles as live ones before the next pass, so that the cost of collecting stays linear.
  collect_at_ = styles_.size() + std::max({kCollectAt, styles_.size(), growth});
  refused_ = 0;
  return renamed;
}

std::size_t StyleTable::memory_bytes() const {
  return styles_.capacity() * sizeof(term::Style) + slots_.capacity() * sizeof(std::uint32_t);
}

}  // namespace pty::vt
