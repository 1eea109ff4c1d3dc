#include "pty/client/admission.hpp"

#include <fmt/format.h>

#include <chrono>
#include <optional>

#include "pty/client/stop.hpp"
#include "pty/os/file_identity.hpp"
#include "pty/os/file_io.hpp"
#include "pty/os/process_table.hpp"
#include "pty/registry/leading_pid.hpp"
#include "pty/registry/mutate_metadata.hpp"

namespace pty::client {
namespace {

using base::Errc;
using base::Milliseconds;
using registry::Session;
using registry::SessionPaths;

base::Result<registry::SessionLocks> take_locks(const SessionPaths& paths) {
  base::Result<registry::SessionLocks> locks =
      registry::acquire_session_locks(paths, registry::kCommandLockWait);
  if (locks || locks.error().code != Errc::busy) return locks;
  bool events = locks.error().text == registry::event_log_busy_text(paths.id);
  return base::fail(Errc::busy, events ? registry::run_event_log_busy_text(paths.id)
                                       : registry::run_being_created_text(paths.id));
}

/// No record is listed under the id, but a pid file may still name a live process, and a file in the record's
/// place that is no record may be somebody's: neither is debris.
base::Status check_unlisted(const SessionPaths& paths) {
  if (os::try_file_identity(paths.metadata)) {
    return base::fail(
        Errc::already_exists,
        fmt::format("Session id \"{}\" is already in use: {} is in the way and is no session record.",
                    paths.id, paths.metadata));
  }
  base::Result<std::string> text = os::read_file(paths.pid, registry::kMaxPidFileBytes);
  const std::optional<int> pid = text ? registry::leading_pid(*text) : std::nullopt;
  if (!pid || !os::is_alive(*pid)) return {};
  return base::fail(
      Errc::already_exists,
      fmt::format("Session id \"{}\" is already in use: process {} is recorded for it.", paths.id, *pid));
}

base::Status refuse_running(std::string_view id) {
  return base::fail(
      Errc::already_exists,
      fmt::format("Session \"{}\" is already running. Use \"pty attach {}\" to connect.", id, id));
}

/// Whether a gone (or absent) session may be replaced by this request.
base::Status check_taken(const LaunchRequest& request, const std::optional<Session>& session,
                         const base::Result<registry::MetadataSnapshot>& record) {
  const std::string& id = request.record.id;
  switch (request.if_taken) {
    case IfTaken::fail:
      if (!session) return {};
      return base::fail(Errc::already_exists, fmt::format("Session id \"{}\" is already in use.", id));
    case IfTaken::use_or_renew:
      return {};
    case IfTaken::replace_exact:
      break;
  }
  // An ephemeral predecessor removes its own record when it is stopped for the restart.
  if (!record && record.error().code == Errc::not_found && request.record.ephemeral) return {};
  if (!record) return base::fail(Errc::not_found, fmt::format("Session \"{}\" not found.", id));
  if (request.replaces && registry::still_observed(*request.replaces, *record)) return {};
  return base::fail(registry::mutation_error(registry::MutationOutcome::replaced, id));
}

/// One look under the locks. Returns the session whose daemon must be waited for, without locks, first.
base::Result<std::optional<Session>> look_once(const LaunchRequest& request, const SessionPaths& paths,
                                               Admission& admission) {
  base::Result<registry::SessionLocks> locks = take_locks(paths);
  if (!locks) return base::fail(std::move(locks.error()));
  base::Result<std::optional<Session>> session =
      registry::find_session(registry::Root(request.record.root), request.record.id);
  if (!session) return base::fail(std::move(session.error()));
  if (*session && !(*session)->gone() && !is_deserted(paths, **session)) {
    if (request.if_taken != IfTaken::use_or_renew) {
      return base::fail(std::move(refuse_running(request.record.id).error()));
    }
    admission.running = std::move(**session);
    return std::optional<Session>{};
  }
  base::Result<registry::MetadataSnapshot> record = registry::read_metadata(paths);
  if (base::Status allowed = check_taken(request, *session, record); !allowed) {
    return base::fail(std::move(allowed.error()));
  }
  if (*session && (*session)->pid) return std::move(*session);
  if (!*session || !(*session)->has_metadata) {
    if (base::Status unlisted = check_unlisted(paths); !unlisted)
      return base::fail(std::move(unlisted.error()));
  }
  if (record) {
    admission.old_record = record->text;
    admission.predecessor = std::move(record->metadata);
  }
  admission.locks = std::move(*locks);
  return std::optional<Session>{};
}

}  // namespace

base::Result<Admission> seek_admission(const LaunchRequest& request, const SessionPaths& paths) {
  auto deadline = std::chrono::steady_clock::now() + kPredecessorWait;
  while (true) {
    Admission admission;
    base::Result<std::optional<Session>> leaving = look_once(request, paths, admission);
    if (!leaving) return base::fail(std::move(leaving.error()));
    if (!*leaving) return admission;
    // The old daemon needs the locks for its last words: they are not held while it is waited for.
    const Milliseconds left = base::time_until(deadline, std::chrono::steady_clock::now());
    if (base::Status gone = await_daemon_gone(**leaving, left); !gone) {
      return base::fail(std::move(gone.error()));
    }
  }
}

}  // namespace pty::client
