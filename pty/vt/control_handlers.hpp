#pragma once
// The shape of handlers and of the rows that name them. Each family of control functions has a header that
// declares its handlers; csi_table.cpp and escape_table.cpp bind them to sequences.

#include <cstdint>
#include <string_view>

#include "pty/term/control_sequence.hpp"
#include "pty/vt/function_tables.hpp"
#include "pty/vt/terminal_state.hpp"

namespace pty::vt {

using CsiHandler = void (*)(TerminalState&, const term::CsiSequence&);
using EscapeHandler = void (*)(TerminalState&, std::uint32_t key);

struct CsiRow {
  FunctionRow function;
  std::uint32_t key;
  CsiHandler handler;
};
struct EscapeRow {
  FunctionRow function;
  std::uint32_t key;
  EscapeHandler handler;
};

/// Does what a CSI sequence says; unknown ones do nothing.
void dispatch_csi(TerminalState& state, const term::CsiSequence& sequence);
void dispatch_escape(TerminalState& state, std::uint32_t key);
void dispatch_control(TerminalState& state, std::uint8_t c0);
void dispatch_string(TerminalState& state, const term::ControlString& string);

}  // namespace pty::vt
