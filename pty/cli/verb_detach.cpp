// `pty detach [<ref>] [--all]`: those who are attached to a session leave it, from another shell.

#include <fmt/format.h>

#include "pty/cli/invocation.hpp"
#include "pty/cli/stats_text.hpp"
#include "pty/cli/verbs.hpp"
#include "pty/client/dismissal.hpp"
#include "pty/os/wall_time.hpp"
#include "pty/registry/reference.hpp"

namespace pty::cli {
namespace {

using base::Errc;
using base::fail;
using base::Result;

/// With a reference, the session it names; without one, the session this command was typed in.
Result<registry::Session> session_to_leave(const Invocation& call) {
  if (call.word(0)) return call.session();
  const std::optional<std::string> own = outer_session();
  if (!own) return fail(usage_error(call.verb));
  return registry::resolve_reference(call.root, *own);
}

/// Typed inside, it is meant for the terminal it was typed on: that client was active last.
wire::Dismissal whom(const Invocation& call) {
  if (call.arguments.has(Opt::all)) return wire::Dismissal::all;
  return call.word(0) ? wire::Dismissal::only : wire::Dismissal::latest;
}

/// "24x80 (active 3s ago), 50x200": rows come first.
std::string describe_clients(const registry::StatusClients& clients) {
  std::string text;
  for (const registry::StatusConnection& connection : clients.connections) {
    if (!connection.writable) continue;
    if (!text.empty()) text.append(", ");
    text.append(fmt::format("{}x{}", connection.rows, connection.cols));
    if (connection.last_active_at)
      text.append(fmt::format(" active {}", format_age(connection.last_active_at, os::wall_now())));
  }
  return text;
}

std::string count_of(std::uint32_t clients) {
  return fmt::format("{} client{}", clients, clients == 1 ? "" : "s");
}

std::string outcome_text(const wire::DismissalCount& count) {
  if (count.cut == 0) return count_of(count.left) + " detached.";
  const std::string cut =
      count_of(count.cut) + " did not answer and " + (count.cut == 1 ? "was" : "were") + " cut off.";
  return count.left == 0 ? cut : count_of(count.left) + " detached; " + cut;
}

}  // namespace

Result<int> detach_verb(Invocation& call) {
  Result<registry::Session> session = session_to_leave(call);
  if (!session) return fail(std::move(session).error());
  const Result<client::Dismissed> dismissed =
      client::dismiss_clients(endpoint_of(call.root, session->id), whom(call));
  if (!dismissed) return fail(dismissed.error());
  const wire::DismissalCount& count = dismissed->count;
  if (count.attached == 0) {
    call.out.print_line(about_session(session->id, "has no attached client."));
    return 0;
  }
  if (count.left + count.cut == 0)
    return fail(Errc::ambiguous,
                about_session(session->id,
                              fmt::format("has {} attached: {}. Use --all to detach them all.",
                                          count_of(count.attached), describe_clients(dismissed->clients))));
  call.out.print_line(fmt::format("Session \"{}\": {}", session->id, outcome_text(count)));
  return 0;
}

}  // namespace pty::cli
