// `pty restart <ref>`

#include "pty/cli/attach_session.hpp"
#include "pty/cli/detach_key_option.hpp"
#include "pty/cli/invocation.hpp"
#include "pty/cli/saved_output.hpp"
#include "pty/cli/verbs.hpp"
#include "pty/cli/yes_no_prompt.hpp"
#include "pty/text/untrusted.hpp"

namespace pty::cli {
namespace {

using base::Errc;
using base::fail;
using base::Result;

/// Nothing may have been stopped or asked before a stateful agent is recognised.
base::Status check_agent(const registry::Root& root, const registry::Session& session) {
  Result<registry::Metadata> record = record_of(root, session);
  if (!record) return fail(std::move(record).error());
  std::optional<std::string_view> reason = client::agent_guard_reason(*record);
  if (!reason) return {};
  return fail(Errc::unsupported, client::agent_guard_text(session.id, *reason));
}

}  // namespace

Result<int> restart_verb(Invocation& call) {
  if (!call.word(0)) return fail(usage_error(call.verb));
  bool forced = call.arguments.has(Opt::force);
  std::optional<std::string> outer = outer_session();
  bool attaching = !outer || forced;
  Result<attach::DetachKey> key = chosen_detach_key(call, attaching ? WillAttach::yes : WillAttach::no);
  if (!key) return fail(std::move(key).error());
  Result<registry::Session> session = call.session();
  if (!session) return fail(std::move(session).error());
  if (!session->has_metadata)
    return fail(Errc::not_found, about_session(session->id, "has no metadata — cannot restart."));
  if (!forced) {
    if (base::Status harmless = check_agent(call.root, *session); !harmless)
      return fail(std::move(harmless).error());
  }
  if (!session->gone() && !call.arguments.has(Opt::yes)) {
    Result<Answer> answer = ask(call.out, about_session(session->id, "is running. Kill and restart? [Y/n] "),
                                "Use -y to restart without asking.");
    if (!answer) return fail(std::move(answer).error());
    if (*answer == Answer::no) return 0;
  }
  client::RestartRequest request;
  request.session = *session;
  request.guard = forced ? client::AgentGuard::override_by_force : client::AgentGuard::respect;
  request.will_attach = attaching;
  Result<client::Launched> launched = restart_and_announce(call, request);
  if (!launched) return fail(std::move(launched).error());
  if (attaching) return attach_session(call, launched->id, launched->generation, *key);
  call.out.print_line("Already inside pty session \"" + text::escape_controls(*outer) + "\": not attached.");
  return 0;
}

}  // namespace pty::cli
