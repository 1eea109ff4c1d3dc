#include "pty/client/remove.hpp"

#include <fmt/format.h>

#include "pty/client/stop.hpp"
#include "pty/os/file_identity.hpp"
#include "pty/os/unix_socket.hpp"
#include "pty/registry/session_removal.hpp"

namespace pty::client {
namespace {

using base::Errc;
using registry::Root;
using registry::Session;

base::Error about(Errc code, std::string_view id, std::string_view rest) {
  return {code, 0, fmt::format("Session \"{}\" {}", id, rest)};
}

base::Error replaced(std::string_view id) {
  return about(Errc::already_exists, id, "was replaced while waiting; new generation was not removed.");
}

/// Nobody may be left: no process is known, and nobody answers at the socket. Pre: both locks are held.
base::Status check_over(const registry::SessionPaths& paths, const Session& now) {
  bool over = !now.pid && (now.gone() || is_deserted(paths, now));
  if (!over) return base::fail(replaced(now.id));
  if (os::probe_unix(paths.socket) != os::Reachability::reachable) return {};
  return base::fail(about(Errc::busy, now.id, "still answers on its socket; not removed. Try again."));
}

/// The record that may go: the one that was resolved, dead and waited for.
base::Result<registry::Observation> check_removable(const Root& root, const registry::SessionPaths& paths,
                                                    const Session& session) {
  base::Result<registry::MetadataSnapshot> record = registry::read_metadata(paths);
  if (!record) return base::fail(std::move(record.error()));
  bool same =
      record->metadata.generation == session.generation && record->metadata.daemon_pid == session.daemon_pid;
  if (!same) return base::fail(replaced(session.id));
  base::Result<std::optional<Session>> now = registry::find_session(root, session.id);
  if (!now) return base::fail(std::move(now.error()));
  if (base::Status over = *now ? check_over(paths, **now) : base::Status(); !over)
    return base::fail(std::move(over.error()));
  return registry::observe(*record);
}

/// There is no record. Usually the daemon removed everything itself in its last moment, which is what was
/// asked for; a socket that nobody serves goes.
base::Result<registry::RemovalOutcome> remove_unrecorded(const Root& root,
                                                         const registry::SessionPaths& paths,
                                                         const registry::SessionLocks& locks) {
  std::optional<os::FileIdentity> socket = os::try_file_identity(paths.socket);
  base::Result<std::optional<Session>> now = registry::find_session(root, paths.id);
  if (!now) return base::fail(std::move(now.error()));
  if (!socket || !*now) return registry::RemovalOutcome::missing;
  if (base::Status over = check_over(paths, **now); !over) return base::fail(std::move(over.error()));
  return registry::remove_unrecorded_files(paths, locks, *socket);
}

}  // namespace

base::Status remove_session(const Root& root, const Session& session, base::Milliseconds wait) {
  registry::SessionPaths paths = registry::session_paths(root, session.id);
  if (!session.gone() && !is_deserted(paths, session)) {
    return base::fail(about(Errc::invalid, session.id,
                            fmt::format("is still running. Use \"pty kill {}\" first.", session.id)));
  }
  if (base::Status gone = await_daemon_gone(session, wait); !gone) {
    if (gone.error().code != Errc::timed_out) return gone;
    auto seconds = std::chrono::duration_cast<std::chrono::seconds>(wait).count();
    return base::fail(about(Errc::timed_out, session.id,
                            fmt::format("daemon did not exit within {}s; not removed. Try again.", seconds)));
  }
  base::Result<registry::SessionLocks> locks =
      registry::acquire_session_locks(paths, registry::kCommandLockWait);
  if (!locks) return base::fail(std::move(locks.error()));
  base::Result<registry::Observation> expected = check_removable(root, paths, session);
  bool unrecorded = !expected && expected.error().code == Errc::not_found;
  if (!expected && !unrecorded) return base::fail(std::move(expected.error()));
  base::Result<registry::RemovalOutcome> outcome =
      unrecorded ? remove_unrecorded(root, paths, *locks)
                 : registry::remove_session_files(paths, *locks, *expected, std::nullopt);
  if (!outcome) return base::fail(std::move(outcome.error()));
  if (*outcome == registry::RemovalOutcome::replaced) return base::fail(replaced(session.id));
  return {};
}

}  // namespace pty::client
