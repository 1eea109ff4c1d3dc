// Clients that are told to leave by somebody else. They get DETACH as the last packet, answer as if the
// person had typed the detach key, and are gone; what they had typed before still counts. Who does not answer
// (an older client, a stuck terminal, a sleeping laptop) is cut off after a while. The asker is answered when
// all of them are gone.

#include <algorithm>

#include "pty/daemon/session_core.hpp"

namespace pty::daemon {

void SessionCore::on_dismiss(Client& asker, wire::Dismissal who) {
  std::vector<Client*> attached;
  for (const auto& client : clients_.all())
    if (is_attached(*client)) attached.push_back(client.get());
  Dismissing dismissing;
  dismissing.count.attached = static_cast<std::uint32_t>(attached.size());
  if (asker.role == wire::Role::readonly) attached.clear();  // who only watches sends nobody away
  if (who == wire::Dismissal::only && attached.size() != 1) attached.clear();
  if (who == wire::Dismissal::latest && !attached.empty())
    attached = {*std::ranges::max_element(attached, {}, &Client::activity)};
  for (Client* client : attached) {
    dismissing.waits_for.push_back(client->id);
    if (client->leave_by) continue;  // told already
    push(*client, wire::encode_detach());
    client->phase = Phase::idle;
    client->leave_by = clock_.now() + kLeavePatience;
  }
  asker.dismissing = std::move(dismissing);
}

bool SessionCore::is_attached(const Client& client) {
  return client.role == wire::Role::writable && !client.gone && !client.ending;
}

/// Takes note of who has left, cuts off who is overdue, and answers who has nobody to wait for.
void SessionCore::advance_dismissals() {
  const base::TimePoint now = clock_.now();
  for (const auto& client : clients_.all()) {
    if (!client->leave_by || !is_attached(*client) || now < *client->leave_by) continue;
    for (const auto& asker : clients_.all())
      if (asker->dismissing && std::erase(asker->dismissing->waits_for, client->id) > 0)
        ++asker->dismissing->count.cut;
    depart(*client, {});
  }
  for (const auto& asker : clients_.all()) {
    if (!asker->dismissing || asker->gone) continue;
    Dismissing& dismissing = *asker->dismissing;
    dismissing.count.left +=
        static_cast<std::uint32_t>(std::erase_if(dismissing.waits_for, [this](ClientId id) {
          const Client* client = clients_.find(id);
          return client == nullptr || !is_attached(*client);
        }));
    if (!dismissing.waits_for.empty()) continue;
    const base::ByteBuffer answer = wire::encode_dismissal_count(dismissing.count);
    asker->dismissing.reset();
    push(*asker, answer);
  }
}

}  // namespace pty::daemon
