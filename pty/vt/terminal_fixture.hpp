#pragma once
// For tests of this room: a terminal with short ways to write to it and to read its screen.

#include <string>
#include <vector>

#include "pty/vt/terminal.hpp"
#include "pty/vt/terminal_state.hpp"

namespace pty::vt {

/// What a relay was given, by audience.
class RelayRecorder final : public RelaySink {
 public:
  void relay(const RelayPiece& piece) override {
    if (piece.audience == Audience::everyone) everyone += piece.bytes;
    writable += piece.bytes;
    if (piece.string_tail) tails += piece.bytes;
  }
  void left_alternate() override { left_at.push_back(writable.size()); }

  std::string everyone;  ///< what a read-only watcher sees
  std::string writable;  ///< what a writable client sees
  std::string tails;
  std::vector<std::size_t> left_at;  ///< sizes of `writable` at each left_alternate
};

class TestTerminal {
 public:
  explicit TestTerminal(base::Size size = {5, 10}) : terminal(size) {}

  TestTerminal& write(base::ByteView bytes) {
    terminal.write(bytes, &relay);
    return *this;
  }
  /// Row text; unwritten cells are '.', so that they differ from spaces; the row ends at its used part.
  [[nodiscard]] std::string row(std::uint16_t index) const {
    const RowView view = terminal.row(index);
    std::string out;
    for (std::uint16_t col = 0; col < view.used; ++col) {
      if (view.cells[col].width() == CellWidth::second_half) continue;
      if (view.cells[col].has_text()) {
        terminal.append_text(view.cells[col], out);
      } else {
        out += '.';
      }
    }
    while (out.ends_with('.')) out.pop_back();
    return out;
  }
  [[nodiscard]] std::string screen() const {
    std::string out;
    for (std::uint16_t i = 0; i < terminal.size().rows; ++i) out += (i == 0 ? "" : "|") + row(i);
    return out;
  }
  [[nodiscard]] std::string cursor() const {
    const Cursor c = terminal.cursor();
    return std::to_string(c.row) + "," + std::to_string(c.col) + (c.pending_wrap ? "+" : "");
  }
  [[nodiscard]] term::Style style_at(std::uint16_t row, std::uint16_t col) const {
    return terminal.style(terminal.row(row).cells[col].style());
  }

  Terminal terminal;
  RelayRecorder relay;
};

}  // namespace pty::vt
