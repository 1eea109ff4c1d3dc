#include "pty/client/peek.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>
#include <variant>

namespace pty::client {
namespace {

base::Error wait_error(const Endpoint& endpoint, const base::Error& error) {
  if (error.code != base::Errc::timed_out) return connection_error(error);
  return {base::Errc::timed_out, 0,
          fmt::format("Session \"{}\" did not show its screen in time.", endpoint.name)};
}

base::Error ended_early(const Endpoint& endpoint, const Closed& closed, bool begun) {
  if (closed.error && closed.error->code == base::Errc::corrupt) return connection_error(*closed.error);
  if (!begun) return not_running(endpoint.name);
  return {base::Errc::closed, 0,
          fmt::format("Session \"{}\" ended in the middle of its picture.", endpoint.name)};
}

}  // namespace

base::Result<base::Size> peek_screen(const Endpoint& endpoint, wire::PeekFlags flags, const PictureSink& sink,
                                     base::Milliseconds timeout) {
  base::Result<Connection> connection = Connection::watch(endpoint, flags);
  if (!connection) return base::fail(connection.error());
  connection->take_screens_in_pieces();
  base::Size size;
  bool begun = false;
  const auto now = [] { return std::chrono::steady_clock::now(); };
  base::TimePoint deadline = now() + timeout;
  while (true) {
    const base::Result<Event> event = connection->wait_event(base::time_until(deadline, now()));
    if (!event) return base::fail(wait_error(endpoint, event.error()));
    if (const auto* geometry = std::get_if<Geometry>(&*event)) size = geometry->size;
    if (const auto* closed = std::get_if<Closed>(&*event))
      return base::fail(ended_early(endpoint, *closed, begun));
    const auto* screen = std::get_if<Screen>(&*event);
    if (screen == nullptr) continue;
    begun = true;
    if (base::Status taken = sink(screen->bytes); !taken) return base::fail(std::move(taken).error());
    if (!screen->more) return size;
    deadline = now() + timeout;
  }
}

}  // namespace pty::client
