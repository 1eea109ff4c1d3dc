#pragma once
// The marks of OSC 133 to ask for: which rows begin a prompt, which begin output, how the last command ended.
// Rows are counted from 0, the oldest of the history at the current width, through the screen: the rows of a
// full plain dump. A line of history that takes several rows has its marks on the first.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "pty/vt/row_marks.hpp"
#include "pty/vt/terminal.hpp"

namespace pty::vt {

struct MarkedRow {
  std::size_t row = 0;
  RowMarks marks;
  friend bool operator==(const MarkedRow&, const MarkedRow&) = default;
};
/// In order. On the alternate screen: its rows alone. Cost: a look at every line of the history.
std::vector<MarkedRow> marked_rows(const Terminal& terminal);

/// The command that ended last.
struct LastCommand {
  std::optional<std::size_t> output_row;  ///< where its output begins, if that is marked and still kept
  std::size_t end_row = 0;                ///< the row where it ended: its output, if any, stands above
  std::optional<std::int32_t> exit_code;
};
std::optional<LastCommand> last_command(const Terminal& terminal);

}  // namespace pty::vt
