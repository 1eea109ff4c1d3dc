#pragma once
// `kill`: ends a session's daemon (which ends its child and all that descends from it) and returns when every
// one of them is gone. What the daemon did not end, because it died or is of an older version, is ended here.
//
// The daemon is signalled only when it is proven to be that daemon (start token, or its own word on the
// socket), never by number alone. A permanent session first loses its `strategy` tag, so that gc does not
// bring it back; when that is impossible nothing is signalled.

#include <optional>
#include <string>

#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/registry/listing.hpp"
#include "pty/registry/root.hpp"
#include "pty/registry/session_paths.hpp"

namespace pty::client {

inline constexpr base::Milliseconds kStopWait{7'000};

struct Stopped {
  bool was_permanent = false;
  std::optional<std::string> manifest;  ///< the `ptyfile` tag: `pty up` would start it again
};

/// Blocks: until the daemon is gone, at most `wait`, and then a second at most for the rest of its family.
/// The record stays (unless the daemon reaped it). Fails: invalid (`Session "<id>" is not running. Use "pty
/// rm <id>" to remove it.`), busy (the tag), denied, timed_out (the daemon is still alive; nothing was
/// removed), denied (`Session "<id>": these processes could not be ended: …`: the daemon is gone, they are
/// not), system.
base::Result<Stopped> stop_session(const registry::Root& root, const registry::Session& session,
                                   base::Milliseconds wait = kStopWait);

/// Sends SIGTERM to the daemon of `session` and waits until it and its family are gone; no tag is touched.
/// Fails: as stop_session.
base::Status stop_daemon(const registry::Root& root, const registry::Session& session,
                         base::Milliseconds wait);

/// Waits until the daemon a record names is gone; at once when it is, or when the pid is somebody else's.
/// Fails: timed_out.
base::Status await_daemon_gone(const registry::Session& session, base::Milliseconds wait);

/// Whether a session that is listed as running for want of proof (a socket, and no process known for it) is
/// served by nobody: its socket refuses a dial. Only under both its locks is this still true a moment later:
/// a daemon that is being started holds one of them until its socket answers.
bool is_deserted(const registry::SessionPaths& paths, const registry::Session& session);

}  // namespace pty::client
