#include "pty/client/peek.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <variant>

namespace pty::client {

base::Result<PeekedScreen> peek_screen(const Endpoint& endpoint, wire::PeekFlags flags,
                                       base::Milliseconds timeout) {
  const base::TimePoint deadline = std::chrono::steady_clock::now() + timeout;
  base::Result<Connection> connection = Connection::watch(endpoint, flags);
  if (!connection) return base::fail(connection.error());
  PeekedScreen peeked;
  while (true) {
    const auto left = std::chrono::ceil<base::Milliseconds>(deadline - std::chrono::steady_clock::now());
    const base::Result<Event> event = connection->wait_event(std::max(left, base::Milliseconds{0}));
    if (!event && event.error().code == base::Errc::timed_out)
      return base::fail(base::Errc::timed_out,
                        fmt::format("Session \"{}\" did not show its screen in time.", endpoint.name));
    if (!event) return base::fail(connection_error(event.error()));
    if (const auto* geometry = std::get_if<Geometry>(&*event)) peeked.size = geometry->size;
    if (const auto* screen = std::get_if<Screen>(&*event)) {
      peeked.bytes = connection->take(screen->bytes);
      return peeked;
    }
    if (const auto* closed = std::get_if<Closed>(&*event)) {
      if (closed->error && closed->error->code == base::Errc::corrupt)
        return base::fail(connection_error(*closed->error));
      return base::fail(not_running(endpoint.name));
    }
  }
}

}  // namespace pty::client
