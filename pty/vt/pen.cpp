#include "pty/vt/pen.hpp"

namespace pty::vt {
namespace {

/// Calls visit(Cell&) for every cell that may refer to a table.
template <class Visit>
void for_each_cell(Grid& grid, Visit visit) {
  for (std::uint16_t row = 0; row < grid.rows(); ++row) {
    Cell* cells = grid.cells(row);
    const std::uint16_t used = grid.header(row).used;
    for (std::uint16_t col = 0; col < used; ++col) visit(cells[col]);
  }
}

struct Marks {
  std::vector<bool> styles;
  std::vector<bool> clusters;
  std::vector<bool> links;
};

void mark(Grid& grid, Marks& marks) {
  for_each_cell(grid, [&marks](const Cell& cell) {
    marks.styles[cell.style()] = true;
    if (cell.is_cluster()) marks.clusters[cell.cluster()] = true;
    marks.links[cell.link()] = true;
  });
}

}  // namespace

void collect_tables(TerminalState& state) {
  InternTables& tables = state.tables;
  Marks marks{std::vector<bool>(tables.styles.size()), std::vector<bool>(tables.clusters.size() + 1),
              std::vector<bool>(tables.links.size() + 1)};
  marks.links[state.pen_link] = true;
  mark(state.primary.grid, marks);
  if (state.alternate) mark(state.alternate->grid, marks);

  const std::size_t cells = std::size_t{state.size.rows} * state.size.cols;
  const auto styles = tables.styles.rebuild(marks.styles, cells / 8);
  const auto clusters = tables.clusters.rebuild(marks.clusters);
  const auto links = tables.links.rebuild(marks.links);
  const auto rename = [&](Cell& cell) {
    cell.set_style(styles[cell.style()]);
    if (cell.is_cluster()) cell.set_cluster(clusters[cell.cluster()]);
    cell.set_link(links[cell.link()]);
  };
  for_each_cell(state.primary.grid, rename);
  if (state.alternate) for_each_cell(state.alternate->grid, rename);
  state.pen_link = links[state.pen_link];
  pen_changed(state);
}

void collect_tables_if_full(TerminalState& state) {
  const InternTables& tables = state.tables;
  if (tables.styles.wants_collection() || tables.clusters.wants_collection() ||
      tables.links.wants_collection())
    collect_tables(state);
}

void refresh_print_bits(TerminalState& state) {
  PenCache& cache = state.pen_cache;
  const StyleId style = state.tables.styles.intern(state.pen.style);
  cache.print_bits = Cell::make(0, CellWidth::narrow, style, state.pen_link).bits();
  if (state.pen.is_protected) cache.print_bits |= Cell::kProtectedBit;
  cache.print_bits |= static_cast<std::uint64_t>(state.semantic) << Cell::kSemanticShift;
  cache.row_flags = 0;
  if ((cache.print_bits & ((1ULL << Cell::kLinkShift) - 1)) != 0)
    cache.row_flags |= static_cast<std::uint8_t>(RowFlag::styled);
  if (state.pen_link != 0) cache.row_flags |= static_cast<std::uint8_t>(RowFlag::linked);
  cache.print_stale = false;
}

void refresh_erase_bits(TerminalState& state) {
  PenCache& cache = state.pen_cache;
  cache.erase_bits = 0;
  if (!state.pen.style.background.is_default()) {
    term::Style background;
    background.background = state.pen.style.background;
    cache.erase_bits = Cell::make(0, CellWidth::narrow, state.tables.styles.intern(background), 0).bits();
  }
  cache.erase_stale = false;
}

}  // namespace pty::vt
