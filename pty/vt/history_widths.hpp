#pragma once
// The widths at which the lines of a history were shown since they came in. A width cuts the coloured erased
// cells behind a line's text, as it does on the screen; but a history is not laid out again when the width
// changes, so what was cut follows from here. Without it a terminal that was narrow once would differ from
// one that was restored while it was.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "pty/base/bytes.hpp"

namespace pty::vt {

class HistoryWidths {
 public:
  /// More are forgotten, the oldest first.
  static constexpr std::size_t kMaxWidths = 64;
  static constexpr std::uint32_t kAllRoom = std::numeric_limits<std::uint32_t>::max();

  /// The lines with numbers below `end` are shown at this width from now on.
  void add(std::uint64_t end, std::uint16_t width);
  /// Lines with this number and above are gone: their numbers will be those of others.
  void drop_from(std::uint64_t number);
  void clear() { shown_.clear(); }
  /// How many erased cells are left behind the text of a packed line at most. Cost: none but for lines that
  /// have such cells and saw other widths.
  [[nodiscard]] std::uint32_t tail_room(std::uint64_t number, base::ByteView line) const;

 private:
  struct Shown {
    std::uint64_t end = 0;
    std::uint16_t width = 0;
  };
  std::vector<Shown> shown_;  ///< in order of time, each width once
};

}  // namespace pty::vt
