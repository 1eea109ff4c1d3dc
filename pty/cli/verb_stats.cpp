// `pty stats [<ref>]`: live figures, asked from the daemons all at once.

#include "pty/cli/invocation.hpp"
#include "pty/cli/stats_text.hpp"
#include "pty/cli/verbs.hpp"
#include "pty/client/status_query.hpp"
#include "pty/os/wall_time.hpp"
#include "pty/registry/session_document.hpp"
#include "pty/text/untrusted.hpp"

namespace pty::cli {
namespace {

using base::Errc;
using base::fail;
using base::Result;
using registry::Session;

/// The human block of an answer; an answer that cannot be read is a failure like no answer.
Result<std::string> block_of(const Session& session, const Result<std::string>& answer) {
  if (!answer) return fail(answer.error());
  Result<registry::StatusDocument> status = registry::parse_status(*answer);
  if (!status) return fail(client::invalid_status(session.id));
  return format_stats(session, *status, os::wall_now());
}

Result<int> stats_of_one(Invocation& call, const Session& session) {
  bool json = call.arguments.has(Opt::json);
  if (session.gone()) {
    call.out.print_line(json ? registry::encode_gone_session(session) : format_gone(*call.word(0), session));
    return 0;
  }
  Result<std::string> answer = client::query_status(endpoint_of(call.root, session.id));
  if (!answer) return fail(std::move(answer).error());
  if (json) {
    call.out.print_line(*answer);
    return 0;
  }
  Result<std::string> block = block_of(session, answer);
  if (!block) return fail(std::move(block).error());
  call.out.print(*block);
  return 0;
}

std::string json_of(const Session& session, const Result<std::string>* answer) {
  if (answer == nullptr) return registry::encode_gone_session(session);
  if (!*answer) return registry::encode_status_failure(session.id, answer->error().text);
  return **answer;
}

std::string text_of(const Session& session, const Result<std::string>* answer) {
  if (answer == nullptr) return format_gone(session.id, session) + "\n";
  Result<std::string> block = block_of(session, *answer);
  if (block) return std::move(*block);
  return "Session: " + text::escape_controls(session.id) +
         "\n  Error: " + text::escape_controls(block.error().text) + "\n";
}

Result<int> stats_of_all(Invocation& call) {
  Result<std::vector<Session>> sessions = registry::list_sessions(call.root);
  if (!sessions) return fail(std::move(sessions).error());
  std::vector<Session> gone;
  std::vector<Session> running;
  std::vector<client::Endpoint> endpoints;
  for (Session& session : *sessions) {
    if (!session.gone()) endpoints.push_back(endpoint_of(call.root, session.id));
    (session.gone() ? gone : running).push_back(std::move(session));
  }
  if (!call.arguments.has(Opt::all)) gone.clear();
  std::vector<Result<std::string>> answers = client::query_statuses(endpoints);

  bool json = call.arguments.has(Opt::json);
  std::vector<std::string> parts;
  parts.reserve(running.size() + gone.size());
  for (std::size_t i = 0; i < running.size(); ++i)
    parts.push_back(json ? json_of(running[i], &answers[i]) : text_of(running[i], &answers[i]));
  for (const Session& session : gone)
    parts.push_back(json ? json_of(session, nullptr) : text_of(session, nullptr));
  if (json) {
    call.out.print_line(registry::join_json_array(parts));
  } else if (parts.empty()) {
    call.out.print_line("No running sessions.");
  }
  for (std::size_t i = 0; !json && i < parts.size(); ++i) {
    if (i > 0) call.out.print("\n");
    call.out.print(parts[i]);
  }
  return 0;
}

}  // namespace

Result<int> stats_verb(Invocation& call) {
  if (!call.word(0)) return stats_of_all(call);
  if (call.arguments.has(Opt::all))
    return fail(Errc::invalid, "pty stats: --all and a session are mutually exclusive");
  Result<Session> session = call.session();
  if (!session) return fail(std::move(session).error());
  return stats_of_one(call, *session);
}

}  // namespace pty::cli
