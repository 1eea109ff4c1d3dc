// Clients that leave while their input has to wait. The peer is gone, so nobody is answered and nothing of it
// is shown or constrains anybody; but what it handed over whole still belongs to the child, in its turn.

#include <algorithm>
#include <utility>

#include "pty/daemon/session_core.hpp"

namespace pty::daemon {

void SessionCore::depart(Client& client, base::ByteView last) {
  const bool constrained = client.role == wire::Role::writable && !client.ending;
  const std::size_t most = kMaxLeftBehindBytes - std::min(clients_.left_behind_bytes(), kMaxLeftBehindBytes);
  client.ending = true;
  client.departed = true;
  client.phase = Phase::idle;
  client.turn_ticket = 0;
  client.queue.clear();
  port_.close_client(client.id, client.queue);
  if (constrained) apply_geometry();
  if (client.submitting) {
    // The text is with the program already: without Enter it would become part of what comes next.
    submission_->client = 0;
    client.submitting = false;
  }
  if (client.held_submit) {
    client.has_held = client.held_submit = false;  // not begun, so it is as if never asked for
  } else if (client.held.size() > most) {
    left_behind_lost_ = true;
    client.has_held = false;
  } else {
    const base::ByteBuffer unread = std::exchange(client.unread, {});
    (void)(take_last(client, unread, most) && take_last(client, last, most));
  }
  client.decoder = wire::FrameDecoder(wire::Receiver::daemon);  // the rest of a packet will never come
  client.gone = !client.has_held;
}

/// Returns false when nothing behind these bytes is to be taken.
bool SessionCore::take_last(Client& client, base::ByteView bytes, std::size_t most) {
  client.decoder.feed(bytes);
  while (const auto frame = client.decoder.next())
    if (!on_last_frame(client, *frame, most)) return false;
  return !client.decoder.rejected();
}

/// Of the last packets only those count that decide whether input is taken. Returns false when no more is.
bool SessionCore::on_last_frame(Client& client, const wire::Frame& frame, std::size_t most) {
  switch (frame.type) {
    case wire::MessageType::data:
      return leave_behind(client, frame.payload, most);
    case wire::MessageType::attach:
      if (wire::try_decode_size(frame.payload)) client.role = wire::Role::writable;
      return true;
    case wire::MessageType::peek:
      client.role = wire::Role::readonly;
      return true;
    case wire::MessageType::detach:
    case wire::MessageType::submit:  // nobody would hear how it ended, and what follows it is not to come
                                     // first
      return false;
    case wire::MessageType::resize:
    case wire::MessageType::policy:
    case wire::MessageType::dismiss:
    case wire::MessageType::status:
    case wire::MessageType::submitted:
    case wire::MessageType::exit:
    case wire::MessageType::screen:
    case wire::MessageType::geometry:
      return true;
  }
  return true;
}

/// Nothing that does not fit is taken in part, and nothing behind it, so that no gap arises.
bool SessionCore::leave_behind(Client& client, base::ByteView input, std::size_t most) {
  if (client.role == wire::Role::readonly || life_ != Life::running || stopped_at_) return true;
  if (!client.has_held && input_.has_room() && !submission_) {
    input_.push_client(input);
    return true;
  }
  if (client.held.size() + input.size() > most) {
    left_behind_lost_ = true;
    return false;
  }
  if (!client.has_held) client.held_ticket = ++held_tickets_;
  client.held.append(input);
  client.has_held = true;
  return true;
}

}  // namespace pty::daemon
