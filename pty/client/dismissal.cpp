#include "pty/client/dismissal.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "pty/client/question.hpp"

namespace pty::client {
namespace {

bool knows_dismissal(const registry::StatusDocument& status) {
  return std::ranges::find(status.protocol_features, wire::kDismissFeature) != status.protocol_features.end();
}

}  // namespace

/// The answer comes only when they are gone, so STATUS is asked first whether there will be one.
base::Result<Dismissed> dismiss_clients(const Endpoint& endpoint, wire::Dismissal who,
                                        base::Milliseconds timeout) {
  base::Result<Question> question = Question::open(endpoint, timeout);
  if (!question) return base::fail(std::move(question).error());
  (void)question->connection().request_status();
  Dismissed dismissed;
  while (true) {
    const base::Result<Event> event = question->next();
    if (!event) return base::fail(event.error());
    if (const auto* reply = std::get_if<StatusReply>(&*event)) {
      base::Result<registry::StatusDocument> status = question->read_status(reply->json);
      if (!status) return base::fail(std::move(status).error());
      if (!knows_dismissal(*status))
        return base::fail(older_daemon(endpoint.name, "how to detach its clients"));
      dismissed.clients = std::move(status->clients);
      (void)question->connection().request_dismissal(who);
    }
    if (const auto* reply = std::get_if<DismissalReply>(&*event)) {
      dismissed.count = reply->count;
      return dismissed;
    }
  }
}

}  // namespace pty::client
