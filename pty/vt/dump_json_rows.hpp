#pragma once
// Internal to the JSON dump: rows of the screens and of history. Cells refer to styles and links by numbers
// of the dump's own, given in the order in which they first appear.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "pty/term/style.hpp"
#include "pty/vt/json_writer.hpp"
#include "pty/vt/link_table.hpp"
#include "pty/vt/style_table.hpp"
#include "pty/vt/terminal_state.hpp"

namespace pty::vt {

/// The styles and links that a dump has met. Style 0 is the default rendition, link 0 is none.
class DumpTables {
 public:
  std::uint32_t style_number(const term::Style& style) { return styles_.intern(style); }
  std::uint32_t link_number(Link link);

  void write_styles(JsonWriter& json) const;
  void write_links(JsonWriter& json) const;

 private:
  StyleTable styles_;
  std::map<std::pair<std::string, std::string>, std::uint32_t> link_numbers_;  ///< by URI and id
  std::vector<const std::pair<std::string, std::string>*> links_;              ///< its keys in order
};

/// The members of one style: {"bold":true,"fg":1}.
void write_style(const term::Style& style, JsonWriter& json);
std::string_view semantic_name(Semantic semantic);

/// One object per row of a screen, as an array.
void write_grid(const TerminalState& state, const Grid& grid, DumpTables& tables, JsonWriter& json);
/// The newest rows of history at the terminal's width, oldest first, as an array.
void write_history(const TerminalState& state, std::size_t max_rows, DumpTables& tables, JsonWriter& json);

}  // namespace pty::vt
