// `pty kill <ref>`

#include "pty/cli/invocation.hpp"
#include "pty/cli/verbs.hpp"
#include "pty/client/stop.hpp"

namespace pty::cli {
namespace {

/// A daemon that was stopped has written down its end, unless its file system failed it (§17).
bool is_unrecorded(const registry::Root& root, const registry::Session& session) {
  const base::Result<std::optional<registry::Session>> now = registry::find_session(root, session.id);
  return now && *now && (*now)->generation == session.generation &&
         (*now)->status == registry::SessionStatus::vanished;
}

}  // namespace

base::Result<int> kill_verb(Invocation& call) {
  base::Result<registry::Session> session = call.session();
  if (!session) return base::fail(std::move(session).error());
  base::Result<client::Stopped> stopped = client::stop_session(call.root, *session);
  if (!stopped) return base::fail(std::move(stopped).error());
  call.out.print_line(about_session(session->id, "killed."));
  call.out.flush_or_report();
  if (is_unrecorded(call.root, *session))
    report("Session \"" + session->id + "\": its end could not be recorded; it is listed as vanished.");
  if (stopped->was_permanent && stopped->manifest)
    report("Note: " + *stopped->manifest + " declares this session; `pty up` would start it again.");
  return 0;
}

}  // namespace pty::cli
