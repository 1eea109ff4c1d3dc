#pragma once
// What one session writes under the registry root: its log, pid file and record at the start, stamps and the
// exit record later, and the clean-up at the end. Every write is fenced by the generation: files of a
// replacement are never touched, a record that was removed is never recreated. The log changes hands after
// the record, under one hold of its lock, so that who holds the lock and finds its own generation in the
// record also finds its own log. Calls may wait for locks, so after the start they belong to the file worker.
// One thread at a time.

#include <functional>
#include <optional>
#include <string>

#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/daemon/latest.hpp"
#include "pty/daemon/session_port.hpp"
#include "pty/daemon/unrecorded.hpp"
#include "pty/registry/event_log.hpp"
#include "pty/registry/launch_record.hpp"
#include "pty/registry/reap_decision.hpp"
#include "pty/registry/session_paths.hpp"

namespace pty::daemon {

class SessionFiles {
 public:
  SessionFiles(const registry::LaunchRecord& record, registry::Incarnation incarnation);

  // The start, in this order. The launcher holds the metadata lock.
  /// Fails: already_exists (a live session owns the socket).
  base::Status remove_dead_socket() const;
  base::Status write_pid_file();
  base::Status publish_record();
  /// Replaces a predecessor's log by one that begins with session_start.
  base::Status start_event_log(base::WallTime when);
  /// Takes back what the calls above published. A predecessor's record is the launcher's to restore.
  void withdraw();

  // Later, from the file worker. What cannot be written is noted in unrecorded().
  /// Lines are dropped when the record or the log is gone or another's.
  void append_events(const std::string& lines);
  void write_attach();
  void write_policy();
  /// The session_exit event, then the record; a busy record is retried by clean_up.
  void record_exit(const ExitRecord& record, base::WallTime now);
  /// Removes the pid file and, by the tags on disk now, the record.
  void clean_up(registry::StopCause cause);

  [[nodiscard]] const registry::SessionPaths& paths() const { return paths_; }
  /// May be asked by any thread.
  [[nodiscard]] const Unrecorded& unrecorded() const { return unrecorded_; }
  /// What write_attach() and write_policy() are to write. False if that is on its way already and will write
  /// this one. Any thread.
  bool set_attach(base::WallTime when) { return attach_.put(when); }
  bool set_policy(const base::GeometryPolicy& policy) { return policy_.put(policy); }
  [[nodiscard]] std::string encode(base::WallTime when, const registry::EventRecord& event) const;
  /// Removes the pid file if it is ours. No locks: for the forced end.
  void remove_own_pid_file() const;

 private:
  [[nodiscard]] registry::Observation own_record() const;
  /// Fails: not_found (no log, no record, or another's), corrupt, system.
  [[nodiscard]] base::Status check_log_is_ours() const;
  base::Status append_own(const std::string& lines);
  void edit_record(Unrecorded::What what, const std::function<void(registry::Metadata&)>& edit);
  void write_exit(const registry::MetadataLock& lock);
  void apply_reap(registry::StopCause cause, const registry::SessionLocks& locks);
  void remove_own_log() const;
  /// Nothing if there is no pid file.
  [[nodiscard]] std::optional<int> pid_on_file() const;

  registry::LaunchRecord record_;
  registry::Incarnation incarnation_;
  registry::SessionPaths paths_;
  registry::EventLog log_;
  ExitRecord exit_{};
  bool exit_is_due_ = false;  ///< not yet in the record
  Unrecorded unrecorded_;
  Latest<base::WallTime> attach_;
  Latest<base::GeometryPolicy> policy_;
};

}  // namespace pty::daemon
