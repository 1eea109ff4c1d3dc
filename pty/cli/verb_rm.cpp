// `pty rm <ref>`

#include "pty/cli/invocation.hpp"
#include "pty/cli/verbs.hpp"
#include "pty/client/remove.hpp"

namespace pty::cli {

base::Result<int> rm_verb(Invocation& call) {
  base::Result<registry::Session> session = call.session();
  if (!session) return base::fail(std::move(session).error());
  base::Status removed = client::remove_session(call.root, *session);
  if (!removed) return base::fail(std::move(removed).error());
  call.out.print_line(about_session(session->id, "removed."));
  call.out.flush_or_report();
  return 0;
}

}  // namespace pty::cli
