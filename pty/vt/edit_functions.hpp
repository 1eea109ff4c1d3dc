#pragma once
// Inserting and deleting characters, lines and columns; scrolling by request; repeating.

#include "pty/vt/control_handlers.hpp"

namespace pty::vt {

/// Columns from `col` to the right margin, on every row of the scroll region. Nothing if the cursor is
/// outside of it.
void insert_columns_at(TerminalState& state, std::uint16_t col, std::uint16_t count);
void delete_columns_at(TerminalState& state, std::uint16_t col, std::uint16_t count);

void insert_characters(TerminalState& state, const term::CsiSequence& sequence);
void delete_characters(TerminalState& state, const term::CsiSequence& sequence);
void insert_lines(TerminalState& state, const term::CsiSequence& sequence);
void delete_lines(TerminalState& state, const term::CsiSequence& sequence);
void insert_columns(TerminalState& state, const term::CsiSequence& sequence);
void delete_columns(TerminalState& state, const term::CsiSequence& sequence);
void scroll_up_lines(TerminalState& state, const term::CsiSequence& sequence);
void scroll_down_lines(TerminalState& state, const term::CsiSequence& sequence);
void scroll_left(TerminalState& state, const term::CsiSequence& sequence);
void scroll_right(TerminalState& state, const term::CsiSequence& sequence);
void repeat_character(TerminalState& state, const term::CsiSequence& sequence);

}  // namespace pty::vt
