#pragma once
// Makes the clients that are attached to a session leave it, as if each had typed its detach key.

#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/client/endpoint.hpp"
#include "pty/registry/status_document.hpp"
#include "pty/wire/packet.hpp"

namespace pty::client {

struct Dismissed {
  wire::DismissalCount count;
  registry::StatusClients clients;  ///< as they were just before, with times if the daemon tells them
};

/// Blocks: until they have left (the daemon cuts off who does not answer within two seconds).
/// Fails: as dial(); unreachable with the same text when the daemon leaves; timed_out; corrupt; unsupported
/// when the session's daemon is older than this.
base::Result<Dismissed> dismiss_clients(const Endpoint& endpoint, wire::Dismissal who,
                                        base::Milliseconds timeout = base::Milliseconds{10'000});

}  // namespace pty::client
