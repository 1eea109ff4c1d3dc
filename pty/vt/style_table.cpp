#include "pty/vt/style_table.hpp"

#include <algorithm>
#include <bit>

namespace pty::vt {
namespace {

constexpr std::size_t kFirstStyleSlots = 128;
/// Up to here a table grows by four: each size it leaves behind is a hole in the heap. Beyond, by two.
constexpr std::size_t kUsualStyleSlots = 4096;
/// New styles before a collection, which costs one pass over the screens: at least so many, and as many again
/// as are alive; twice that while there are few.
constexpr std::size_t kFewestNewStyles = 1536;
constexpr std::size_t kFewStyles = 4096;

constexpr std::size_t grown(std::size_t size, std::size_t usual) {
  return size * (size < usual ? 4 : 2);
}

std::size_t style_hash(const StyleWords& words) {
  std::uint64_t h = words[0] * 0x9E37'79B9'7F4A'7C15ULL;
  h ^= (words[1] + (h >> 29)) * 0xBF58'476D'1CE4'E5B9ULL;
  return static_cast<std::size_t>(h ^ (h >> 32));
}

}  // namespace

StyleTable::StyleTable() : styles_(1), slots_(kFirstStyleSlots), collect_at_(kFewestNewStyles) {}

/// The slot that holds the style, or the free one where it belongs.
std::size_t StyleTable::slot_of(const StyleWords& words) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = style_hash(words) & mask;; slot = (slot + 1) & mask) {
    if (slots_[slot] == 0) return slot;
    const StyleWords other = words_of(styles_[slots_[slot]]);
    if (((words[0] ^ other[0]) | (words[1] ^ other[1])) == 0) return slot;
  }
}

StyleId StyleTable::intern(const term::Style& style) {
  const StyleWords words = words_of(style);
  if ((words[0] | words[1]) == 0) return 0;
  const std::size_t slot = slot_of(words);
  return slots_[slot] != 0 ? slots_[slot] : add(style, slot);
}

StyleId StyleTable::add(const term::Style& style, std::size_t slot) {
  if (styles_.size() > Cell::kMaxStyleId) {
    ++refused_;
    return 0;
  }
  if (styles_.size() * 2 >= slots_.size()) {
    grow_slots();
    slot = slot_of(words_of(style));
  }
  if (styles_.size() == styles_.capacity()) styles_.reserve(grown(styles_.size(), kUsualStyleSlots / 2));
  const auto id = static_cast<StyleId>(styles_.size());
  styles_.push_back(style);
  slots_[slot] = id;
  return id;
}

void StyleTable::grow_slots() {
  slots_.assign(grown(slots_.size(), kUsualStyleSlots), 0);
  for (std::size_t id = 1; id < styles_.size(); ++id)
    slots_[slot_of(words_of(styles_[id]))] = static_cast<std::uint32_t>(id);
}

/// In place: new memory for each pass would leave holes in the heap that nothing else fits into.
std::vector<StyleId> StyleTable::rebuild(const std::vector<bool>& used, std::size_t growth) {
  std::vector<StyleId> renamed(styles_.size(), 0);
  std::size_t kept = 1;
  for (std::size_t id = 1; id < std::min(styles_.size(), used.size()); ++id) {
    if (!used[id]) continue;
    renamed[id] = static_cast<StyleId>(kept);
    styles_[kept++] = styles_[id];
  }
  styles_.resize(kept);
  // In proportion to the live ones, so that the cost of collecting stays linear.
  collect_at_ = kept + std::max({kFewestNewStyles, kept, std::min(2 * kept, kFewStyles), growth});
  refused_ = 0;
  const std::size_t most_slots = std::bit_ceil(collect_at_ * 2);
  if (slots_.size() > most_slots) {
    slots_ = std::vector<std::uint32_t>(most_slots);
    styles_.shrink_to_fit();
  } else {
    std::fill(slots_.begin(), slots_.end(), 0);
  }
  for (std::size_t id = 1; id < kept; ++id)
    slots_[slot_of(words_of(styles_[id]))] = static_cast<std::uint32_t>(id);
  return renamed;
}

std::size_t StyleTable::memory_bytes() const {
  return styles_.capacity() * sizeof(term::Style) + slots_.capacity() * sizeof(std::uint32_t);
}

}  // namespace pty::vt
