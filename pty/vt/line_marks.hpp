#pragma once
// The marks of history lines, beside the packed lines: most lines have none. Lines are named by a number that
// rises for ever, so that dropping old lines moves nothing.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pty/vt/row_marks.hpp"

namespace pty::vt {

/// Marked lines that are remembered; the oldest go first.
inline constexpr std::size_t kMaxMarkedLines = 65536;

class LineMarks {
 public:
  /// Pre: `line` is above every line added so far.
  void add(std::uint64_t line, const RowMarks& marks);
  /// None for a line without.
  [[nodiscard]] RowMarks of(std::uint64_t line) const;
  /// Forgets lines below `line`, and at or above it.
  void drop_before(std::uint64_t line);
  void drop_from(std::uint64_t line);
  void clear();

  [[nodiscard]] std::size_t memory_bytes() const { return entries_.capacity() * sizeof(Entry); }

 private:
  struct Entry {
    std::uint64_t line = 0;
    RowMarks marks;
  };
  [[nodiscard]] std::size_t lower_bound(std::uint64_t line) const;

  std::vector<Entry> entries_;  ///< sorted; those before first_ are dropped
  std::size_t first_ = 0;
};

}  // namespace pty::vt
