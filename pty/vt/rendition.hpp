#pragma once
// SGR both ways: applying parameters to a style, and the parameters that make a style.

#include <string>

#include "pty/vt/control_handlers.hpp"

namespace pty::vt {

void select_rendition(TerminalState& state, const term::CsiSequence& sequence);
/// Parameters that turn the default rendition into `style`, starting with 0: "0;1;38:2::1:2:3".
std::string rendition_parameters(const term::Style& style);

}  // namespace pty::vt
