#pragma once
// What tests read off a terminal: rows as text, a cell's look in words.

#include <cstdint>
#include <string>

#include "pty/vt/terminal.hpp"

namespace pty::vt_test {

/// The row as text, never-written cells as spaces, trailing blanks dropped.
std::string row_text(const vt::Terminal& terminal, std::uint16_t row);
/// All rows, '\n' after each but trailing blank ones dropped.
std::string screen_text(const vt::Terminal& terminal);

vt::Cell cell_at(const vt::Terminal& terminal, std::uint16_t row, std::uint16_t col);
std::string cell_text(const vt::Terminal& terminal, vt::Cell cell);
/// Everything but the text, in a fixed order, empty for a default cell: "bold underline=curly fg=1 bg=#102030
/// ul=#ff0000 wide protected link=http://x".
std::string cell_look(const vt::Terminal& terminal, vt::Cell cell);
/// "-", "7", "#102030".
std::string color_name(term::Color color);

/// OSC 133: "prompt output end=1", "end" without a code, "none".
std::string marks_text(const vt::RowView& row);
/// "0:prompt 3:end=0,prompt": every marked row, from the oldest of the history on.
std::string marked_text(const vt::Terminal& terminal);
/// "output=2 end=5 exit=1", parts that are not known left out; "none".
std::string last_command_text(const vt::Terminal& terminal);

}  // namespace pty::vt_test
