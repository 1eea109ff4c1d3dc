// `pty resize <ref> [smallest|latest|fixed|<rows>x<cols>]`: what decides the size of a session's terminal.

#include "pty/cli/geometry_option.hpp"
#include "pty/cli/invocation.hpp"
#include "pty/cli/verbs.hpp"
#include "pty/client/geometry.hpp"

namespace pty::cli {

base::Result<int> resize_verb(Invocation& call) {
  if (!call.word(0)) return base::fail(usage_error(call.verb));
  std::optional<base::GeometryPolicy> policy;
  if (const auto word = call.word(1)) {
    policy = try_read_policy(*word);
    if (!policy) return base::fail(base::Errc::invalid, "pty resize: " + not_a_policy("the size", *word));
  }
  base::Result<registry::Session> session = call.session();
  if (!session) return base::fail(std::move(session).error());
  const base::Result<client::SessionGeometry> now =
      client::session_geometry(endpoint_of(call.root, session->id), policy);
  if (!now) return base::fail(now.error());
  call.out.print_line(about_session(session->id, "is " + geometry_text(now->size, now->policy) + "."));
  return 0;
}

}  // namespace pty::cli
