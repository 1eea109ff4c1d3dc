// `pty kill <ref>`

#include "pty/cli/invocation.hpp"
#include "pty/cli/verbs.hpp"
#include "pty/client/stop.hpp"

namespace pty::cli {

base::Result<int> kill_verb(Invocation& call) {
  base::Result<registry::Session> session = call.session();
  if (!session) return base::fail(std::move(session).error());
  base::Result<client::Stopped> stopped = client::stop_session(call.root, *session);
  if (!stopped) return base::fail(std::move(stopped).error());
  call.out.print_line(about_session(session->id, "killed."));
  call.out.flush_or_report();
  if (stopped->was_permanent && stopped->manifest)
    report("Note: " + *stopped->manifest + " declares this session; `pty up` would start it again.");
  return 0;
}

}  // namespace pty::cli
