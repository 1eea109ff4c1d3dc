#pragma once
// From a launch record to a published, running session: the one place where the order matters. The program is
// forked early but held; it runs only after everything is on disk. Whatever fails, nothing stays behind.

#include "pty/base/error.hpp"
#include "pty/daemon/session_files.hpp"
#include "pty/daemon/session_shell.hpp"
#include "pty/registry/launch_record.hpp"

namespace pty::daemon {

/// Who is starting: fixed before anything is created.
registry::Incarnation current_incarnation();

/// Fails: invalid (the working directory, with the documented text), already_exists (a live session),
/// not_found or denied (the program), system. `files` has withdrawn everything then.
base::Result<StartedSession> start_session(const registry::LaunchRecord& record,
                                           const registry::Incarnation& incarnation, SessionFiles& files);

}  // namespace pty::daemon
