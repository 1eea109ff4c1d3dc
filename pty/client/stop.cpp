#include "pty/client/stop.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pty/client/family_watch.hpp"
#include "pty/os/process_handle.hpp"
#include "pty/os/process_table.hpp"
#include "pty/os/signal_numbers.hpp"
#include "pty/os/unix_socket.hpp"
#include "pty/registry/mutate_metadata.hpp"
#include "pty/registry/session_family.hpp"
#include "pty/registry/session_removal.hpp"

namespace pty::client {
namespace {

using base::Errc;
using base::Milliseconds;
using registry::Root;
using registry::Session;
using registry::SessionPaths;

/// While the daemon has not ended, its family is looked at again so often: it may still be growing.
constexpr Milliseconds kLookAgain{500};

base::Error not_running_session(std::string_view id) {
  return {Errc::invalid, 0,
          fmt::format("Session \"{}\" is not running. Use \"pty rm {}\" to remove it.", id, id)};
}

/// Who listens on the session's socket, by the kernel's word. Fails when somebody may and cannot be named.
base::Result<std::optional<int>> listener_pid(const SessionPaths& paths) {
  base::Result<os::Fd> connection = os::connect_unix(paths.socket);
  if (connection) {
    if (std::optional<int> pid = os::try_peer_pid(connection->get())) return pid;
    return base::fail(Errc::denied, "its process cannot be seen from here");
  }
  const Errc code = connection.error().code;
  if (code == Errc::not_found || code == Errc::unreachable) return std::optional<int>{};
  return base::fail(std::move(connection.error()));
}

base::Error cannot_tell(std::string_view id, const base::Error& reason) {
  return {reason.code, reason.sys_errno,
          fmt::format("Session \"{}\" may be running, but its process cannot be found out ({}); nothing was "
                      "signalled.",
                      id, reason.text)};
}

/// The session's daemon, proven: by its recorded start token, else by holding the session's socket, else by
/// name. A number alone is no proof. Fails: not_found (nobody is there), denied, timed_out, system.
base::Result<os::ProcessHandle> open_daemon(const SessionPaths& paths, const Session& session) {
  bool token_applies = session.pid && session.pid == session.daemon_pid && !session.start_token.empty();
  if (token_applies) return os::ProcessHandle::open(*session.pid, session.start_token);
  base::Result<std::optional<int>> asked = listener_pid(paths);
  if (!asked && !session.pid) return base::fail(cannot_tell(session.id, asked.error()));
  std::optional<int> listener = asked ? *asked : std::nullopt;
  std::optional<int> pid = session.pid ? session.pid : listener;
  if (!pid) return base::fail(Errc::not_found, fmt::format("Session \"{}\" has no daemon.", session.id));
  base::Result<os::ProcessHandle> handle = os::ProcessHandle::open(*pid, "");
  if (!handle) return handle;
  if (listener == pid || os::process_name(*pid) == registry::kDaemonProcessName) return handle;
  return base::fail(Errc::denied,
                    fmt::format("Process {} cannot be proven to be the daemon of session \"{}\"; it was "
                                "not signalled.",
                                *pid, session.id));
}

std::optional<registry::Observation> observed(const Session& session) {
  if (session.generation.empty()) return std::nullopt;
  return registry::Observation{session.generation, {}};
}

/// Takes the tag away by which gc would bring the session back.
base::Status drop_strategy(const SessionPaths& paths, const Session& session) {
  auto edit = [](registry::Metadata& metadata) -> std::optional<registry::EventRecord> {
    if (!registry::is_permanent(metadata.tags)) return std::nullopt;
    registry::Tags previous = metadata.tags;
    metadata.tags.erase("strategy");
    return registry::tags_change_event(previous, metadata.tags);
  };
  base::Result<registry::Mutation> mutation = registry::mutate_metadata(paths, observed(session), edit);
  if (!mutation) return base::fail(std::move(mutation.error()));
  bool done = mutation->outcome == registry::MutationOutcome::changed ||
              mutation->outcome == registry::MutationOutcome::unchanged;
  if (!done) return base::fail(registry::mutation_error(mutation->outcome, session.id));
  return {};
}

/// What a daemon that could not clean up left behind; a record that changed hands is not touched.
void remove_leftovers(const SessionPaths& paths, const Session& session, int daemon_pid) {
  base::Result<registry::MetadataLock> lock =
      registry::MetadataLock::acquire(paths, registry::kCommandLockWait);
  base::Result<registry::MetadataSnapshot> record = registry::read_metadata(paths);
  if (!lock || !record || record->metadata.generation != session.generation) return;
  (void)registry::remove_session_endpoints(paths, *lock, registry::observe(*record), daemon_pid);
}

/// Whether the daemon ended in time.
base::Result<bool> wait_end(const os::ProcessHandle& daemon, FamilyWatch& family, Milliseconds wait) {
  while (true) {
    const Milliseconds slice = std::min(wait, kLookAgain);
    base::Result<bool> ended = daemon.wait_end(slice);
    wait -= slice;
    if (!ended || *ended || wait <= Milliseconds(0)) return ended;
    family.look_again();
  }
}

base::Error still_alive(std::string_view id, Milliseconds wait) {
  return {Errc::timed_out, 0,
          fmt::format("Session \"{}\" daemon did not exit within {}s.", id,
                      std::chrono::duration_cast<std::chrono::seconds>(wait).count())};
}

}  // namespace

base::Result<Stopped> stop_session(const Root& root, const Session& session, Milliseconds wait) {
  if (session.gone()) return base::fail(not_running_session(session.id));
  SessionPaths paths = registry::session_paths(root, session.id);
  Stopped stopped;
  stopped.was_permanent = registry::is_permanent(session.tags);
  if (auto manifest = session.tags.find("ptyfile"); manifest != session.tags.end()) {
    stopped.manifest = manifest->second;
  }
  // Proven before the tag is touched: a session that cannot be signalled keeps its strategy.
  base::Result<os::ProcessHandle> daemon = open_daemon(paths, session);
  if (!daemon && daemon.error().code == Errc::not_found) return base::fail(not_running_session(session.id));
  if (!daemon) return base::fail(std::move(daemon.error()));
  if (stopped.was_permanent) {
    if (base::Status dropped = drop_strategy(paths, session); !dropped)
      return base::fail(std::move(dropped.error()));
  }
  if (base::Status ended = stop_daemon(root, session, wait); !ended)
    return base::fail(std::move(ended.error()));
  return stopped;
}

base::Status stop_daemon(const Root& root, const Session& session, Milliseconds wait) {
  SessionPaths paths = registry::session_paths(root, session.id);
  base::Result<os::ProcessHandle> daemon = open_daemon(paths, session);
  if (!daemon && daemon.error().code == Errc::not_found) return {};
  if (!daemon) return base::fail(std::move(daemon.error()));
  FamilyWatch family(daemon->pid());
  base::Status sent = daemon->send(SIGTERM);
  if (!sent && sent.error().code == Errc::denied) {
    return base::fail(Errc::denied, fmt::format("Session \"{}\" belongs to another user: {}", session.id,
                                                sent.error().text));
  }
  if (!sent && sent.error().code != Errc::not_found) return sent;
  if (sent) (void)daemon->send(SIGCONT);  // a stopped daemon would not see it
  base::Result<bool> ended = wait_end(*daemon, family, wait);
  if (!ended) return base::fail(std::move(ended.error()));
  if (!*ended) return base::fail(still_alive(session.id, wait));
  remove_leftovers(paths, session, daemon->pid());
  const auto survivors = family.end_all();
  if (!survivors.empty()) return base::fail(survivors_error(session.id, survivors));
  return {};
}

base::Status await_daemon_gone(const Session& session, Milliseconds wait) {
  std::optional<int> pid = session.pid ? session.pid : session.daemon_pid;
  if (!pid) return {};
  bool token_applies = session.daemon_pid == pid;
  base::Result<os::ProcessHandle> daemon =
      os::ProcessHandle::open(*pid, token_applies ? session.start_token : std::string());
  if (!daemon && daemon.error().code == Errc::not_found) return {};
  if (!daemon) return base::fail(std::move(daemon.error()));
  // Without a token and a pid file, only the name tells a daemon from whoever got its number later.
  bool proven = session.pid || (token_applies && !session.start_token.empty());
  if (!proven && os::process_name(*pid) != registry::kDaemonProcessName) return {};
  base::Result<bool> ended = daemon->wait_end(wait);
  if (!ended) return base::fail(std::move(ended.error()));
  if (!*ended) return base::fail(still_alive(session.id, wait));
  return {};
}

bool is_deserted(const SessionPaths& paths, const Session& session) {
  if (session.gone() || session.pid || !session.ambiguous) return false;
  if (os::probe_unix(paths.socket) != os::Reachability::unreachable) return false;
  return await_daemon_gone(session, Milliseconds(0)).has_value();
}

}  // namespace pty::client
