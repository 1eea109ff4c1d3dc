// Synchronisation generations: when a SCREEN is taken, and what it holds.

#include <algorithm>
#include <utility>

#include "pty/daemon/session_core.hpp"

namespace pty::daemon {
namespace {

/// Ends a control string that a resynchronised client may have been left in. Harmless elsewhere.
constexpr base::ByteView kCancel = "\x18";

}  // namespace

void SessionCore::begin_generation(Client& client, bool waits_for_settle) {
  client.phase = Phase::settling;
  client.waits_for_settle = waits_for_settle;
  client.synchronized_until.reset();
  client.exit_sent = false;
  client.owed_primary = false;
}

base::TimePoint SessionCore::cut_due(const Client& client, base::TimePoint now) const {
  if (life_ != Life::running) return now;
  base::TimePoint due = client.waits_for_settle ? window_.due(now) : now;
  if (client.synchronized_until && model_.synchronized_output())
    due = std::max(due, *client.synchronized_until);
  return due;
}

/// A client that asks again and again without reading gets one SCREEN, not a queue of them.
bool SessionCore::may_cut(const Client& client) const {
  return client.phase == Phase::settling && !client.gone && client.queue.bytes() <= kHighWaterBytes;
}

bool SessionCore::may_resynchronise(const Client& client) {
  return client.phase == Phase::stale && client.can_send && client.queue.empty() && !client.gone &&
         !client.ending;
}

void SessionCore::advance_generations() {
  draw_due_histories();
  base::TimePoint now = clock_.now();
  for (const auto& client : clients_.all())
    if (may_resynchronise(*client) && now >= client->pacing.not_before) resynchronise(*client);

  const auto due = [&](const Client& client) { return may_cut(client) && cut_due(client, now) <= now; };
  const auto& clients = clients_.all();
  if (std::none_of(clients.begin(), clients.end(), [&](const auto& client) { return due(*client); })) return;
  freshen();  // may show that the child is still drawing: look again
  now = clock_.now();
  PictureBatch pictures(model_);
  for (const auto& client : clients)
    if (due(*client) && !defers_for_synchronized(*client)) cut(*client, pictures);
}

/// Inside a synchronised update the picture is unfinished: wait a little for its end, once.
bool SessionCore::defers_for_synchronized(Client& client) {
  if (life_ != Life::running || client.synchronized_until || !model_.synchronized_output()) return false;
  client.synchronized_until = clock_.now() + kSynchronizedDefer;
  return true;
}

void SessionCore::cut(Client& client, PictureBatch& pictures) {
  push(client, picture_for(client, pictures));
  if (takes_history_behind(client)) client.history_due = clock_.now() + kHistoryDelay;
  if (client.history == wire::HistoryWish::behind) client.history = wire::HistoryWish::none;  // it has it
  client.phase = Phase::live;
  client.owed_primary = model_.alternate_active() && !client.peek.plain;
  client.lacks_history = client.role == wire::Role::writable && model_.alternate_active() &&
                         client.history == wire::HistoryWish::in_picture;
  client.joined_in_string = model_.in_long_string();
  client.owed_setting = model_.in_long_setting();
  client.may_be_in_string = false;
  if (life_ == Life::exited) tell_exit(client);
}

/// Who wants the history behind the screen gets a short one with it: it keeps nobody waiting, and a picture
/// painted once is calmer than one painted twice.
bool SessionCore::takes_history_behind(const Client& client) const {
  return client.role == wire::Role::writable && client.history == wire::HistoryWish::behind &&
         model_.history_bytes() > kShortHistoryBytes;
}

SharedPacket SessionCore::picture_for(const Client& client, PictureBatch& pictures) const {
  if (client.role != wire::Role::writable) return pictures.peeked(client.peek);
  const bool screen_only = client.history == wire::HistoryWish::none || takes_history_behind(client);
  return pictures.restored(screen_only ? vt::Extent::viewport : vt::Extent::full);
}

/// The second picture of the same moment: drawn a little later than the first, but before anything else is
/// sent to this client or changes what is drawn.
void SessionCore::draw_history(Client& client, PictureBatch& pictures) {
  if (!std::exchange(client.history_due, std::nullopt) || client.gone || client.departed) return;
  push(client, pictures.restored(vt::Extent::full));
}

/// It belongs before whatever else the client is sent.
void SessionCore::draw_owed_history(Client& client) {
  if (!client.history_due) return;
  PictureBatch pictures(model_);
  draw_history(client, pictures);
}

void SessionCore::draw_histories() {
  PictureBatch pictures(model_);
  for (const auto& client : clients_.all()) draw_history(*client, pictures);
}

void SessionCore::draw_due_histories() {
  const base::TimePoint now = clock_.now();
  PictureBatch pictures(model_);
  for (const auto& client : clients_.all())
    if (client->history_due && now >= *client->history_due) draw_history(*client, pictures);
}

/// A generation of our own for a client that lost output.
void SessionCore::resynchronise(Client& client) {
  ++resyncs_;
  client.pacing.on_resync(clock_.now());
  if (client.may_be_in_string) push(client, wire::encode_data(kCancel));
  begin_generation(client, client.role == wire::Role::writable);
  push(client, wire::encode_geometry(model_.size()));
}

std::optional<base::TimePoint> SessionCore::next_generation_deadline() const {
  std::optional<base::TimePoint> next;
  const base::TimePoint now = clock_.now();
  for (const auto& client : clients_.all()) {
    std::optional<base::TimePoint> at;
    if (may_cut(*client)) at = cut_due(*client, now);
    if (may_resynchronise(*client)) at = client->pacing.not_before;
    if (client->history_due && !client->gone) at = client->history_due;
    next = base::earlier(next, at);
  }
  return next;
}

}  // namespace pty::daemon
