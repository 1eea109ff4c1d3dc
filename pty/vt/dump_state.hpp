#pragma once
// The parts of a restore that are not cells, each as bytes for a receiver that stands at the neutral
// baseline.

#include "pty/base/bytes.hpp"
#include "pty/vt/dump_painter.hpp"
#include "pty/vt/terminal_state.hpp"

namespace pty::vt {

/// What the screen, and the history above it, usually take when they are painted. Only a hint: room that is
/// not used is never touched, and growing on the way costs more than painting.
std::size_t usual_screen_bytes(const TerminalState& state);
std::size_t usual_history_bytes(const TerminalState& state);

/// The state in which painting is defined: default pen, no margins, no origin, autowrap, no insert, ASCII,
/// cursor home.
void write_baseline(base::ByteBuffer& out);
/// DECSC with the saved cursor of a screen. Pre: baseline, and nothing painted yet: it may print and erase a
/// stand-in to bring a pending wrap about. Leaves the baseline.
void write_saved_cursor(const SavedCursor& saved, base::Size size, base::ByteBuffer& out);
/// Colours, titles, working directory, pointer shape, and the notifications whose end is still to come.
void write_strings(const TerminalState& state, base::ByteBuffer& out);
/// Tab stops, if they are not the default ones.
void write_tab_stops(const TerminalState& state, base::ByteBuffer& out);
/// Margins, origin mode, cursor with pending wrap, pen, character sets, cursor shape.
void write_cursor(const TerminalState& state, DumpPainter& painter, base::ByteBuffer& out);
/// The same for a receiver that has just printed `rows` rows from wherever it was, with a default pen: the
/// position is relative, unless there are margins.
void write_cursor_in_flow(const TerminalState& state, std::uint16_t rows, DumpPainter& painter,
                          base::ByteBuffer& out);
/// Modes that do not touch the screen, mouse modes in their order, keyboard levels of the active screen,
/// modifyOtherKeys.
void write_modes(const TerminalState& state, base::ByteBuffer& out);
/// Base flags and levels of one screen's kitty keyboard stack. Pre: that screen is active, its stack fresh.
void write_keyboard(const KeyboardStack& keyboard, base::ByteBuffer& out);
/// XTSAVE: the saved value of each mode that can be saved and is not saved as the default. Pre: baseline,
/// nothing painted yet; each such mode is set for a moment.
void write_saved_modes(const TerminalState& state, base::ByteBuffer& out);
/// What a viewer in somebody else's terminal needs of the modes: mouse, cursor visibility, keyboard levels.
void write_viewer_modes(const TerminalState& state, base::ByteBuffer& out);

}  // namespace pty::vt
