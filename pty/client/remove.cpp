#include "pty/client/remove.hpp"

#include <fmt/format.h>

#include "pty/client/stop.hpp"
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

/// The record that may go: the one that was resolved, dead and waited for.
base::Result<registry::Observation> check_removable(const Root& root, const registry::SessionPaths& paths,
                                                    const Session& session) {
  base::Result<registry::MetadataSnapshot> record = registry::read_metadata(paths);
  if (!record && record.error().code == Errc::not_found) {
    return base::fail(about(Errc::not_found, session.id, "not found."));
  }
  if (!record) return base::fail(std::move(record.error()));
  bool same =
      record->metadata.generation == session.generation && record->metadata.daemon_pid == session.daemon_pid;
  if (!same) return base::fail(replaced(session.id));
  base::Result<std::optional<Session>> now = registry::find_session(root, session.id);
  if (!now) return base::fail(std::move(now.error()));
  if (*now && (!(*now)->gone() || (*now)->pid)) return base::fail(replaced(session.id));
  return registry::observe(*record);
}

}  // namespace

base::Status remove_session(const Root& root, const Session& session, base::Milliseconds wait) {
  if (!session.gone()) {
    return base::fail(about(Errc::invalid, session.id,
                            fmt::format("is still running. Use \"pty kill {}\" first.", session.id)));
  }
  if (base::Status gone = await_daemon_gone(session, wait); !gone) {
    if (gone.error().code != Errc::timed_out) return gone;
    auto seconds = std::chrono::duration_cast<std::chrono::seconds>(wait).count();
    return base::fail(about(Errc::timed_out, session.id,
                            fmt::format("daemon did not exit within {}s; not removed. Try again.", seconds)));
  }
  registry::SessionPaths paths = registry::session_paths(root, session.id);
  base::Result<registry::SessionLocks> locks =
      registry::acquire_session_locks(paths, registry::kCommandLockWait);
  if (!locks) return base::fail(std::move(locks.error()));
  base::Result<registry::Observation> expected = check_removable(root, paths, session);
  // The daemon may have removed everything itself in its last moment: that is what was asked for.
  if (!expected && expected.error().code == Errc::not_found) return {};
  if (!expected) return base::fail(std::move(expected.error()));
  base::Result<registry::RemovalOutcome> outcome =
      registry::remove_session_files(paths, *locks, *expected, std::nullopt);
  if (!outcome) return base::fail(std::move(outcome.error()));
  if (*outcome == registry::RemovalOutcome::replaced) return base::fail(replaced(session.id));
  return {};
}

}  // namespace pty::client
