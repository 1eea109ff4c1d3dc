#include "pty/client/question.hpp"

#include <fmt/format.h>

#include <utility>

#include "pty/client/status_query.hpp"

namespace pty::client {

base::Result<Question> Question::open(const Endpoint& endpoint, base::Milliseconds timeout) {
  base::Result<Connection> connection = Connection::command(endpoint);
  if (!connection) return base::fail(std::move(connection).error());
  return Question(endpoint, std::move(*connection), std::chrono::steady_clock::now() + timeout);
}

base::Result<Event> Question::next() {
  base::Result<Event> event =
      connection_.wait_event(base::time_until(deadline_, std::chrono::steady_clock::now()));
  if (!event && event.error().code == base::Errc::timed_out)
    return base::fail(base::Errc::timed_out,
                      fmt::format("Session \"{}\" did not answer in time.", endpoint_->name));
  if (!event) return base::fail(connection_error(event.error()));
  if (const auto* closed = std::get_if<Closed>(&*event)) {
    if (closed->error && closed->error->code == base::Errc::corrupt)
      return base::fail(connection_error(*closed->error));
    return base::fail(not_running(endpoint_->name));
  }
  return event;
}

base::Result<registry::StatusDocument> Question::read_status(base::ByteView json) const {
  base::Result<registry::StatusDocument> status = registry::parse_status(json);
  if (status) return status;
  return base::fail(invalid_status(endpoint_->name));
}

base::Error older_daemon(std::string_view name, std::string_view what) {
  return {base::Errc::unsupported, 0,
          fmt::format("Session \"{}\" was started by an older pty, which does not know {}; restart it to use "
                      "them.",
                      name, what)};
}

}  // namespace pty::client
