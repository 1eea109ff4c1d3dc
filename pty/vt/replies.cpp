#include "pty/vt/replies.hpp"

namespace pty::vt {

bool is_query_sized(const TerminalState& state) {
  return state.tokenizer.token_end() - state.tokenizer.token_begin() <= kMaxHeldBytes;
}

void queue_reply(TerminalState& state, std::string_view reply) {
  if (state.replies.size() + reply.size() <= kMaxReplyBytes) state.replies.append(reply);
}

void answer(TerminalState& state, std::string_view reply) {
  if (!is_query_sized(state)) return;
  queue_reply(state, reply);
  state.relay.swallow(state.tokenizer);
}

void ignore_query(TerminalState& state) {
  state.relay.swallow(state.tokenizer);
}

}  // namespace pty::vt
