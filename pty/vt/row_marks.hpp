#pragma once
// What a shell marked on a row with OSC 133: a prompt begins here, output begins here, a command ended here
// and how. As bits of the row's flags (grid.hpp) they move with the row; erasing text keeps them, erasing the
// row takes them away. A line of history has the marks of all its rows.

#include <algorithm>
#include <cstdint>

#include "pty/vt/grid.hpp"

namespace pty::vt {

inline constexpr auto kMarkFlags = static_cast<std::uint8_t>(
    static_cast<unsigned>(RowFlag::prompt) | static_cast<unsigned>(RowFlag::output) |
    static_cast<unsigned>(RowFlag::command_end) | static_cast<unsigned>(RowFlag::exit_known));

struct RowMarks {
  std::int32_t exit_code = 0;  ///< with RowFlag::exit_known
  std::uint8_t flags = 0;      ///< those of kMarkFlags

  [[nodiscard]] bool any() const { return flags != 0; }
  [[nodiscard]] bool has(RowFlag flag) const { return (flags & static_cast<std::uint8_t>(flag)) != 0; }
  /// Adds the marks of a later row: its command's end replaces an earlier one.
  void merge(const RowMarks& later) {
    if (later.has(RowFlag::command_end)) {
      flags = static_cast<std::uint8_t>(flags & ~static_cast<unsigned>(RowFlag::exit_known));
      exit_code = later.exit_code;
    }
    flags = static_cast<std::uint8_t>(flags | later.flags);
  }
  friend bool operator==(const RowMarks&, const RowMarks&) = default;
};

/// The marks in a RowHeader or RowView.
template <class Row>
RowMarks marks_on(const Row& row) {
  const auto flags = static_cast<std::uint8_t>(row.flags & kMarkFlags);
  return {row.has(RowFlag::exit_known) ? row.exit_code : 0, flags};
}
/// Neither text nor marks.
inline bool is_bare(const RowView& row) {
  return !marks_on(row).any() &&
         std::all_of(row.cells, row.cells + row.used, [](Cell cell) { return cell.is_zero(); });
}
/// In place of those the row has.
inline void set_marks(RowHeader& header, const RowMarks& marks) {
  header.flags = static_cast<std::uint8_t>((header.flags & ~kMarkFlags) | marks.flags);
  header.exit_code = marks.exit_code;
}

}  // namespace pty::vt
