// `pty peek <ref>`: one look, a wait (--wait, --regex, --gone, --idle, --exit), or a read-only view (-f).

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include "pty/attach/follow.hpp"
#include "pty/attach/session_fate.hpp"
#include "pty/attach/terminal_restorer.hpp"
#include "pty/attach/wait_for_text.hpp"
#include "pty/cli/detach_key_option.hpp"
#include "pty/cli/invocation.hpp"
#include "pty/cli/saved_output.hpp"
#include "pty/cli/verbs.hpp"
#include "pty/client/peek.hpp"
#include "pty/os/fd.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/term/terminal_reset.hpp"
#include "pty/wire/packet.hpp"

namespace pty::cli {
namespace {

using base::Errc;
using base::fail;
using base::Result;

constexpr double kLongestSeconds = 1e9;

/// What makes a look a wait.
constexpr std::array<std::pair<Opt, std::string_view>, 5> kConditionOptions{{{Opt::wait, "--wait"},
                                                                             {Opt::regex, "--regex"},
                                                                             {Opt::gone, "--gone"},
                                                                             {Opt::idle, "--idle"},
                                                                             {Opt::exit, "--exit"}}};

struct PeekPlan {
  wire::PeekFlags view;
  attach::WaitConditions conditions;
  std::optional<base::Milliseconds> timeout;
  std::string timeout_text;
};

/// The texts of one option. Fails: invalid for one that is empty, which would be found anywhere.
Result<std::vector<std::string>> texts_of(const Arguments& arguments, Opt option, std::string_view name) {
  std::vector<std::string> texts;
  for (std::string_view text : arguments.all(option)) {
    if (text.empty())
      return fail(Errc::invalid, "pty peek: " + std::string(name) + " requires a text that is not empty");
    texts.emplace_back(text);
  }
  return texts;
}

Result<std::vector<attach::LineRegex>> regexes_of(const Arguments& arguments) {
  Result<std::vector<std::string>> sources = texts_of(arguments, Opt::regex, "--regex");
  if (!sources) return fail(std::move(sources).error());
  std::vector<attach::LineRegex> regexes;
  for (const std::string& source : *sources) {
    Result<attach::LineRegex> regex = attach::LineRegex::compile(source);
    if (!regex) return fail(Errc::invalid, "pty peek: --regex \"" + source + "\": " + regex.error().text);
    regexes.push_back(std::move(*regex));
  }
  return regexes;
}

base::Milliseconds rounded_up(double seconds) {
  return base::Milliseconds{std::llround(std::ceil(seconds * 1000))};
}

base::Status plan_conditions(const Arguments& arguments, attach::WaitConditions& conditions) {
  Result<std::vector<std::string>> texts = texts_of(arguments, Opt::wait, "--wait");
  if (!texts) return fail(std::move(texts).error());
  Result<std::vector<attach::LineRegex>> regexes = regexes_of(arguments);
  if (!regexes) return fail(std::move(regexes).error());
  Result<std::vector<std::string>> gone = texts_of(arguments, Opt::gone, "--gone");
  if (!gone) return fail(std::move(gone).error());
  conditions.texts = *std::move(texts);
  conditions.regexes = *std::move(regexes);
  conditions.gone = *std::move(gone);
  conditions.exit = arguments.has(Opt::exit);
  if (std::optional<std::string_view> given = arguments.value(Opt::idle)) {
    std::optional<double> seconds = parse_seconds(*given);
    if (!seconds || *seconds <= 0 || *seconds > kLongestSeconds)
      return fail(Errc::invalid, "pty peek: --idle expects a positive number of seconds (got \"" +
                                     std::string(*given) + "\")");
    conditions.idle = rounded_up(*seconds);
    conditions.idle_text = *given;
  }
  return {};
}

/// The option that makes it a wait. Pre: there is one.
std::string first_condition(const Arguments& arguments) {
  const auto* const given = std::ranges::find_if(
      kConditionOptions, [&](const auto& option) { return arguments.has(option.first); });
  return std::string(given->second);
}

Result<PeekPlan> plan_peek(const Arguments& arguments) {
  PeekPlan plan;
  plan.view.plain = arguments.has(Opt::plain);
  plan.view.full = arguments.has(Opt::full);
  if (base::Status planned = plan_conditions(arguments, plan.conditions); !planned)
    return fail(std::move(planned).error());
  if (!plan.conditions.empty() && arguments.has(Opt::follow))
    return fail(Errc::invalid,
                "pty peek: " + first_condition(arguments) + " and --follow are mutually exclusive");
  if (std::optional<std::string_view> given = arguments.value(Opt::timeout)) {
    std::optional<double> seconds = parse_seconds(*given);
    if (!seconds || *seconds > kLongestSeconds)
      return fail(Errc::invalid, "pty peek: --timeout expects a non-negative number of seconds (got \"" +
                                     std::string(*given) + "\")");
    if (plan.conditions.empty())
      return fail(Errc::invalid,
                  "pty peek: --timeout has nothing to wait for (--wait, --regex, --gone, --idle or --exit)");
    plan.timeout_text = *given;
    if (*seconds > 0) plan.timeout = rounded_up(*seconds);
  }
  return plan;
}

Result<int> wait_for(Invocation& call, PeekPlan& plan, const registry::Session& session) {
  attach::WaitOutcome outcome;
  if (session.gone()) {
    Result<registry::Metadata> record = record_of(call.root, session);
    if (!record) return fail(std::move(record).error());
    outcome = attach::wait_in_last_lines(session.id, plan.conditions,
                                         record->last_lines.value_or(std::vector<std::string>{}),
                                         record->exit_code);
  } else {
    attach::WaitRequest request;
    request.endpoint = endpoint_of(call.root, session.id);
    request.conditions = std::move(plan.conditions);
    request.timeout = plan.timeout;
    request.timeout_text = plan.timeout_text;
    request.view = plan.view;
    request.fate = attach::registry_fate(call.root, session.id, session.generation);
    outcome = attach::run_wait(request);
  }
  call.out.print(outcome.output);
  if (base::Status flushed = call.out.flush(); !flushed) return fail(std::move(flushed).error());
  (void)os::write_all(2, outcome.complaint);
  if (outcome.exit_status == 0 && call.arguments.has(Opt::verbose))
    report("Matched " + outcome.matched + ".");
  return outcome.exit_status;
}

Result<int> follow(Invocation& call, const PeekPlan& plan, const registry::Session& session,
                   const attach::DetachKey& key) {
  attach::FollowRequest request;
  request.endpoint = endpoint_of(call.root, session.id);
  request.view = plan.view;
  request.fate = attach::registry_fate(call.root, session.id, session.generation);
  request.detach_key = key;
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

/// What the printed bytes set belongs to the session's program and must not stay on in the reader's terminal.
/// A pipe or file gets the documented reset and a move to the bottom as well, so that it can be replayed
/// anywhere (D §11.1).
base::ByteBuffer end_of_screen(attach::TerminalRestorer& restorer) {
  base::ByteBuffer end = restorer.take_undo_all();
  if (!os::is_terminal(1)) end.append(term::kTerminalReset).append(term::kMoveToBottom);
  return end;
}

Result<int> print_screen(Invocation& call, wire::PeekFlags view, const registry::Session& session) {
  attach::TerminalRestorer restorer;
  const auto print = [&](base::ByteView piece) {
    return call.out.pass_on(view.plain ? piece : restorer.pass(piece));
  };
  const Result<base::Size> size = client::peek_screen(endpoint_of(call.root, session.id), view, print);
  if (!size && call.out.reader_gone()) return 0;
  // A picture that broke off leaves nothing behind either.
  if (!view.plain) call.out.print(size ? end_of_screen(restorer) : restorer.take_undo_all());
  if (!size) return after_failed_dial(call, session, size.error());
  call.out.print("\n");
  return 0;
}

}  // namespace

Result<int> peek_verb(Invocation& call) {
  if (!call.word(0)) return fail(usage_error(call.verb));
  Result<PeekPlan> plan = plan_peek(call.arguments);
  if (!plan) return fail(std::move(plan).error());
  Result<attach::DetachKey> key =
      chosen_detach_key(call, call.arguments.has(Opt::follow) ? WillAttach::yes : WillAttach::no);
  if (!key) return fail(std::move(key).error());
  Result<registry::Session> session = call.session();
  if (!session) return fail(std::move(session).error());
  if (!plan->conditions.empty()) return wait_for(call, *plan, *session);
  if (session->gone()) return print_saved_output(call, *session);
  if (call.arguments.has(Opt::follow)) return follow(call, *plan, *session, *key);

  return print_screen(call, plan->view, *session);
}

}  // namespace pty::cli
