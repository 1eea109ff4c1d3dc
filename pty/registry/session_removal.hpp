#pragma once
// Removing a session's files, fenced: nothing is touched unless the record is still the observed one.

#include <optional>
#include <string_view>

#include "pty/base/error.hpp"
#include "pty/os/file_identity.hpp"
#include "pty/registry/metadata.hpp"
#include "pty/registry/registry_lock.hpp"

namespace pty::registry {

enum class RemovalOutcome {
  removed,
  missing,   ///< no record and no files
  replaced,  ///< another incarnation owns the id now
};

/// Removes socket, pid, metadata, events, recovery revision and in-flight temporaries of dead writers.
/// Pre: both locks of `paths` are held, and the caller has proven the daemon dead (or is the daemon).
/// `owner_pid`, when given, must be what a present pid file says. The metadata goes last: a failure leaves a
/// record that can be removed again. Fails: system (the failing path is named).
base::Result<RemovalOutcome> remove_session_files(const SessionPaths& paths, const SessionLocks& locks,
                                                  const Observation& expected, std::optional<int> owner_pid);

/// Removes what lies about under an id without a record: a socket that nobody serves, and what other files
/// of the session a crash left. Pre: both locks are held; the caller has dialled `socket` and was refused.
/// The outcome is `replaced` when a record or another socket is there now. Fails: system.
base::Result<RemovalOutcome> remove_unrecorded_files(const SessionPaths& paths, const SessionLocks& locks,
                                                     os::FileIdentity socket);

/// Removes leftover socket and pid file of a dead daemon, keeping the record. Same fence. Pre: as above.
base::Result<RemovalOutcome> remove_session_endpoints(const SessionPaths& paths, const MetadataLock& lock,
                                                      const Observation& expected,
                                                      std::optional<int> owner_pid);

}  // namespace pty::registry
