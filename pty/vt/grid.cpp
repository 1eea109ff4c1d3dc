#include "pty/vt/grid.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>
#include <numeric>

namespace pty::vt {
namespace {

/// Zero pages straight from the system: a large screen costs memory only where it was written.
Cell* allocate_slab(std::size_t cells) {
  void* memory = std::calloc(cells, sizeof(Cell));
  if (memory == nullptr) throw std::bad_alloc();
  return static_cast<Cell*>(memory);
}

}  // namespace

void Grid::FreeSlab::operator()(Cell* slab) const {
  std::free(slab);
}

Grid::Grid(base::Size size)
    : size_(size),
      order_(size.rows),
      headers_(size.rows),
      slab_(allocate_slab(std::size_t{size.rows} * size.cols)) {
  std::iota(order_.begin(), order_.end(), std::uint16_t{0});
}

void Grid::clear_row(std::uint16_t row) {
  RowHeader& h = header(row);
  if (h.used != 0) std::memset(static_cast<void*>(cells(row)), 0, h.used * sizeof(Cell));
  h.used = 0;
  h.flags = 0;
}

void Grid::end_wrap(std::uint16_t row) {
  RowHeader& h = header(row);
  if (!h.has(RowFlag::wrapped)) return;
  h.clear(RowFlag::wrapped);
  Cell& last = cells(row)[size_.cols - 1U];
  if (last.width() == CellWidth::wrap_blank) last = last.as_narrow();
}

void Grid::rotate_up(std::uint16_t top, std::uint16_t bottom, std::uint16_t count) {
  for (std::uint16_t i = 0; i < count; ++i) clear_row(static_cast<std::uint16_t>(top + i));
  if (top == 0 && bottom + 1U == size_.rows) {
    const std::uint32_t moved = std::uint32_t{top_} + count;
    top_ = static_cast<std::uint16_t>(moved % size_.rows);
    return;
  }
  shift_order(top, bottom, count);
}

void Grid::rotate_down(std::uint16_t top, std::uint16_t bottom, std::uint16_t count) {
  for (std::uint16_t i = 0; i < count; ++i) clear_row(static_cast<std::uint16_t>(bottom - i));
  if (top == 0 && bottom + 1U == size_.rows) {
    const std::uint32_t moved = std::uint32_t{top_} + size_.rows - count;
    top_ = static_cast<std::uint16_t>(moved % size_.rows);
    return;
  }
  shift_order(top, bottom, static_cast<std::uint16_t>(bottom - top + 1 - count));
}

/// Rotates the indexes of [top, bottom] left by `count`. Pre: count <= height.
void Grid::shift_order(std::uint16_t top, std::uint16_t bottom, std::uint16_t count) {
  const std::size_t height = std::size_t{bottom} - top + 1;
  if (count == 0 || count == height) return;
  if (top_ + std::size_t{top} + height <= size_.rows) {  // contiguous
    const auto first = order_.begin() + top_ + top;
    std::rotate(first, first + count, first + static_cast<std::ptrdiff_t>(height));
    return;
  }
  std::rotate(order_.begin(), order_.begin() + top_, order_.end());
  top_ = 0;
  const auto first = order_.begin() + top;
  std::rotate(first, first + count, first + static_cast<std::ptrdiff_t>(height));
}

std::size_t Grid::memory_bytes() const {
  return std::size_t{size_.rows} *
         (std::size_t{size_.cols} * sizeof(Cell) + sizeof(RowHeader) + sizeof(std::uint16_t));
}

}  // namespace pty::vt
