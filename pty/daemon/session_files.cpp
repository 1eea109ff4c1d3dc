#include "pty/daemon/session_files.hpp"

#include <utility>

#include "pty/os/directory.hpp"
#include "pty/os/environment.hpp"
#include "pty/os/file_io.hpp"
#include "pty/os/unix_socket.hpp"
#include "pty/os/wall_time.hpp"
#include "pty/registry/leading_pid.hpp"
#include "pty/registry/mutate_metadata.hpp"
#include "pty/registry/session_removal.hpp"

namespace pty::daemon {
namespace {

constexpr base::Milliseconds kStampWait{100};
constexpr base::Milliseconds kExitRecordWait{400};
constexpr base::Milliseconds kCleanUpWait{2000};

bool was_made(const registry::Mutation& mutation) {
  return mutation.outcome == registry::MutationOutcome::changed ||
         mutation.outcome == registry::MutationOutcome::unchanged;
}

base::Error record_gone() {
  return {base::Errc::not_found, 0, "the session's record was removed or replaced"};
}

}  // namespace

SessionFiles::SessionFiles(const registry::LaunchRecord& record, registry::Incarnation incarnation)
    : record_(record),
      incarnation_(std::move(incarnation)),
      paths_(registry::session_paths(registry::Root(record.root), record.id)),
      log_(paths_) {}

base::Status SessionFiles::remove_dead_socket() const {
  if (!os::try_file_facts(paths_.socket, os::Links::look_at_link)) return {};
  if (os::probe_unix(paths_.socket) != os::Reachability::unreachable)
    return base::fail(base::Errc::already_exists, "Session \"" + paths_.id + "\" is already running.");
  if (auto removed = os::remove_file(paths_.socket); !removed) return base::fail(removed.error());
  return {};
}

base::Status SessionFiles::write_pid_file() {
  return os::write_file_atomic(paths_.pid, std::to_string(incarnation_.daemon_pid));
}

base::Status SessionFiles::publish_record() {
  return registry::publish_metadata(paths_, registry::initial_metadata(record_, incarnation_));
}

base::Status SessionFiles::start_event_log(base::WallTime when) {
  const auto lock = registry::EventLock::acquire(paths_, registry::kEventLockWait);
  if (!lock) return base::fail(lock.error());
  return log_.start(*lock, encode(when, registry::session_start_event(record_.tags)));
}

void SessionFiles::withdraw() {
  remove_own_pid_file();
  const auto snapshot = registry::read_metadata(paths_);
  if (snapshot && snapshot->metadata.generation == record_.generation) (void)os::remove_file(paths_.metadata);
  if (!record_.replaces) (void)os::remove_file(paths_.events);
}

std::string SessionFiles::encode(base::WallTime when, const registry::EventRecord& event) const {
  return registry::encode_event(paths_.id, when, event);
}

base::Status SessionFiles::check_log_is_ours() const {
  const auto record = registry::read_metadata(paths_);
  if (!record) return base::fail(record.error());
  if (!registry::still_observed(own_record(), *record)) return base::fail(record_gone());
  if (!os::try_file_facts(paths_.events))
    return base::fail(base::Errc::not_found, "the event log was removed");
  return {};
}

base::Status SessionFiles::append_own(const std::string& lines) {
  const auto lock = registry::EventLock::acquire(paths_, registry::kEventLockWait);
  if (!lock) return base::fail(lock.error());
  if (auto ours = check_log_is_ours(); !ours) return ours;
  return log_.append(*lock, lines);
}

void SessionFiles::append_events(const std::string& lines) {
  if (const auto appended = append_own(lines); !appended)
    unrecorded_.note(Unrecorded::What::events, appended.error());
}

registry::Observation SessionFiles::own_record() const {
  registry::Observation expected;
  expected.generation = record_.generation;
  return expected;
}

void SessionFiles::edit_record(Unrecorded::What what, const std::function<void(registry::Metadata&)>& edit) {
  const auto lock = registry::MetadataLock::acquire(paths_, kStampWait);
  if (!lock) return unrecorded_.note(what, lock.error());
  const auto edited = registry::mutate_metadata_locked(paths_, *lock, own_record(), edit);
  if (!edited) return unrecorded_.note(what, edited.error());
  if (!was_made(*edited)) unrecorded_.note(what, record_gone());
}

void SessionFiles::write_attach() {
  if (const auto when = attach_.take())
    edit_record(Unrecorded::What::attach,
                [&](registry::Metadata& metadata) { metadata.last_attach_at = os::iso8601_utc(*when); });
}

void SessionFiles::write_policy() {
  if (const auto policy = policy_.take())
    edit_record(Unrecorded::What::policy,
                [&](registry::Metadata& metadata) { metadata.geometry_policy = *policy; });
}

void SessionFiles::record_exit(const ExitRecord& record, base::WallTime now) {
  exit_ = record;
  exit_is_due_ = true;
  append_events(encode(now, registry::session_exit_event(record.end.code, record.end.signal)));
  if (const auto lock = registry::MetadataLock::acquire(paths_, kExitRecordWait))
    write_exit(*lock);
  else
    unrecorded_.note(Unrecorded::What::exit, lock.error());
}

void SessionFiles::write_exit(const registry::MetadataLock& lock) {
  const auto written =
      registry::mutate_metadata_locked(paths_, lock, own_record(), [&](registry::Metadata& metadata) {
        metadata.exit_code = exit_.end.code;
        metadata.exited_at = os::iso8601_utc(exit_.died_at);
        metadata.last_lines = exit_.last_lines;
      });
  if (!written) return unrecorded_.note(Unrecorded::What::exit, written.error());
  if (!was_made(*written)) unrecorded_.note(Unrecorded::What::exit, record_gone());
  if (written->outcome != registry::MutationOutcome::stale) exit_is_due_ = false;
}

void SessionFiles::clean_up(registry::StopCause cause) {
  // Held to the end: nobody takes the id between a look at the pid file and its removal.
  const auto locks = registry::acquire_session_locks(paths_, kCleanUpWait);
  if (locks) {
    if (exit_is_due_) write_exit(locks->metadata);
    apply_reap(cause, *locks);
  }
  remove_own_pid_file();
}

void SessionFiles::apply_reap(registry::StopCause cause, const registry::SessionLocks& locks) {
  const auto snapshot = registry::read_metadata(paths_);
  if (snapshot && snapshot->metadata.generation != record_.generation) return;
  if (!snapshot && snapshot.error().code == base::Errc::not_found) return remove_own_log();
  const auto reap_on_exit = os::environment_value("PTY_REAP_ON_EXIT");
  registry::ReapFacts facts;
  facts.cause = cause;
  facts.ephemeral = record_.ephemeral;
  if (reap_on_exit) facts.reap_on_exit = *reap_on_exit;
  const registry::Tags& tags = snapshot ? snapshot->metadata.tags : record_.tags;
  if (registry::decide_reap(tags, facts) == registry::ReapDecision::reap)
    (void)registry::remove_session_files(paths_, locks, own_record(), incarnation_.daemon_pid);
}

/// Without its record nobody finds the log any more. Under the locks an id without record and with our pid
/// file or none has no other owner.
void SessionFiles::remove_own_log() const {
  const auto owner = pid_on_file();
  if (!owner || *owner == incarnation_.daemon_pid) (void)os::remove_file(paths_.events);
}

void SessionFiles::remove_own_pid_file() const {
  if (pid_on_file() == incarnation_.daemon_pid) (void)os::remove_file(paths_.pid);
}

std::optional<int> SessionFiles::pid_on_file() const {
  const auto content = os::read_file(paths_.pid, registry::kMaxPidFileBytes);
  if (!content) return std::nullopt;
  return registry::leading_pid(*content).value_or(0);
}

}  // namespace pty::daemon
