#include "pty/daemon/client_table.hpp"

#include <algorithm>

namespace pty::daemon {
namespace {

constexpr base::Milliseconds kFirstResyncDelay{50};
constexpr base::Milliseconds kLongestResyncDelay{1000};
/// Slow again within this long after a resynchronisation: it stays slow.
constexpr base::Milliseconds kSlowMemory{5000};

}  // namespace

void ResyncPacing::on_stale(base::TimePoint now) {
  const bool slow_again = now - last < kSlowMemory;
  delay = slow_again ? std::clamp(delay * 2, kFirstResyncDelay, kLongestResyncDelay) : base::Milliseconds(0);
  not_before = last + delay;
}

Client& ClientTable::add() {
  clients_.push_back(std::make_unique<Client>(next_++));
  return *clients_.back();
}

Client* ClientTable::find(ClientId id) const {
  for (const auto& client : clients_)
    if (client->id == id && !client->gone && !client->departed) return client.get();
  return nullptr;
}

void ClientTable::sweep() {
  join_departed();
  std::erase_if(clients_, [](const auto& client) { return client->gone; });
}

void ClientTable::join_departed() {
  Client* previous = nullptr;
  for (const auto& client : clients_) {
    if (client->gone) continue;
    const bool joins = previous && previous->departed && client->departed &&
                       previous->held.size() + client->held.size() <= kJoinedLeftBehindBytes;
    if (!joins) {
      previous = client.get();
      continue;
    }
    previous->held.append(client->held);
    client->gone = true;
  }
}

std::size_t ClientTable::size() const {
  return static_cast<std::size_t>(
      std::count_if(clients_.begin(), clients_.end(), [](const auto& client) { return !client->departed; }));
}

std::size_t ClientTable::left_behind_bytes() const {
  std::size_t bytes = 0;
  for (const auto& client : clients_)
    if (client->departed && !client->gone) bytes += client->held.size();
  return bytes;
}

}  // namespace pty::daemon
