#pragma once
// Adding to the bounded queues of a terminal: events for people.

#include <string_view>

#include "pty/vt/terminal_state.hpp"

namespace pty::vt {

/// An event without text. A full queue drops it.
void queue_event(TerminalState& state, EventKind kind);
void queue_event(TerminalState& state, Event event);
/// A clipboard event; lost if more than kMaxPendingClipboardBytes would be pending.
void queue_clipboard(TerminalState& state, std::string_view targets, std::string_view base64);
/// Sets the title, and queues a title_change if it differs from the last one.
void change_title(TerminalState& state, std::string_view title);

}  // namespace pty::vt
