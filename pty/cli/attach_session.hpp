#pragma once
// What `attach`, `run` and `restart` end with: the terminal becomes the session's, and its end the command's.

#include <string>

#include "pty/attach/detach_key.hpp"
#include "pty/base/error.hpp"
#include "pty/cli/invocation.hpp"
#include "pty/client/restart.hpp"

namespace pty::cli {

/// Attaches to incarnation `generation` of session `id`; the result is the exit status.
/// Blocks: until detached or ended. Fails: as attach::run_attach.
base::Result<int> attach_session(Invocation& call, const std::string& id, const std::string& generation,
                                 const attach::DetachKey& key);

/// Starts a gone (or stopped) session again from its record and says so.
/// Fails: as client::restart_session.
base::Result<client::Launched> restart_and_announce(Invocation& call, const client::RestartRequest& request);

}  // namespace pty::cli
