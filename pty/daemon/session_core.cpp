#include "pty/daemon/session_core.hpp"

#include <utility>

#include "pty/base/require.hpp"

namespace pty::daemon {

SessionCore::SessionCore(SessionSettings settings, ScreenModel& model, SessionPort& port,
                         const base::Clock& clock)
    : settings_(std::move(settings)),
      model_(model),
      port_(port),
      clock_(clock),
      policy_(settings_.geometry_policy),
      wanted_size_(model.size()) {
  if (policy_.is_fixed()) policy_.size = wanted_size_;  // as the emulator made it
}

ClientId SessionCore::on_client_connected() {
  base::require(has_room_for_client(), "a client was accepted beyond the limit");
  return clients_.add().id;
}

void SessionCore::on_client_bytes(ClientId id, base::ByteView bytes) {
  Client* client = clients_.find(id);
  if (!client || client->ending) return;
  if (client->is_paused())
    client->unread.append(bytes);
  else
    feed(*client, bytes);
  settle_event();
}

void SessionCore::on_client_end(ClientId id) {
  Client* client = clients_.find(id);
  if (!client || client->ending) return;
  client->ending = true;
  if (!client->is_paused())
    client->decoder = wire::FrameDecoder(wire::Receiver::daemon);  // nothing completes it
  if (client->role == wire::Role::writable) apply_geometry();
  settle_event();
}

void SessionCore::on_client_lost(ClientId id, base::ByteView last) {
  if (Client* client = clients_.find(id)) depart(*client, last);
  settle_event();
}

void SessionCore::on_client_sent(ClientId id, std::size_t count) {
  Client* client = clients_.find(id);
  if (!client) return;
  bytes_out_ += count;
  client->took_at = clock_.now();
  client->queue.consume(count);
  settle_event();
}

void SessionCore::on_client_writable(ClientId id) {
  Client* client = clients_.find(id);
  if (!client || client->phase != Phase::stale) return;
  client->can_send = true;
  settle_event();
}

bool SessionCore::awaits_writable(ClientId id) const {
  const Client* client = clients_.find(id);
  return client && client->phase == Phase::stale && !client->can_send;
}

const SendQueue* SessionCore::output_of(ClientId id) const {
  const Client* client = clients_.find(id);
  return client ? &client->queue : nullptr;
}

bool SessionCore::wants_input(ClientId id) const {
  const Client* client = clients_.find(id);
  if (!client || client->ending || client->is_paused()) return false;
  if (client->queue.control_packets() > kMaxUnreadAnswers) return false;
  return may_grow(*client);
}

void SessionCore::on_child_readable() {
  take_child_output();
  settle_event();
}

void SessionCore::on_input_written(std::size_t count) {
  bytes_in_ += count;
  input_.consume(count);
  note_submitted_input();
  release_held_input();
  settle_event();
}

void SessionCore::on_time() {
  const base::TimePoint now = clock_.now();
  give_turns();
  step_stop();
  if (life_ == Life::draining && now >= drain_until_) {
    freshen();  // what came in time is taken, however late we are
    finish_drain();
  }
  end_if_done();
  settle_event();
}

std::optional<base::TimePoint> SessionCore::next_deadline() const {
  std::optional<base::TimePoint> next = next_generation_deadline();
  const auto consider = [&next](base::TimePoint at) { next = base::earlier(next, at); };
  if (try_next_in_turn()) consider(clock_.now());
  if (submission_) consider(submission_->progress.next_deadline());
  if (stall_) consider(stall_->until);
  for (const auto& client : clients_.all())
    if (client->leave_by && is_attached(*client)) consider(*client->leave_by);
  if (life_ == Life::draining) consider(drain_until_);
  if (life_ == Life::exited && !stopped_at_) consider(grace_end());
  if (stopped_at_) {
    const auto steps = plan_shutdown(settings_.shutdown_deadline);
    if (stop_step_ < steps.size()) consider(*stopped_at_ + steps.at(stop_step_).at);
    if (clients_.size() > 0) consider(*stopped_at_ + kStopFlush);
  }
  return next;
}

void SessionCore::drop(Client& client) {
  if (client.gone) return;
  client.gone = true;
  port_.close_client(client.id, client.queue);
  if (client.role == wire::Role::writable && !client.ending) apply_geometry();
}

void SessionCore::settle_event() {
  if (life_ == Life::draining && child_output_ended_) finish_drain();
  advance_submission();
  advance_generations();
  end_finished_clients();
  give_up_stalled();
  advance_dismissals();
  clients_.sweep();
}

}  // namespace pty::daemon
