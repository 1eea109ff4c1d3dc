#include "pty/client/geometry.hpp"

#include <variant>

#include "pty/client/connection.hpp"
#include "pty/client/question.hpp"

namespace pty::client {
namespace {

base::Error no_policies(const Endpoint& endpoint) {
  return older_daemon(endpoint.name, "geometry policies");
}

}  // namespace

/// The probe of docs/protocol.md: the request, then STATUS. Who answers STATUS alone does not know the
/// request.
base::Result<SessionGeometry> session_geometry(const Endpoint& endpoint,
                                               const std::optional<base::GeometryPolicy>& policy,
                                               base::Milliseconds timeout) {
  base::Result<Question> question = Question::open(endpoint, timeout);
  if (!question) return base::fail(std::move(question).error());
  if (policy) (void)question->connection().request_policy(*policy);
  (void)question->connection().request_status();
  bool accepted = !policy;
  while (true) {
    const base::Result<Event> event = question->next();
    if (!event) return base::fail(event.error());
    if (std::holds_alternative<PolicyReply>(*event)) accepted = true;
    const auto* reply = std::get_if<StatusReply>(&*event);
    if (reply == nullptr) continue;
    const base::Result<registry::StatusDocument> status = question->read_status(reply->json);
    if (!status) return base::fail(status.error());
    if (!accepted || !status->terminal.geometry_policy) return base::fail(no_policies(endpoint));
    return SessionGeometry{{static_cast<std::uint16_t>(status->terminal.rows),
                            static_cast<std::uint16_t>(status->terminal.cols)},
                           *status->terminal.geometry_policy};
  }
}

}  // namespace pty::client
