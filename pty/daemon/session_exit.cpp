// The end: the child's last output, EXIT, the record, the grace; and the stop from outside.

#include <algorithm>
#include <utility>

#include "pty/daemon/session_core.hpp"

namespace pty::daemon {

void SessionCore::on_child_exit(ChildEnd end) {
  if (life_ != Life::running) return;
  child_end_ = end;
  died_at_ = clock_.wall_now();
  drain_until_ = clock_.now() + kExitDrain;
  life_ = Life::draining;
  input_.clear();
  if (submission_) {
    submission_->progress.on_child_end();
    advance_submission();
  }
  release_held_input();
  take_child_output();
  settle_event();
}

std::optional<int> SessionCore::exit_code() const {
  if (life_ == Life::running || life_ == Life::draining) return std::nullopt;
  return child_end_.code;
}

void SessionCore::finish_drain() {
  RelayBatch batch([this] { return model_.primary_repaint(); });
  model_.flush_relay(batch);
  after_model(batch);
  life_ = Life::exited;
  grace_until_ = clock_.now() + kExitGrace;
  for (const auto& client : clients_.all()) {
    if (client->gone || client->ending) continue;
    // Output is over, so this one picture is the last; it need not wait for the queue to drain.
    if (client->phase == Phase::stale) resynchronise(*client);
    if (client->phase == Phase::live) tell_exit(*client);
  }
  port_.close_child();
  port_.record_exit({child_end_, died_at_, model_.last_lines()});
  end_if_done();
}

void SessionCore::tell_exit(Client& client) {
  if (client.exit_sent || stopped_at_) return;
  client.exit_sent = true;
  push(client, wire::encode_exit(child_end_.code));
}

void SessionCore::stop() {
  if (stopped_at_) return;
  stopped_at_ = clock_.now();
  if (life_ == Life::over) return;  // the natural end was decided first; the deadline still holds
  port_.stop_listening();
  for (const auto& client : clients_.all()) {
    client->ending = true;
    client->phase = Phase::idle;
    client->history_due.reset();
    client->has_held = client->held_submit = client->submitting = false;
    client->turn_ticket = 0;
  }
  submission_.reset();
  end_if_done();
  step_stop();
  settle_event();
}

/// A process that forked while it was being killed leaves an orphan, which must not get away.
void SessionCore::on_orphan_exit() {
  if (!stopped_at_ || life_ == Life::over) return;
  end_if_done();
  if (kill_sent_ && life_ != Life::over) port_.signal_family(StopAction::kill);
}

/// After a natural end the grace runs, and descendants are left alone; a stop waits for them instead.
void SessionCore::end_if_done() {
  if (life_ != Life::exited) return;
  const bool done = stopped_at_ ? family_abandoned_ || !port_.family_lives() : clock_.now() >= grace_end();
  if (done) finish();
}

/// Takes the steps of the stop that are due, until nobody is left to signal.
void SessionCore::step_stop() {
  if (!stopped_at_) return;
  const auto steps = plan_shutdown(settings_.shutdown_deadline);
  while (stop_step_ < steps.size() && clock_.now() >= *stopped_at_ + steps.at(stop_step_).at) {
    take_stop_step(steps.at(stop_step_++).action);
  }
}

void SessionCore::take_stop_step(StopAction action) {
  if (action == StopAction::force_end) return port_.force_end();
  if (life_ == Life::over) return;
  port_.signal_family(action);
  kill_sent_ = kill_sent_ || action == StopAction::kill;
  family_abandoned_ = action == StopAction::abandon;
}

/// EXIT is not dropped for being late: while a client goes on reading what is queued for it, the end waits,
/// bounded. A client that stopped reading has had the grace like everybody: the session's name is needed. A
/// program that has ended before its starter came to see it is kept for it.
base::TimePoint SessionCore::grace_end() const {
  if (settings_.awaits_attach) return grace_until_ - kExitGrace + kAwaitedAttach;
  base::TimePoint end = grace_until_;
  for (const auto& client : clients_.all())
    if (!client->gone && !client->queue.empty()) end = std::max(end, client->took_at + kExitGrace);
  return std::min(end, grace_until_ + kSlowReaderGrace);
}

void SessionCore::finish() {
  if (life_ == Life::over) return;
  life_ = Life::over;
  for (const auto& client : clients_.all())
    if (!client->gone) {
      client->gone = true;
      if (!client->departed) port_.close_client(client->id, client->queue);
    }
  port_.finish(stopped_at_ ? registry::StopCause::external : registry::StopCause::natural);
}

}  // namespace pty::daemon
