#include "pty/client/submit.hpp"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <variant>

#include "pty/client/connection.hpp"

namespace pty::client {
namespace {

using base::Errc;
using base::fail;

base::Status verdict_on(wire::SubmitOutcome outcome, const std::string& name) {
  using wire::SubmitOutcome;
  switch (outcome) {
    case SubmitOutcome::done:
      return {};
    case SubmitOutcome::ended:
      return fail(Errc::closed,
                  fmt::format("Session \"{}\": the program ended first; nothing was submitted.", name));
    case SubmitOutcome::unread:
      return fail(
          Errc::timed_out,
          fmt::format("Session \"{}\": the program does not read its input; Enter was not pressed.", name));
    case SubmitOutcome::unconfirmed:
      return fail(Errc::timed_out,
                  fmt::format("Session \"{}\": Enter was pressed, but the program has not read it.", name));
    case SubmitOutcome::denied:
      return fail(Errc::denied, fmt::format("Session \"{}\": this connection may only watch.", name));
    case SubmitOutcome::too_large:
      break;
  }
  return fail(Errc::too_large, fmt::format("A text to submit has at most {} bytes.", wire::kMaxSubmitText));
}

/// Absent while there is no answer yet.
std::optional<base::Status> answer_in(const Event& event, const std::string& name) {
  if (const auto* submitted = std::get_if<Submitted>(&event)) {
    if (submitted->outcome) return verdict_on(*submitted->outcome, name);
    return fail(Errc::unsupported,
                fmt::format("Session \"{}\" answered what this version does not know.", name));
  }
  if (std::holds_alternative<StatusReply>(event))
    return fail(Errc::unsupported,
                fmt::format("Session \"{}\" runs an older daemon, which cannot do this: restart it.", name));
  if (std::holds_alternative<Closed>(event))
    return fail(
        Errc::closed,
        fmt::format("Session \"{}\" ended meanwhile; it is not known whether the text was submitted.", name));
  return std::nullopt;
}

}  // namespace

base::Status submit_text(const Endpoint& endpoint, const wire::SubmitRequest& request,
                         base::Milliseconds limit) {
  if (request.text.size() > wire::kMaxSubmitText)
    return verdict_on(wire::SubmitOutcome::too_large, endpoint.name);
  const base::TimePoint deadline = std::chrono::steady_clock::now() + limit;
  base::Result<Connection> connection = Connection::command(endpoint);
  if (!connection) return fail(connection.error());
  // The answers come in the order of the questions: a daemon that knows only the second is an older one.
  if (!connection->request_submit(request) || !connection->request_status())
    return fail(not_running(endpoint.name));
  while (true) {
    const base::Result<Event> event =
        connection->wait_event(base::time_until(deadline, std::chrono::steady_clock::now()));
    if (!event && event.error().code == Errc::timed_out)
      return fail(Errc::timed_out,
                  fmt::format("Session \"{}\" does not say whether it took the text.", endpoint.name));
    if (!event) return fail(event.error());
    if (std::optional<base::Status> answer = answer_in(*event, endpoint.name)) return *std::move(answer);
  }
}

}  // namespace pty::client
