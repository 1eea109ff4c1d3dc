#include "pty/registry/session_removal.hpp"

#include <array>

#include "pty/base/require.hpp"
#include "pty/os/directory.hpp"
#include "pty/os/file_io.hpp"
#include "pty/os/process_table.hpp"
#include "pty/os/unix_socket.hpp"
#include "pty/registry/leading_pid.hpp"

namespace pty::registry {
namespace {

/// nullopt: the fence holds, and files may go.
base::Result<std::optional<RemovalOutcome>> check_fence(const SessionPaths& paths,
                                                        const Observation& expected,
                                                        std::optional<int> owner_pid) {
  base::Result<MetadataSnapshot> now = read_metadata(paths);
  if (!now && now.error().code == base::Errc::not_found) return RemovalOutcome::missing;
  if (!now) return base::fail(std::move(now.error()));
  if (!still_observed(expected, *now)) return RemovalOutcome::replaced;
  if (!owner_pid) return std::nullopt;
  base::Result<std::string> pid_file = os::read_file(paths.pid, kMaxPidFileBytes);
  if (pid_file && leading_pid(*pid_file) != owner_pid) return RemovalOutcome::replaced;
  return std::nullopt;
}

base::Status remove_path(const std::string& path) {
  base::Result<bool> removed = os::remove_file(path);
  if (!removed) return base::fail(std::move(removed.error()));
  return {};
}

/// "<id>.<file>.tmp.<pid>.<random>" of this id; another id that merely starts the same does not match.
std::optional<int> dead_writer(std::string_view name, std::string_view id) {
  constexpr std::array<std::string_view, 6> kTargets{".json.tmp.", ".pid.tmp.",          ".sock.tmp.",
                                                     ".lock.tmp.", ".events.jsonl.tmp.", ".events.lock.tmp."};
  if (!name.starts_with(id)) return std::nullopt;
  name.remove_prefix(id.size());
  for (std::string_view target : kTargets) {
    if (!name.starts_with(target)) continue;
    std::optional<int> writer = leading_pid(name.substr(target.size()));
    if (writer && !os::is_alive(*writer)) return writer;
  }
  return std::nullopt;
}

void remove_abandoned_temporaries(const SessionPaths& paths) {
  base::Result<std::vector<std::string>> names = os::directory_entries(paths.root);
  if (!names) return;
  for (const std::string& name : *names) {
    const std::optional<int> starter = os::temporary_socket_owner(name);
    if (dead_writer(name, paths.id) || (starter && !os::is_alive(*starter)))
      (void)os::remove_file(paths.root + "/" + name);
  }
}

}  // namespace

base::Result<RemovalOutcome> remove_session_files(const SessionPaths& paths, const SessionLocks& locks,
                                                  const Observation& expected, std::optional<int> owner_pid) {
  base::require(locks.events.held() && locks.metadata.held(), "a session is removed under both its locks");
  base::Result<std::optional<RemovalOutcome>> fence = check_fence(paths, expected, owner_pid);
  if (!fence) return base::fail(std::move(fence.error()));
  if (*fence) return **fence;
  remove_abandoned_temporaries(paths);
  for (const std::string* path :
       {&paths.socket, &paths.pid, &paths.events, &paths.revision, &paths.metadata}) {
    if (base::Status removed = remove_path(*path); !removed) return base::fail(std::move(removed.error()));
  }
  return RemovalOutcome::removed;
}

base::Result<RemovalOutcome> remove_unrecorded_files(const SessionPaths& paths, const SessionLocks& locks,
                                                     os::FileIdentity socket) {
  base::require(locks.events.held() && locks.metadata.held(), "a session is removed under both its locks");
  if (os::try_file_identity(paths.metadata)) return RemovalOutcome::replaced;
  base::Result<bool> removed = os::unlink_if_same(paths.socket, socket);
  if (!removed) return base::fail(std::move(removed.error()));
  if (!*removed) return RemovalOutcome::replaced;
  remove_abandoned_temporaries(paths);
  for (const std::string* path : {&paths.pid, &paths.events, &paths.revision}) {
    if (base::Status rest = remove_path(*path); !rest) return base::fail(std::move(rest.error()));
  }
  return RemovalOutcome::removed;
}

base::Result<RemovalOutcome> remove_session_endpoints(const SessionPaths& paths, const MetadataLock& lock,
                                                      const Observation& expected,
                                                      std::optional<int> owner_pid) {
  base::require(lock.held(), "a session's socket and pid file are removed under its metadata lock");
  base::Result<std::optional<RemovalOutcome>> fence = check_fence(paths, expected, owner_pid);
  if (!fence) return base::fail(std::move(fence.error()));
  if (*fence) return **fence;
  for (const std::string* path : {&paths.socket, &paths.pid}) {
    if (base::Status removed = remove_path(*path); !removed) return base::fail(std::move(removed.error()));
  }
  return RemovalOutcome::removed;
}

}  // namespace pty::registry
