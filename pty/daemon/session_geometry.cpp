// The size of the grid: who is asked, who is told.

#include <utility>
#include <vector>

#include "pty/daemon/effective_geometry.hpp"
#include "pty/daemon/session_core.hpp"

namespace pty::daemon {

/// Recomputes the effective size. Returns true if it changed and every watching client was told.
bool SessionCore::apply_geometry() {
  if (life_ == Life::over || stopped_at_) return false;
  std::vector<SizeRequest> requests;
  for (const auto& client : clients_.all())
    if (is_attached(*client)) requests.push_back({client->requested, client->activity});
  const base::Size wanted = effective_size(policy_, requests, wanted_size_);
  if (wanted == wanted_size_) return false;
  wanted_size_ = wanted;
  use_turn();
  freshen();  // what was written for the old size is parsed at the old size
  draw_histories();
  const base::Size before = model_.size();
  model_.resize(wanted);
  const base::Size applied = model_.size();
  if (applied == before) return false;
  for (const auto& client : clients_.all())
    if (client->watches() && !client->gone && !client->ending && client->phase != Phase::stale &&
        !client->leave_by) {
      // Reflow takes lines from the history. (Who asks for pictures without one asks again after a change.)
      if (client->phase == Phase::live && client->lacks_history && !model_.alternate_active())
        begin_generation(*client, true);
      announce_geometry(*client);
    }
  note_change(clock_.wall_now());
  port_.set_pty_size(applied);
  input_.push_reply(model_.take_replies());
  window_.on_resize(clock_.now());
  return true;
}

/// Sizes that others ask for must not stop the input of a client that leaves them unread, as too many answers
/// would: such a client is slow. (None may be left out: with reflow, a terminal that went through them all
/// may differ from one that did not.)
void SessionCore::announce_geometry(Client& client) {
  if (client.queue.control_packets() >= kMaxUnreadSizes) return fall_behind(client);
  push(client, wire::encode_geometry(model_.size()));
}

/// It becomes the client that was active last, which under `latest` decides the size.
void SessionCore::note_active(Client& client) {
  client.activity = ++activity_;
  client.active_at = clock_.wall_now();
}

/// Zero on an axis of a fixed size: as it is now. The answer and the record have what came of it. Who only
/// watches changes nothing and is told what is in force.
void SessionCore::on_policy(Client& client, base::GeometryPolicy policy) {
  if (client.role == wire::Role::readonly) return push(client, wire::encode_policy(policy_));
  if (policy.is_fixed()) policy.size = effective_size(policy, {}, model_.size());
  const base::GeometryPolicy before = std::exchange(policy_, policy);
  apply_geometry();
  if (policy_.is_fixed()) policy_.size = wanted_size_ = model_.size();
  if (policy_ != before) {
    use_turn();
    port_.record_policy(policy_);
  }
  push(client, wire::encode_policy(policy_));
}

/// The client whose request decides under `latest`; nothing when none is attached.
const Client* SessionCore::try_latest() const {
  const Client* latest = nullptr;
  for (const auto& client : clients_.all())
    if (is_attached(*client) && (latest == nullptr || client->activity > latest->activity))
      latest = client.get();
  return latest;
}

}  // namespace pty::daemon
