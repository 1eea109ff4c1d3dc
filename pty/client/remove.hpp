#pragma once
// `rm`: removes a gone session's files, after its daemon has really ended and only if nobody replaced it.
// A session that is listed as running only because of a socket is dialled: refused, it is gone as well. A
// socket that answers is never removed.

#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/registry/listing.hpp"
#include "pty/registry/root.hpp"

namespace pty::client {

inline constexpr base::Milliseconds kRemoveWait{7'000};

/// Blocks: until the recorded daemon is gone, at most `wait`.
/// Fails: invalid (`Session "<id>" is still running. Use "pty kill <id>" first.`), timed_out, already_exists
/// (replaced meanwhile), busy, not_found, system.
base::Status remove_session(const registry::Root& root, const registry::Session& session,
                            base::Milliseconds wait = kRemoveWait);

}  // namespace pty::client
