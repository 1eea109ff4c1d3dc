// `pty attach <ref>`: use a session here; one that is gone is started again, if the person wants that.

#include "pty/attach/machine_stream.hpp"
#include "pty/cli/attach_session.hpp"
#include "pty/cli/detach_key_option.hpp"
#include "pty/cli/invocation.hpp"
#include "pty/cli/saved_output.hpp"
#include "pty/cli/stream_descriptor.hpp"
#include "pty/cli/verbs.hpp"
#include "pty/cli/yes_no_prompt.hpp"
#include "pty/text/untrusted.hpp"

namespace pty::cli {
namespace {

using base::Errc;
using base::fail;
using base::Result;

base::Status check_nesting(const Arguments& arguments) {
  std::optional<std::string> outer = outer_session();
  if (!outer || arguments.has(Opt::force)) return {};
  return fail(Errc::denied,
              "pty attach: already inside pty session \"" + *outer + "\". Use --force to attach anyway.");
}

/// What the person sees of a dead session before deciding.
void show_remains(StandardOutput& out, const registry::Session& session, const registry::Metadata& record) {
  if (record.last_lines && !record.last_lines->empty()) {
    out.print("\n");
    for (const std::string& line : *record.last_lines) out.print_line("  " + text::escape_controls(line));
    out.print("\n");
  }
  std::string code = record.exit_code ? std::to_string(*record.exit_code) : "unknown";
  out.print_line(about_session(session.id, "exited with code " + code + "."));
  out.print_line("Command was: " + text::escape_controls(record.display_command));
}

Result<int> revive(Invocation& call, const registry::Session& session, const attach::DetachKey& key) {
  Result<registry::Metadata> record = record_of(call.root, session);
  if (!record) return fail(std::move(record).error());
  show_remains(call.out, session, *record);
  if (!call.arguments.has(Opt::auto_restart)) {
    Result<Answer> answer = ask(call.out, "Restart? [Y/n] ", "Use -r to restart without asking.");
    if (!answer) return fail(std::move(answer).error());
    if (*answer == Answer::no) return 0;
  }
  client::RestartRequest request;
  request.session = session;
  request.guard =
      client::AgentGuard::override_by_force;  // the guard is for `restart`, not for a dead session
  request.will_attach = true;
  Result<client::Launched> launched = restart_and_announce(call, request);
  if (!launched) return fail(std::move(launched).error());
  return attach_session(call, launched->id, launched->generation, key);
}

/// For a program that sees the session through `stream_fd`; it is never restarted then.
Result<int> stream_session(const Invocation& call, const registry::Session& session,
                           const attach::DetachKey& key, int stream_fd) {
  attach::AttachRequest request;
  request.endpoint = endpoint_of(call.root, session.id);
  request.detach_key = key;
  Result<attach::AttachOutcome> outcome = attach::run_machine_stream(request, stream_fd);
  if (!outcome) return fail(std::move(outcome).error());
  return outcome->exit_status;
}

}  // namespace

Result<int> attach_verb(Invocation& call) {
  if (!call.word(0)) return fail(usage_error(call.verb));
  if (call.arguments.has(Opt::auto_restart) && call.arguments.has(Opt::no_restart))
    return fail(Errc::invalid, "pty attach: --auto-restart and --no-restart are mutually exclusive");
  Result<std::optional<int>> stream_fd = stream_descriptor(call.arguments);
  if (!stream_fd) return fail(std::move(stream_fd).error());
  Result<attach::DetachKey> key = chosen_detach_key(call, WillAttach::yes);
  if (!key) return fail(std::move(key).error());
  if (base::Status outside = check_nesting(call.arguments); !outside) return fail(std::move(outside).error());
  Result<registry::Session> session = call.session();
  if (!session) return fail(std::move(session).error());
  if (!session->gone() && *stream_fd) return stream_session(call, *session, *key, **stream_fd);
  if (!session->gone()) return attach_session(call, session->id, session->generation, *key);
  if (call.arguments.has(Opt::no_restart) || *stream_fd) {
    std::string status(registry::name_of(session->status));
    return fail(Errc::invalid, about_session(session->id, "is not running (status: " + status + ")."));
  }
  return revive(call, *session, *key);
}

}  // namespace pty::cli
