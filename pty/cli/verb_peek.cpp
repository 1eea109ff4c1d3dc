// `pty peek <ref>`: one look, a wait for a text (--wait), or a read-only view (-f).

#include <cmath>

#include "pty/attach/follow.hpp"
#include "pty/attach/session_fate.hpp"
#include "pty/attach/wait_for_text.hpp"
#include "pty/cli/invocation.hpp"
#include "pty/cli/peek_epilogue.hpp"
#include "pty/cli/saved_output.hpp"
#include "pty/cli/verbs.hpp"
#include "pty/client/peek.hpp"
#include "pty/os/fd.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/wire/packet.hpp"

namespace pty::cli {
namespace {

using base::Errc;
using base::fail;
using base::Result;

struct PeekPlan {
  wire::PeekFlags view;
  std::vector<std::string> patterns;
  std::optional<base::Milliseconds> timeout;
  std::string timeout_text;
};

Result<PeekPlan> plan_peek(const Arguments& arguments) {
  constexpr double kLongest = 1e9;
  PeekPlan plan;
  plan.view.plain = arguments.has(Opt::plain);
  plan.view.full = arguments.has(Opt::full);
  for (std::string_view pattern : arguments.all(Opt::wait)) {
    if (pattern.empty()) return fail(Errc::invalid, "pty peek: --wait requires a text that is not empty");
    plan.patterns.emplace_back(pattern);
  }
  if (!plan.patterns.empty() && arguments.has(Opt::follow))
    return fail(Errc::invalid, "pty peek: --wait and --follow are mutually exclusive");
  if (std::optional<std::string_view> given = arguments.value(Opt::timeout)) {
    std::optional<double> seconds = parse_seconds(*given);
    if (!seconds || *seconds > kLongest)
      return fail(Errc::invalid, "pty peek: --timeout expects a non-negative number of seconds (got \"" +
                                     std::string(*given) + "\")");
    plan.timeout_text = *given;
    if (*seconds > 0) plan.timeout = base::Milliseconds{std::llround(std::ceil(*seconds * 1000))};
  }
  return plan;
}

Result<int> wait_for_text(Invocation& call, const PeekPlan& plan, const registry::Session& session) {
  attach::WaitOutcome outcome;
  if (session.gone()) {
    Result<registry::Metadata> record = record_of(call.root, session);
    if (!record) return fail(std::move(record).error());
    outcome = attach::wait_in_last_lines(session.id, plan.patterns,
                                         record->last_lines.value_or(std::vector<std::string>{}),
                                         record->exit_code);
  } else {
    attach::WaitRequest request;
    request.endpoint = endpoint_of(call.root, session.id);
    request.patterns = plan.patterns;
    request.timeout = plan.timeout;
    request.timeout_text = plan.timeout_text;
    request.view = plan.view;
    request.fate = attach::registry_fate(call.root, session.id, session.generation);
    outcome = attach::run_wait(request);
  }
  call.out.print(outcome.output);
  if (base::Status flushed = call.out.flush(); !flushed) return fail(std::move(flushed).error());
  (void)os::write_all(2, outcome.complaint);
  return outcome.exit_status;
}

Result<int> follow(Invocation& call, const PeekPlan& plan, const registry::Session& session) {
  attach::FollowRequest request;
  request.endpoint = endpoint_of(call.root, session.id);
  request.view = plan.view;
  request.fate = attach::registry_fate(call.root, session.id, session.generation);
  Result<attach::AttachOutcome> outcome = attach::run_follow(request);
  if (!outcome) return fail(std::move(outcome).error());
  return outcome->exit_status;
}

/// A session may end between the look into the registry and the dial: then its saved output answers.
Result<int> after_failed_dial(Invocation& call, const registry::Session& session, base::Error error) {
  if (error.code != Errc::unreachable) return fail(std::move(error));
  Result<std::optional<registry::Session>> now = registry::find_session(call.root, session.id);
  if (now && *now && (*now)->gone() && (*now)->has_metadata) return print_saved_output(call, **now);
  return fail(std::move(error));
}

}  // namespace

Result<int> peek_verb(Invocation& call) {
  if (!call.word(0)) return fail(usage_error(call.verb));
  Result<PeekPlan> plan = plan_peek(call.arguments);
  if (!plan) return fail(std::move(plan).error());
  Result<registry::Session> session = call.session();
  if (!session) return fail(std::move(session).error());
  if (!plan->patterns.empty()) return wait_for_text(call, *plan, *session);
  if (session->gone()) return print_saved_output(call, *session);
  if (call.arguments.has(Opt::follow)) return follow(call, *plan, *session);

  Result<client::PeekedScreen> screen = client::peek_screen(endpoint_of(call.root, session->id), plan->view);
  if (!screen) return after_failed_dial(call, *session, std::move(screen).error());
  call.out.print(screen->bytes);
  if (!plan->view.plain)
    call.out.print(peek_epilogue(screen->bytes, os::is_terminal(1) ? PeekSink::terminal : PeekSink::file));
  call.out.print("\n");
  return 0;
}

}  // namespace pty::cli
