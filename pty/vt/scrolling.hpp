#pragma once
// Moving lines: the scroll region, index and reverse index, wrapping. Lines that leave the top of the primary
// screen's full-width region go to history when they scroll out (not when they are deleted).

#include "pty/vt/terminal_state.hpp"

namespace pty::vt {

enum class Departing : std::uint8_t { to_history, dropped };

/// Moves rows [top, bottom] up between the left and right margins and erases what opens up at the bottom.
void scroll_up(TerminalState& state, std::uint16_t top, std::uint16_t bottom, std::uint16_t count,
               Departing departing);
void scroll_down(TerminalState& state, std::uint16_t top, std::uint16_t bottom, std::uint16_t count);

/// IND: one line down, scrolling at the bottom margin.
void index(TerminalState& state);
/// RI: one line up, scrolling at the top margin.
void reverse_index(TerminalState& state);
/// The automatic wrap: to the beginning of the next line, which becomes the continuation of this one.
void wrap_line(TerminalState& state);

/// True if the cursor is between the left and right margins.
bool inside_horizontal_margins(const TerminalState& state);
/// True if the margins span all columns.
bool is_full_width(const TerminalState& state);

}  // namespace pty::vt
