#include "pty/cli/attach_session.hpp"

#include "pty/attach/interactive_attach.hpp"
#include "pty/attach/session_fate.hpp"

namespace pty::cli {

using base::fail;
using base::Result;

Result<int> attach_session(Invocation& call, const std::string& id, const std::string& generation,
                           const attach::DetachKey& key) {
  if (base::Status flushed = call.out.flush(); !flushed) return fail(std::move(flushed).error());
  attach::AttachRequest request;
  request.endpoint = endpoint_of(call.root, id);
  request.fate = attach::registry_fate(call.root, id, generation);
  request.detach_key = key;
  request.banner = attach::Banner::shown;
  Result<attach::AttachOutcome> outcome = attach::run_attach(request);
  if (!outcome) return fail(std::move(outcome).error());
  return outcome->exit_status;
}

Result<client::Launched> restart_and_announce(Invocation& call, const client::RestartRequest& request) {
  Result<client::Launched> launched = client::restart_session(call.root, request);
  if (launched) call.out.print_line(about_session(launched->id, "restarted."));
  return launched;
}

}  // namespace pty::cli
