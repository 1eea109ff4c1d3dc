#pragma once
// Interned styles: id 0 is the default rendition, every other id names one 16-byte record. There are no
// reference counts: when the table is full its owner marks the ids still used by cells and rebuilds it (see
// InternTables). Open addressing over 4-byte slots; starts small, because most sessions use fewer than a
// hundred styles.

#include <cstdint>
#include <vector>

#include "pty/term/style.hpp"
#include "pty/vt/cell.hpp"
#include "pty/vt/style_words.hpp"

namespace pty::vt {

class StyleTable {
 public:
  StyleTable();

  /// The id of a style, adding it if it is new. Returns 0 (default rendition) for a style that does not fit,
  /// which can happen only when more than kMaxStyleId different ones are alive.
  [[nodiscard]] StyleId intern(const term::Style& style);
  [[nodiscard]] const term::Style& at(StyleId id) const { return styles_[id]; }
  [[nodiscard]] std::size_t size() const { return styles_.size(); }
  /// True when the owner should mark and rebuild before interning more.
  [[nodiscard]] bool wants_collection() const { return styles_.size() + refused_ >= collect_at_; }

  /// Keeps the ids with used[id] true; returns the new id of each old one (0 for dropped ones). At least
  /// `growth` more styles fit before the next collection.
  [[nodiscard]] std::vector<StyleId> rebuild(const std::vector<bool>& used, std::size_t growth);

  /// How large the table may grow before it wants to be collected.
  [[nodiscard]] std::size_t collect_at() const { return collect_at_; }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  void grow_slots();
  [[nodiscard]] std::size_t slot_of(const StyleWords& words) const;
  /// A style that is new, whose place is `slot`.
  StyleId add(const term::Style& style, std::size_t slot);

  std::vector<term::Style> styles_;
  std::vector<std::uint32_t>
      slots_;  ///< ids; 0 = free (the default style is never stored); size is a power of two
  std::size_t collect_at_;
  std::size_t refused_ = 0;  ///< styles that did not fit since the last rebuild
};

}  // namespace pty::vt
