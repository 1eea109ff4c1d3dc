#pragma once
// SGR both ways: applying parameters to a style, and the parameters that make a style.

#include <string>

#include "pty/term/number_window.hpp"
#include "pty/vt/control_handlers.hpp"

namespace pty::vt {

void select_rendition(TerminalState& state, const term::CsiSequence& sequence);
/// The same straight from the input; returns the end of the sequence. nullptr, and nothing changed, if it is
/// no SGR or not a simple one (rendition_reader.hpp).
const char* select_rendition(TerminalState& state, const term::NumberWindow& window);
/// Parameters that turn the default rendition into `style`, starting with 0: "0;1;38:2::1:2:3".
std::string rendition_parameters(const term::Style& style);

}  // namespace pty::vt
