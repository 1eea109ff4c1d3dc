// One costly request per turn of the loop, whoever asks. A read holds hundreds of RESIZEs, and each may lay
// out a long history anew; carried out together they would stop everybody for seconds. So when a turn has had
// one, the next waits, and what its client sent after it; meanwhile the loop looks at the program, the other
// clients and the timers. Who waits longest goes first.

#include <utility>

#include "pty/daemon/session_core.hpp"

namespace pty::daemon {

/// A turn ends with the next on_time(); while somebody waits, next_deadline() asks for that at once.
void SessionCore::wait_for_turn(Client& client, const wire::Frame& frame) {
  client.turn_ticket = ++turn_tickets_;
  client.unread = wire::encode_packet(frame.type, frame.payload);
  client.unread.append(client.decoder.take_rest());
}

/// Who does not read its answers is not asked for more.
Client* SessionCore::try_next_in_turn() const {
  Client* next = nullptr;
  for (const auto& entry : clients_.all()) {
    Client& client = *entry;
    if (client.gone || client.turn_ticket == 0 || client.queue.control_packets() > kMaxUnreadAnswers)
      continue;
    if (next == nullptr || client.turn_ticket < next->turn_ticket) next = &client;
  }
  return next;
}

void SessionCore::give_turns() {
  turn_used_ = false;
  while (Client* client = turn_used_ ? nullptr : try_next_in_turn()) {
    client->turn_ticket = 0;
    const base::ByteBuffer unread = std::exchange(client->unread, {});
    feed(*client, unread);
  }
}

}  // namespace pty::daemon
