#pragma once
// Interned grapheme clusters of two or more code points; a cell holds the id. Code points live in one arena.
// Collected by mark and rebuild like styles. A cluster is capped at kMaxClusterCodePoints; the rest is
// dropped.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pty/vt/cell.hpp"

namespace pty::vt {

inline constexpr std::size_t kMaxClusterCodePoints = 32;
/// Ids stay well inside 21 bits, and the arena inside 128 MiB.
inline constexpr std::size_t kMaxClusters = 1'000'000;

class ClusterTable {
 public:
  ClusterTable() = default;

  /// The id of a cluster (1 or more), adding it if it is new; 0 when the table is full.
  [[nodiscard]] ClusterId intern(std::u32string_view code_points);
  [[nodiscard]] std::u32string_view at(ClusterId id) const {
    const Entry& entry = entries_[id - 1];
    return std::u32string_view(arena_).substr(entry.offset, entry.size);
  }
  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] bool wants_collection() const { return entries_.size() + refused_ >= collect_at_; }
  /// Keeps the ids with used[id] true; returns the new id of each old one. Index 0 is unused.
  [[nodiscard]] std::vector<ClusterId> rebuild(const std::vector<bool>& used);
  /// How large the table may grow before it wants to be collected.
  [[nodiscard]] std::size_t collect_at() const { return collect_at_; }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  struct Entry {
    std::uint32_t offset;
    std::uint32_t size;
  };
  void grow_slots();
  [[nodiscard]] std::size_t slot_of(std::u32string_view code_points) const;

  std::u32string arena_;
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> slots_;  ///< ids; 0 = free
  std::size_t collect_at_ = 8192;
  std::size_t refused_ = 0;  ///< clusters that did not fit since the last rebuild
};

}  // namespace pty::vt
