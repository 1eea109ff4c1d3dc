#pragma once
// Answers to the application. Each query is answered here and kept from other terminals, so that there is
// exactly one answer however many are watching.

#include <string_view>

#include "pty/vt/terminal_state.hpp"

namespace pty::vt {

/// Queues an answer and swallows the query that is being handled.
void answer(TerminalState& state, std::string_view reply);
/// Swallows a query that gets no answer.
void ignore_query(TerminalState& state);
/// True unless the sequence is too long to be a query (part of it may have been relayed).
bool is_query_sized(const TerminalState& state);
/// Queues bytes for the application. What exceeds kMaxReplyBytes is lost, whole replies at a time.
void queue_reply(TerminalState& state, std::string_view reply);

}  // namespace pty::vt
