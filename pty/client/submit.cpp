#include "pty/client/submit.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>
#include <variant>

#include "pty/client/question.hpp"

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
  return std::nullopt;
}

/// Why there is none; the text may have been submitted all the same.
base::Error without_answer(base::Error reason, const std::string& name) {
  if (reason.code == Errc::timed_out)
    return {Errc::timed_out, 0, fmt::format("Session \"{}\" does not say whether it took the text.", name)};
  if (reason.code == Errc::unreachable || reason.code == Errc::corrupt)
    return {
        Errc::closed, 0,
        fmt::format("Session \"{}\" ended meanwhile; it is not known whether the text was submitted.", name)};
  return reason;
}

}  // namespace

base::Status submit_text(const Endpoint& endpoint, const wire::SubmitRequest& request,
                         base::Milliseconds limit) {
  if (request.text.size() > wire::kMaxSubmitText)
    return verdict_on(wire::SubmitOutcome::too_large, endpoint.name);
  base::Result<Question> question = Question::open(endpoint, limit);
  if (!question) return fail(std::move(question).error());
  // The answers come in the order of the questions: a daemon that knows only the second is an older one.
  Connection& connection = question->connection();
  if (!connection.request_submit(request) || !connection.request_status())
    return fail(not_running(endpoint.name));
  while (true) {
    base::Result<Event> event = question->next();
    if (!event) return fail(without_answer(std::move(event).error(), endpoint.name));
    if (std::optional<base::Status> answer = answer_in(*event, endpoint.name)) return *std::move(answer);
  }
}

}  // namespace pty::client
