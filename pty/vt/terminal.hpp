#pragma once
// A terminal without a window: feed it an application's output, read cells, cursor, modes, history, answers
// and events. It sees no descriptors, sockets or time. It survives any byte sequence, and everything an
// application can grow is bounded. One terminal is one thread's; nothing here blocks. Dumps are free
// functions (dump_*.hpp).

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "pty/base/bytes.hpp"
#include "pty/base/size.hpp"
#include "pty/term/mode_table.hpp"
#include "pty/term/style.hpp"
#include "pty/vt/cell.hpp"
#include "pty/vt/events.hpp"
#include "pty/vt/grid.hpp"
#include "pty/vt/link_table.hpp"
#include "pty/vt/relay.hpp"
#include "pty/vt/saved_cursor.hpp"
#include "pty/vt/terminal_options.hpp"

namespace pty::vt {

struct TerminalState;

class Terminal {
 public:
  /// The size is clamped to 1..base::kMaxAxis per axis (at least 2 columns) and base::kMaxCells.
  explicit Terminal(base::Size size, const TerminalOptions& options = {});
  ~Terminal();
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  /// What the constructor and resize() make of a size.
  static base::Size clamp_size(base::Size size);

  /// Parses and applies. Bytes for other terminals go to `relay` (see relay.hpp) during the call.
  void write(base::ByteView bytes, RelaySink* relay = nullptr);
  /// Relays whatever is held back, unmodified: call at the end of the application's output.
  void flush_relay(RelaySink& relay);
  /// True while an over-long control string is being relayed piece by piece: somebody who joins now must
  /// ignore pieces with string_tail set.
  [[nodiscard]] bool in_long_string() const;
  /// And who did not see its beginning may miss something that lasts: a title, colours, a link.
  [[nodiscard]] bool in_long_setting() const;

  /// Answers to queries, in order, to be written to the application. At most 64 KiB accumulate; more are
  /// lost.
  [[nodiscard]] base::ByteBuffer take_replies();
  [[nodiscard]] std::vector<Event> take_events();

  /// Clamps, resizes the grid and (if ?2048 is set) queues the in-band report. Same size: nothing happens.
  void resize(base::Size size);
  [[nodiscard]] base::Size size() const;

  [[nodiscard]] Cursor cursor() const;
  [[nodiscard]] std::uint8_t cursor_shape() const;  ///< DECSCUSR value, 0-6
  [[nodiscard]] bool mode(term::Mode mode) const;
  [[nodiscard]] bool on_alternate() const;
  /// True inside a ?2026 bracket. (Time-outs are the owner's: the terminal knows no time.)
  [[nodiscard]] bool synchronized_output() const;
  /// Kitty keyboard flags of the active screen, bottom to top.
  [[nodiscard]] std::span<const std::uint8_t> keyboard_levels() const;
  [[nodiscard]] std::uint8_t keyboard_flags() const;
  [[nodiscard]] std::uint8_t modify_other_keys() const;
  [[nodiscard]] const std::string& title() const;
  [[nodiscard]] const std::string& working_directory() const;

  /// Rows that left the top of the primary screen, at the current width.
  [[nodiscard]] std::size_t history_rows() const;
  /// The same as lines: one that was wrapped counts once, as for TerminalOptions::history_lines.
  [[nodiscard]] std::size_t history_lines() const;

  /// Row of the active screen. Lifetime of views: until the next write or resize. Cells at or beyond `used`
  /// are blank.
  [[nodiscard]] RowView row(std::uint16_t row) const;
  [[nodiscard]] const term::Style& style(StyleId id) const;
  /// The link of a cell; its text holds until the next write or resize. Pre: id != 0.
  [[nodiscard]] Link link(LinkId id) const;
  /// Appends the text of a cell as UTF-8: nothing for an unwritten cell and for second halves.
  void append_text(Cell cell, std::string& out) const;

  /// Rises with every change. A consumer keeps the value it has seen and asks for rows above it.
  [[nodiscard]] std::uint64_t generation() const;
  [[nodiscard]] std::uint64_t row_generation(std::uint16_t row) const;
  /// Whether a row of the active screen has changed since the terminal had that generation; moves of the
  /// cursor are no change. Cost: a look at each row at most.
  [[nodiscard]] bool content_changed_since(std::uint64_t generation) const;
  /// Lines that ever scrolled off the top of the active screen.
  [[nodiscard]] std::uint64_t lines_scrolled() const;

  /// Heap bytes held now; never more than memory_bound() (memory_bound.hpp).
  [[nodiscard]] std::size_t memory_bytes() const;

  /// For this room's dumps and tests.
  [[nodiscard]] const TerminalState& state() const { return *state_; }
  [[nodiscard]] TerminalState& mutable_state() { return *state_; }

 private:
  std::unique_ptr<TerminalState> state_;
};

}  // namespace pty::vt
