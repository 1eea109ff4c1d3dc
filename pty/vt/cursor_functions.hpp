#pragma once
// Cursor movement, margins, and saving the cursor.

#include "pty/vt/control_handlers.hpp"

namespace pty::vt {

/// Column or row of an absolute address, with origin mode and clamping; sets the cursor.
void move_to(TerminalState& state, std::uint32_t row, std::uint32_t col);
void home_cursor(TerminalState& state);
void carriage_return(TerminalState& state);
void line_feed(TerminalState& state);
void backspace(TerminalState& state);
void save_cursor(TerminalState& state);
void restore_cursor(TerminalState& state);
/// After something moved the rows, or the cursor, under a pending wrap. A wrap is pending only behind a
/// character at the edge: where there is none now, a space is written, so that what is printed next still
/// wraps and a dump can say so.
void settle_pending_wrap(TerminalState& state);
/// Margins to the whole screen.
void reset_margins(TerminalState& state);

void cursor_up(TerminalState& state, const term::CsiSequence& sequence);
void cursor_down(TerminalState& state, const term::CsiSequence& sequence);
void cursor_forward(TerminalState& state, const term::CsiSequence& sequence);
void cursor_backward(TerminalState& state, const term::CsiSequence& sequence);
void cursor_next_line(TerminalState& state, const term::CsiSequence& sequence);
void cursor_previous_line(TerminalState& state, const term::CsiSequence& sequence);
void cursor_column(TerminalState& state, const term::CsiSequence& sequence);
void cursor_row(TerminalState& state, const term::CsiSequence& sequence);
void cursor_position(TerminalState& state, const term::CsiSequence& sequence);
void column_relative(TerminalState& state, const term::CsiSequence& sequence);
void row_relative(TerminalState& state, const term::CsiSequence& sequence);
void set_vertical_margins(TerminalState& state, const term::CsiSequence& sequence);
/// DECSLRM with DECLRMM set, SCOSC without.
void set_horizontal_margins(TerminalState& state, const term::CsiSequence& sequence);
void restore_cursor_sco(TerminalState& state, const term::CsiSequence& sequence);
void set_cursor_shape(TerminalState& state, const term::CsiSequence& sequence);

void escape_save_cursor(TerminalState& state, std::uint32_t key);
void escape_restore_cursor(TerminalState& state, std::uint32_t key);
void escape_index(TerminalState& state, std::uint32_t key);
void escape_reverse_index(TerminalState& state, std::uint32_t key);
void escape_next_line(TerminalState& state, std::uint32_t key);
/// DECBI and DECFI: one column back or forward, scrolling sideways at the margin.
void escape_back_index(TerminalState& state, std::uint32_t key);
void escape_forward_index(TerminalState& state, std::uint32_t key);

}  // namespace pty::vt
