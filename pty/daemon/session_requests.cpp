// What clients ask for: packets in, roles and input out.

#include <algorithm>
#include <array>
#include <utility>

#include "pty/daemon/effective_geometry.hpp"
#include "pty/daemon/session_core.hpp"

namespace pty::daemon {
namespace {

/// What may cost far more than its few bytes: a new size, a picture, a look at the system, a file.
constexpr std::array kCostly{wire::MessageType::attach, wire::MessageType::resize, wire::MessageType::peek,
                             wire::MessageType::status, wire::MessageType::policy};

bool is_costly(wire::MessageType type) {
  return std::ranges::find(kCostly, type) != kCostly.end();
}

}  // namespace

void SessionCore::feed(Client& client, base::ByteView bytes) {
  client.decoder.feed(bytes);
  while (!client.gone && !client.is_paused()) {
    const auto frame = client.decoder.next();
    if (!frame) break;
    if (turn_used_ && is_costly(frame->type)) return wait_for_turn(client, *frame);
    on_frame(client, *frame);
  }
  if (client.is_paused() || client.gone) client.unread.assign(client.decoder.take_rest());
  if (client.decoder.rejected()) drop(client);
}

void SessionCore::on_frame(Client& client, const wire::Frame& frame) {
  switch (frame.type) {
    case wire::MessageType::data:
      return on_input_data(client, frame.payload);
    case wire::MessageType::attach:
      if (const auto request = wire::try_decode_attach(frame.payload)) on_attach(client, *request);
      return;
    case wire::MessageType::resize:
      if (const auto size = wire::try_decode_size(frame.payload)) on_resize(client, *size);
      return;
    case wire::MessageType::peek:
      return on_peek(client, wire::decode_peek(frame.payload));
    case wire::MessageType::status:
      use_turn();
      return push(client, status_document());
    case wire::MessageType::policy:
      if (const auto policy = wire::try_decode_policy(frame.payload)) on_policy(client, *policy);
      return;
    case wire::MessageType::dismiss:
      if (const auto who = wire::try_decode_dismissal(frame.payload)) on_dismiss(client, *who);
      return;
    case wire::MessageType::detach:
      return drop(client);
    case wire::MessageType::submit:
      return on_submit(client, frame.payload);
    case wire::MessageType::submitted:
    case wire::MessageType::exit:
    case wire::MessageType::screen:
    case wire::MessageType::geometry:
      return;  // never ours to receive; the decoder skips them
  }
}

void SessionCore::on_input_data(Client& client, base::ByteView bytes) {
  if (client.role == wire::Role::readonly || life_ != Life::running || stopped_at_) return;
  if (!bytes.empty()) times_.input = clock_.wall_now();
  if (client.role == wire::Role::writable && tells_activity(bytes)) {
    note_active(client);
    if (policy_.kind == base::GeometryPolicy::Kind::latest) apply_geometry();
  }
  if (input_.has_room() && !submission_) return input_.push_client(bytes);
  hold(client, client.decoder.take_payload(bytes));
}

void SessionCore::on_attach(Client& client, const wire::AttachRequest& request) {
  const bool repeated = client.role == wire::Role::writable && client.requested == request.size;
  client.role = wire::Role::writable;
  client.requested = request.size;
  client.history = request.history;
  if (!repeated) note_active(client);
  client.request_sequence = ++request_sequence_;
  client.peek = {};
  if (std::exchange(settings_.awaits_attach, false) && life_ == Life::exited)
    grace_until_ = clock_.now() + kExitGrace;
  use_turn();
  port_.stamp_attach(clock_.wall_now());
  begin_generation(client, true);
  if (!apply_geometry()) push(client, wire::encode_geometry(model_.size()));
}

void SessionCore::on_resize(Client& client, base::Size requested) {
  if (client.role != wire::Role::writable) return;
  const bool repeated = client.requested == requested;
  client.requested = requested;
  if (!repeated) note_active(client);
  client.request_sequence = ++request_sequence_;
  apply_geometry();
}

void SessionCore::on_peek(Client& client, wire::PeekFlags flags) {
  client.role = wire::Role::readonly;
  client.requested = {0, 0};
  client.peek = flags;
  use_turn();
  begin_generation(client, false);
  if (!apply_geometry()) push(client, wire::encode_geometry(model_.size()));
}

void SessionCore::hold(Client& client, base::ByteBuffer payload) {
  client.held = std::move(payload);
  client.has_held = true;
  client.held_ticket = ++held_tickets_;
}

/// Who waits longest. But input that was there when a submission ended goes before all that have not begun:
/// one of them is the most that a key waits for. What comes later waits its time, or no submission would ever
/// begin behind somebody who types without pause.
Client* SessionCore::try_next_held() const {
  Client* input = nullptr;
  Client* submission = nullptr;
  for (const auto& entry : clients_.all()) {
    if (!entry->has_held || entry->gone) continue;
    Client*& oldest = entry->held_submit ? submission : input;
    if (oldest == nullptr || entry->held_ticket < oldest->held_ticket) oldest = entry.get();
  }
  if (input == nullptr || submission == nullptr) return input == nullptr ? submission : input;
  const bool ahead = input->held_ticket <= std::max(ahead_of_submissions_, submission->held_ticket);
  return ahead ? input : submission;
}

/// Room in the input queue: whoever was stopped goes on.
void SessionCore::release_held_input() {
  while (input_.has_room() && !submission_) {
    Client* client = try_next_held();
    if (client == nullptr) return;
    release(*client);
  }
}

void SessionCore::release(Client& client) {
  const base::ByteBuffer held = std::exchange(client.held, {});
  client.has_held = false;
  if (std::exchange(client.held_submit, false))
    begin_submission(client, held);
  else if (life_ == Life::running)
    input_.push_client(held);
  if (client.departed || client.is_paused()) return;
  const base::ByteBuffer unread = std::exchange(client.unread, {});
  feed(client, unread);
}

/// A client that will ask nothing more is served to the end of what it asked for.
void SessionCore::end_finished_clients() {
  const bool flush_over = stopped_at_ && clock_.now() >= *stopped_at_ + kStopFlush;
  for (const auto& client : clients_.all()) {
    if (client->gone || !client->ending) continue;
    if (client->departed) {
      client->gone = !client->has_held;
      continue;
    }
    const bool served = !client->is_paused() && !client->dismissing && client->phase != Phase::settling &&
                        !client->history_due && client->queue.empty();
    if (served || flush_over) drop(*client);
  }
}

}  // namespace pty::daemon
