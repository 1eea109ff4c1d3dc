// The clients' side of the shell: accepting, reading, sending.

#include <array>
#include <utility>

#include "pty/daemon/peer_check.hpp"
#include "pty/daemon/session_shell.hpp"
#include "pty/os/environment.hpp"
#include "pty/os/fd_io.hpp"

namespace pty::daemon {
namespace {

constexpr base::Milliseconds kAcceptPause{100};
constexpr int kAcceptsPerTurn = 16;

}  // namespace

void SessionShell::accept_clients() {
  for (int i = 0; i < kAcceptsPerTurn; ++i) {
    auto accepted = session_.listener.accept();
    if (!accepted) {  // out of descriptors or memory: do not spin
      listener_watch_.set_interest(os::Interest::none);
      accept_pause_.start_after(kAcceptPause);
      break;
    }
    if (!*accepted) break;
    add_connection(std::move(**accepted));
  }
  update();
}

/// Strangers and the 257th client are closed without a word.
void SessionShell::add_connection(os::Fd socket) {
  if (!is_owner(os::peer_uid(socket.get()), os::effective_user()) || !core_.has_room_for_client()) return;
  auto connection = std::make_unique<Connection>(loop_, core_.on_client_connected(), std::move(socket));
  Connection* raw = connection.get();
  const auto watched = raw->watch.open(raw->fd.get(), os::Interest::read, [this, raw](os::Readiness ready) {
    on_connection_ready(*raw, ready);
  });
  const ClientId id = raw->id;
  connections_.push_back(std::move(connection));
  if (!watched) core_.on_client_lost(id);
}

void SessionShell::on_connection_ready(Connection& connection, os::Readiness ready) {
  if (ready.readable) read_connection(connection);
  if (ready.writable && !connection.closed) {
    connection.send_blocked = false;
    core_.on_client_writable(connection.id);
  }
  if (ready.hung_up && !connection.closed && !core_.wants_input(connection.id))
    on_connection_broken(connection);  // otherwise it is read to its end first
  update();
}

void SessionShell::read_connection(Connection& connection) {
  client_buffer_.clear();
  bool ended = false;
  for (std::span<char> room = client_buffer_.room(); !room.empty(); room = client_buffer_.room()) {
    const auto outcome = os::read_some(connection.fd.get(), room);
    if (!outcome) return on_connection_broken(connection);
    ended = outcome->state == os::IoState::end;
    if (outcome->state != os::IoState::moved) break;
    client_buffer_.add(outcome->bytes);
    if (outcome->bytes < room.size()) break;
  }
  if (!client_buffer_.bytes().empty()) core_.on_client_bytes(connection.id, client_buffer_.bytes());
  if (ended) core_.on_client_end(connection.id);
}

/// Nobody is there any more: what the system still holds is taken out, and the descriptor is given back. The
/// system bounds what a socket holds; whatever an administrator allowed, more than the core keeps is not
/// read.
void SessionShell::on_connection_broken(Connection& connection) {
  base::ByteBuffer last;
  std::array<char, kSmallReadBytes> piece;
  while (last.size() < kMaxLeftBehindBytes) {
    const auto outcome = os::read_some(connection.fd.get(), piece);
    if (!outcome || outcome->state != os::IoState::moved) break;
    last.append(piece.data(), outcome->bytes);
  }
  core_.on_client_lost(connection.id, last);
}

/// Sends until the socket is full or the queue empty. Returns true if anything was sent.
bool SessionShell::flush_connection(Connection& connection) {
  bool sent = false;
  while (!connection.closed && !connection.send_blocked) {
    const SendQueue* queue = core_.output_of(connection.id);
    if (!queue || queue->empty()) break;
    std::array<base::ByteView, os::kMaxGather> pieces;
    const std::size_t count = queue->gather(pieces);
    const auto outcome = os::send_gathered(connection.fd.get(), std::span(pieces).first(count));
    if (!outcome) {
      on_connection_broken(connection);
      return true;
    }
    if (outcome->state != os::IoState::moved) {
      connection.send_blocked = true;
      break;
    }
    core_.on_client_sent(connection.id, outcome->bytes);
    sent = true;
  }
  return sent;
}

void SessionShell::update_interest(Connection& connection) {
  const SendQueue* queue = core_.output_of(connection.id);
  const bool write = (queue && !queue->empty()) || core_.awaits_writable(connection.id);
  const bool read = core_.wants_input(connection.id);
  connection.watch.set_interest(read ? (write ? os::Interest::read_write : os::Interest::read)
                                     : (write ? os::Interest::write : os::Interest::hang_up));
}

/// The connection object goes at the end of the event: its handler may be running.
void SessionShell::close_client(ClientId id, const SendQueue& unsent) {
  for (const auto& connection : connections_) {
    if (connection->id != id || connection->closed) continue;
    if (!connection->send_blocked && !unsent.empty()) {
      std::array<base::ByteView, os::kMaxGather> pieces;
      const std::size_t count = unsent.gather(pieces);
      (void)os::send_gathered(connection->fd.get(), std::span(pieces).first(count));
    }
    connection->closed = true;
    connection->watch.close();
    connection->fd.reset();
  }
}

}  // namespace pty::daemon
