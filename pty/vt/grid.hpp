#pragma once
// One screen of cells. Rows live in one slab and are reached through a rotating index: a full-screen scroll
// moves one integer, a region scroll moves 2-byte indexes. Invariant: every cell at or beyond a row's `used`
// is zero, so clearing a row costs its used part only. `used` is an upper bound, cells below it may be zero
// too. A row that is `wrapped` continues in the next one, and its last column was written (or is a
// wrap_blank, which stands nowhere else).

#include <cstdint>
#include <memory>
#include <vector>

#include "pty/base/size.hpp"
#include "pty/vt/cell.hpp"

namespace pty::vt {

/// Conservative: a flag may be set although no such cell is left, never the other way round (but `wrapped`
/// and the marks are exact).
enum class RowFlag : std::uint8_t {
  wrapped = 1U << 0,  ///< soft-wrapped: the next row continues this one
  complex = 1U << 1,  ///< has wide characters or clusters
  styled = 1U << 2,   ///< has style ids, protected or semantic bits
  linked = 1U << 3,   ///< has link ids
  // OSC 133 (row_marks.hpp):
  prompt = 1U << 4,       ///< a prompt begins here
  output = 1U << 5,       ///< the output of a command begins here
  command_end = 1U << 6,  ///< a command ended here
  exit_known = 1U << 7,   ///< with `exit_code`
};

struct RowHeader {
  std::uint64_t generation = 0;  ///< value of the terminal's change counter at the last change
  std::uint16_t used = 0;
  std::uint8_t flags = 0;
  std::int32_t exit_code = 0;  ///< means something with RowFlag::exit_known only

  [[nodiscard]] bool has(RowFlag flag) const { return (flags & static_cast<std::uint8_t>(flag)) != 0; }
  void set(RowFlag flag) { flags = static_cast<std::uint8_t>(flags | static_cast<std::uint8_t>(flag)); }
  void clear(RowFlag flag) { flags = static_cast<std::uint8_t>(flags & ~static_cast<std::uint8_t>(flag)); }
};
static_assert(sizeof(RowHeader) == 16);

/// A row to read. Lifetime: until the next change of the grid.
struct RowView {
  const Cell* cells = nullptr;  ///< at least `used` of them
  std::uint16_t used = 0;
  std::uint8_t flags = 0;
  std::int32_t exit_code = 0;  ///< as in RowHeader

  [[nodiscard]] bool has(RowFlag flag) const { return (flags & static_cast<std::uint8_t>(flag)) != 0; }
};

class Grid {
 public:
  explicit Grid(base::Size size);

  [[nodiscard]] base::Size size() const { return size_; }
  [[nodiscard]] std::uint16_t rows() const { return size_.rows; }
  [[nodiscard]] std::uint16_t cols() const { return size_.cols; }

  /// cols() cells of screen row `row`.
  [[nodiscard]] Cell* cells(std::uint16_t row) { return slab_.get() + slab_row(row) * size_.cols; }
  [[nodiscard]] const Cell* cells(std::uint16_t row) const {
    return slab_.get() + slab_row(row) * size_.cols;
  }
  [[nodiscard]] RowHeader& header(std::uint16_t row) { return headers_[slab_row(row)]; }
  [[nodiscard]] const RowHeader& header(std::uint16_t row) const { return headers_[slab_row(row)]; }
  [[nodiscard]] RowView view(std::uint16_t row) const {
    const RowHeader& h = header(row);
    return {cells(row), h.used, h.flags, h.exit_code};
  }

  /// Zeroes a row: no cells, no flags.
  void clear_row(std::uint16_t row);
  /// The row does not continue in the next one any more: a wrap_blank is nothing but blank then.
  void end_wrap(std::uint16_t row);
  /// Moves rows [top, bottom] up by `count`: the top ones become cleared rows at the bottom. Wrap flags at
  /// the seams are the caller's business.
  void rotate_up(std::uint16_t top, std::uint16_t bottom, std::uint16_t count);
  void rotate_down(std::uint16_t top, std::uint16_t bottom, std::uint16_t count);

  /// Change counter value of the last whole-screen scroll: every row counts as changed since then.
  [[nodiscard]] std::uint64_t moved_generation() const { return moved_generation_; }
  void set_moved_generation(std::uint64_t generation) { moved_generation_ = generation; }

  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  [[nodiscard]] std::size_t slab_row(std::uint16_t row) const {
    std::size_t i = static_cast<std::size_t>(top_) + row;
    if (i >= size_.rows) i -= size_.rows;
    return order_[i];
  }

  void shift_order(std::uint16_t top, std::uint16_t bottom, std::uint16_t count);

  struct FreeSlab {
    void operator()(Cell* slab) const;
  };

  base::Size size_;
  std::uint16_t top_ = 0;
  std::vector<std::uint16_t> order_;  ///< screen position (rotated by top_) -> row of the slab
  std::vector<RowHeader> headers_;    ///< by row of the slab
  std::unique_ptr<Cell[], FreeSlab> slab_;
  std::uint64_t moved_generation_ = 0;
};

}  // namespace pty::vt
