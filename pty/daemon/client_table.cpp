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
    if (client->id == id && !client->gone) return client.get();
  return nullptr;
}

void ClientTable::sweep() {
  std::erase_if(clients_, [](const auto& client) { return client->gone; });
}

}  // namespace pty::daemon
