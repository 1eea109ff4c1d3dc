#pragma once
// Everything a terminal knows, as plain data. Handlers of control functions (one file per family) are free
// functions over it; dumps read it. Not part of the room's public face: outside `vt` use Terminal.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "pty/base/bytes.hpp"
#include "pty/base/size.hpp"
#include "pty/term/mode_table.hpp"
#include "pty/term/tokenizer.hpp"
#include "pty/vt/events.hpp"
#include "pty/vt/grid.hpp"
#include "pty/vt/history.hpp"
#include "pty/vt/intern_tables.hpp"
#include "pty/vt/keyboard_stack.hpp"
#include "pty/vt/notification_parser.hpp"
#include "pty/vt/palette.hpp"
#include "pty/vt/relay_queue.hpp"
#include "pty/vt/saved_cursor.hpp"
#include "pty/vt/terminal_options.hpp"

namespace pty::vt {

enum class ActiveScreen : std::uint8_t { primary, alternate };

/// Inclusive, 0-based. Always inside the grid; top < bottom and left < right (or the whole axis).
struct Margins {
  std::uint16_t top = 0;
  std::uint16_t bottom = 0;
  std::uint16_t left = 0;
  std::uint16_t right = 0;
  friend bool operator==(const Margins&, const Margins&) = default;
};

/// One of the two screens with what belongs to it alone.
struct ScreenState {
  explicit ScreenState(base::Size size) : grid(size) {}
  Grid grid;
  SavedCursor saved;
  KeyboardStack keyboard;
};

/// What the pen means as cell bits, computed when something is printed or erased. Whoever changes the pen,
/// its link or the semantic calls pen_changed (pen.hpp).
struct PenCache {
  bool print_stale = false;
  bool erase_stale = false;
  std::uint8_t row_flags = 0;  ///< RowFlag bits that a printed cell brings
  std::uint64_t print_bits = 0;
  std::uint64_t erase_bits = 0;  ///< background only
};

/// DECSCUSR: 0 = the terminal's default, 1-6 = block, underline, bar, odd ones blinking.
using CursorShape = std::uint8_t;

/// How four numbers name cells: as the first and last cell in reading order, or as corners (DECSACE).
enum class AreaShape : std::uint8_t { stream, rectangle };

struct TitlePair {
  std::string title;
  std::string icon;
  friend bool operator==(const TitlePair&, const TitlePair&) = default;
};
inline constexpr std::size_t kMaxTitleStack = 16;
inline constexpr std::size_t kMaxTitleBytes = 4096;
inline constexpr std::size_t kMaxReplyBytes = 64 * 1024;

struct TerminalState {
  TerminalState(base::Size grid_size, const TerminalOptions& terminal_options);

  TerminalOptions options;
  base::Size size;

  ScreenState primary;
  std::unique_ptr<ScreenState> alternate;  ///< made on first use
  ActiveScreen active = ActiveScreen::primary;
  ScreenState* screen = nullptr;  ///< the active one
  /// Lines that left the top of the primary screen.
  History history;
  InternTables tables;

  Cursor cursor;
  Pen pen;
  LinkId pen_link = 0;
  Semantic semantic = Semantic::output;
  PenCache pen_cache;
  Charsets charsets;
  CursorShape cursor_shape = 0;
  AreaShape attribute_extent = AreaShape::stream;  ///< of DECCARA and DECRARA

  Margins margins;
  std::vector<bool> tab_stops;  ///< by column
  term::ModeSet modes;
  term::ModeSet saved_modes;  ///< XTSAVE
  /// Mouse tracking modes that are set (9, 1000, 1002, 1003) in the order in which they were activated.
  std::vector<term::Mode> mouse_order;
  std::uint8_t modify_other_keys = 0;

  std::string title;
  std::string icon;
  std::vector<TitlePair> title_stack;  ///< at most kMaxTitleStack
  std::string working_directory;       ///< OSC 7, as sent
  std::string pointer_shape;           ///< OSC 22
  Palette palette;

  bool left_alternate = false;       ///< the sequence being handled left the alternate screen
  std::uint64_t generation = 1;      ///< rises with every write that may change something
  std::uint64_t lines_scrolled = 0;  ///< lines that ever left the top of the active screen
  base::ByteBuffer replies;          ///< at most kMaxReplyBytes
  std::vector<Event> events;
  NotificationParser notifications;
  RelayQueue relay;
  term::Tokenizer tokenizer;

  [[nodiscard]] bool mode(term::Mode which) const { return modes.test(which); }
  [[nodiscard]] Grid& grid() { return screen->grid; }
  [[nodiscard]] const Grid& grid() const { return screen->grid; }
  [[nodiscard]] bool on_alternate() const { return active == ActiveScreen::alternate; }
};

/// Changes the grid to `size` (already clamped): re-wraps the primary screen, pulls lines back from history
/// or pushes them there, crops or extends the alternate one, keeps margins, tab stops and cursors inside.
/// Written in resize.cpp.
void resize_state(TerminalState& state, base::Size size);

}  // namespace pty::vt
