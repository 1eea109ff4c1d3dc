#include "pty/client/launch.hpp"

#include <fmt/format.h>

#include "pty/client/admission.hpp"
#include "pty/client/start_attempt.hpp"
#include "pty/os/environment.hpp"
#include "pty/os/file_io.hpp"
#include "pty/os/unix_socket.hpp"
#include "pty/registry/display_name.hpp"
#include "pty/registry/recordable.hpp"
#include "pty/registry/session_id.hpp"
#include "pty/registry/working_directory.hpp"

namespace pty::client {
namespace {

using base::Errc;
using registry::LaunchRecord;
using registry::Root;
using registry::SessionPaths;

/// Everything that can be refused before anything is touched.
base::Status check_request(const LaunchRequest& request) {
  const LaunchRecord& record = request.record;
  Root root(record.root);
  base::Status id = request.if_taken == IfTaken::replace_exact
                        ? registry::validate_session_id(record.id, root)
                        : registry::validate_new_session_id(record.id, root);
  if (!id) return id;
  if (record.display_name) {
    if (base::Status name = registry::validate_display_name(*record.display_name); !name) {
      return base::fail(std::move(name.error()).with("Invalid displayName"));
    }
  }
  if (base::Status kept = registry::check_recordable(record); !kept) return kept;
  if (request.given.cwd) {
    if (base::Status kept = registry::check_recordable_directory(record.cwd); !kept) return kept;
  }
  return registry::validate_policy(record.environment);
}

void carry_over(LaunchRecord& record, const registry::Metadata& previous, const Given& given) {
  if (!given.cwd) record.cwd = previous.cwd;
  if (!given.tags) record.tags = previous.tags;
  if (!given.geometry_policy) record.geometry_policy = previous.geometry_policy;
  bool own_policy = given.extra_env || given.unset_env || given.isolate;
  if (previous.environment.exact && !own_policy) {
    record.environment = previous.environment;
  }
  if (!given.extra_env) record.environment.extra = previous.environment.extra;
  if (!given.unset_env) record.environment.unset = previous.environment.unset;
  if (!given.isolate) record.environment.isolate = previous.environment.isolate;
  if (!given.display_name && previous.display_name) record.display_name = previous.display_name;
}

bool present(const os::Environment& environment, std::string_view key) {
  auto found = environment.find(key);
  return found != environment.end() && !found->second.empty();
}

/// The daemon's environment: ours without what is to be scrubbed, naming the same root absolutely. A default
/// root is not exported: it follows HOME.
std::vector<std::string> daemon_environment(const LaunchRequest& request) {
  os::Environment environment = os::current_environment();
  for (const std::string& key : request.scrub_environment) environment.erase(key);
  bool own_root = present(environment, "PTY_ROOT");
  bool legacy_root = present(environment, "PTY_SESSION_DIR");
  base::Result<std::string> home = os::home_directory();
  bool is_default = home && request.record.root == *home + "/.local/state/pty";
  if (legacy_root && !own_root) {
    environment["PTY_SESSION_DIR"] = request.record.root;
  } else if (own_root || !is_default) {
    environment["PTY_ROOT"] = request.record.root;
  }
  return os::environment_block(environment);
}

/// Removes a dead predecessor's socket and pid file. Pre: locks held, death proven.
base::Status clear_endpoints(const SessionPaths& paths) {
  for (const std::string* path : {&paths.socket, &paths.pid}) {
    if (base::Result<bool> removed = os::remove_file(*path); !removed) {
      return base::fail(std::move(removed.error()));
    }
  }
  return {};
}

/// The failed daemon's endpoints: only what is its own, or provably nobody's.
void remove_own_endpoints(const SessionPaths& paths, int daemon_pid) {
  base::Result<std::string> pid = os::read_file(paths.pid, registry::kMaxPidFileBytes);
  if (pid && *pid == std::to_string(daemon_pid)) (void)os::remove_file(paths.pid);
  if (os::probe_unix(paths.socket) == os::Reachability::unreachable) (void)os::remove_file(paths.socket);
}

/// The daemon is ended; what it published goes, and the predecessor's record comes back. Another incarnation
/// (of a launcher that took a stale lock from us) is not touched.
void undo(const SessionPaths& paths, const Admission& admission, const std::string& generation,
          int daemon_pid) {
  remove_own_endpoints(paths, daemon_pid);
  base::Result<registry::MetadataSnapshot> now = registry::read_metadata(paths);
  bool absent = !now && now.error().code == Errc::not_found;
  bool ours = now && now->metadata.generation == generation;
  if (!ours && !absent) return;
  if (admission.old_record) {
    (void)os::write_file_atomic(paths.metadata, *admission.old_record, os::kPrivateFile);
    return;
  }
  if (ours) (void)os::remove_file(paths.metadata);
  base::Result<registry::EventLock> events = registry::EventLock::acquire(paths, registry::kGcLockWait);
  if (events) (void)os::remove_file(paths.events);
}

/// The record on disk must name this daemon and this incarnation before success is claimed.
base::Status verify_publication(const SessionPaths& paths, const registry::LaunchReport& report,
                                const std::string& generation) {
  base::Result<registry::MetadataSnapshot> now = registry::read_metadata(paths);
  bool named = now && now->metadata.generation == generation && now->metadata.daemon_pid == report.daemon_pid;
  // A short-lived command may already have been recorded, reaped and removed again.
  bool already_over = !now && now.error().code == Errc::not_found;
  if (named || already_over) return {};
  return base::fail(Errc::system,
                    fmt::format("Session \"{}\" reported ready, but its record does not name the "
                                "daemon publication.",
                                paths.id));
}

base::Result<registry::LaunchReport> run_daemon_until_ready(const LaunchRequest& request,
                                                            const SessionPaths& paths,
                                                            const LaunchRecord& record,
                                                            Admission& admission) {
  std::string executable = request.daemon_executable.value_or(os::kOwnExecutable);
  base::Result<StartAttempt> start = StartAttempt::begin(executable, record, daemon_environment(request));
  if (!start) return base::fail(std::move(start.error()));
  // From now on the lock lives with the daemon: killing this launcher cannot let a second one in beside it.
  base::Status delegated = admission.locks->metadata.delegate_to(start->pid());
  if (!delegated) {
    start->abandon();
    return base::fail(std::move(delegated.error()));
  }
  start->hand_over(record, request.start_timeout);
  base::Result<registry::LaunchReport> report = start->await_report(request.start_timeout);
  if (report) {
    base::Status verified = verify_publication(paths, *report, record.generation);
    if (verified) return report;
    report = base::fail(std::move(verified.error()));
  }
  start->abandon();
  undo(paths, admission, record.generation, start->pid());
  return report;
}

Launched already_running(const registry::Session& session) {
  return {LaunchOutcome::already_running, session.id, session.generation, session.pid.value_or(0), 0};
}

}  // namespace

base::Result<Launched> launch(const LaunchRequest& request) {
  if (base::Status valid = check_request(request); !valid) return base::fail(std::move(valid.error()));
  bool cwd_is_final = request.if_taken != IfTaken::use_or_renew || request.given.cwd;
  LaunchRecord record = request.record;
  auto check_cwd = [&record] {
    return registry::check_working_directory(record.cwd, record.id, record.display_command);
  };
  if (base::Status cwd = cwd_is_final ? check_cwd() : base::Status(); !cwd)
    return base::fail(std::move(cwd.error()));
  Root root(record.root);
  if (base::Status created = registry::create_root(root); !created)
    return base::fail(std::move(created.error()));

  SessionPaths paths = registry::session_paths(root, record.id);
  base::Result<Admission> admission = seek_admission(request, paths);
  if (!admission) return base::fail(std::move(admission.error()));
  if (admission->running) return already_running(*admission->running);

  if (request.if_taken == IfTaken::use_or_renew && admission->predecessor) {
    carry_over(record, *admission->predecessor, request.given);
    if (base::Status policy = registry::validate_policy(record.environment); !policy) {
      return base::fail(std::move(policy.error()));
    }
  }
  if (base::Status cwd = check_cwd(); !cwd) return base::fail(std::move(cwd.error()));
  record.generation = registry::generate_generation();
  record.replaces = admission->old_record.has_value();
  if (base::Status cleared = clear_endpoints(paths); !cleared) return base::fail(std::move(cleared.error()));
  admission->locks->events.release();  // the daemon tells its own start
  base::Result<registry::LaunchReport> report = run_daemon_until_ready(request, paths, record, *admission);
  if (!report) return base::fail(std::move(report.error()));
  return Launched{LaunchOutcome::created, record.id, record.generation, report->daemon_pid,
                  report->child_pid};
}

}  // namespace pty::client
