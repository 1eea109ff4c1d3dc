#include "pty/registry/listing.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "pty/os/directory.hpp"
#include "pty/os/directory_files.hpp"
#include "pty/os/file_io.hpp"
#include "pty/os/process_table.hpp"
#include "pty/os/unix_socket.hpp"
#include "pty/registry/leading_pid.hpp"
#include "pty/registry/record_skim.hpp"
#include "pty/registry/session_paths.hpp"

namespace pty::registry {
namespace {

constexpr std::array<std::string_view, 3> kStatusNames{"running", "exited", "vanished"};

/// Which of a session's files exist.
struct Files {
  std::string id;
  bool metadata = false;
  bool socket = false;
  bool pid = false;
};

/// What is known about the daemon. `dead` needs proof.
enum class Daemon { alive, dead, unknown };

struct Evidence {
  Daemon daemon = Daemon::unknown;
  std::optional<int> pid;
};

std::optional<int> read_pid_file(os::DirectoryFiles& directory, const std::string& id) {
  std::optional<std::string_view> text = directory.try_read(id + ".pid", kMaxPidFileBytes);
  if (!text) return std::nullopt;
  return leading_pid(*text);
}

/// The process that `pid` names, judged against the record: one look at the process table.
Daemon judge_process(const Session& session, int pid) {
  std::optional<std::string> token = os::try_live_token(pid);
  if (!token) return Daemon::dead;
  bool comparable = session.daemon_pid == pid && !session.start_token.empty() && !token->empty();
  if (!comparable) return Daemon::unknown;
  return *token == session.start_token ? Daemon::alive : Daemon::dead;
}

/// The record's own daemon, proven by its token, settles it without the pid file; that file decides
/// otherwise.
Evidence judge_daemon(const Session& session, const Files& files, os::DirectoryFiles& directory) {
  Daemon recorded = Daemon::unknown;
  if (session.daemon_pid) {
    // Most records without a socket are dead: one signal probe is cheaper than the process table.
    bool gone = !files.socket && !os::is_alive(*session.daemon_pid);
    recorded = gone ? Daemon::dead : judge_process(session, *session.daemon_pid);
    if (recorded == Daemon::alive) return {Daemon::alive, session.daemon_pid};
  }
  std::optional<int> pid = files.pid ? read_pid_file(directory, files.id) : std::nullopt;
  if (!pid) return {recorded, {}};
  Daemon filed = pid == session.daemon_pid ? recorded : judge_process(session, *pid);
  if (filed == Daemon::dead) return {Daemon::dead, {}};
  return {Daemon::alive, pid};
}

SessionStatus live_status(const Session& session) {
  return session.exited_at ? SessionStatus::exited : SessionStatus::running;
}

SessionStatus dead_status(const Session& session) {
  bool recorded = session.exited_at || session.exit_code;
  return recorded ? SessionStatus::exited : SessionStatus::vanished;
}

/// Completes `session`; false when nothing is to be listed.
bool derive_status(Session& session, const Files& files, const Root& root, os::DirectoryFiles& directory) {
  Evidence evidence = judge_daemon(session, files, directory);
  session.pid = evidence.pid;
  if (files.socket && evidence.daemon != Daemon::alive) {
    os::Reachability reach = os::probe_unix(session_paths(root, files.id).socket);
    bool settled = reach == os::Reachability::unreachable && evidence.daemon == Daemon::dead;
    if (!settled) {
      session.ambiguous = reach != os::Reachability::reachable;
      session.status = live_status(session);
      return true;
    }
  }
  if (evidence.daemon == Daemon::alive) {
    session.status = live_status(session);
    return true;
  }
  // No pid file and no token: a live process of that number may or may not be the daemon.
  session.ambiguous = evidence.daemon == Daemon::unknown && session.daemon_pid.has_value();
  session.status = dead_status(session);
  return session.has_metadata;
}

/// nullopt: nothing of this id is listed (no or malformed record without a live socket).
std::optional<Session> examine(const Root& root, const Files& files, os::DirectoryFiles& directory) {
  Session session;
  session.id = files.id;
  if (files.metadata) {
    std::optional<std::string_view> text = directory.try_read(files.id + ".json", kMaxMetadataBytes);
    session.has_metadata = text && skim_record(*text, session);
    if (!session.has_metadata) {
      session = Session{};
      session.id = files.id;
    }
  }
  // Without a record only a real socket speaks for a session; any other file of that name is somebody else's.
  if (!session.has_metadata && !(files.socket && os::is_unix_socket(session_paths(root, files.id).socket))) {
    return std::nullopt;
  }
  if (!derive_status(session, files, root, directory)) return std::nullopt;
  return session;
}

struct FileName {
  std::string_view id;
  bool Files::* part;
};

std::optional<FileName> classify(std::string_view name) {
  if (is_temporary_name(name)) return std::nullopt;
  for (auto [suffix, part] : {std::pair{std::string_view(".json"), &Files::metadata},
                              std::pair{std::string_view(".sock"), &Files::socket},
                              std::pair{std::string_view(".pid"), &Files::pid}}) {
    if (name.size() > suffix.size() && name.ends_with(suffix)) {
      return FileName{name.substr(0, name.size() - suffix.size()), part};
    }
  }
  return std::nullopt;
}

/// One entry per id, by id.
std::vector<Files> group_by_id(const std::vector<std::string>& names) {
  std::vector<FileName> found;
  found.reserve(names.size());
  for (const std::string& name : names) {
    if (std::optional<FileName> file = classify(name)) found.push_back(*file);
  }
  std::ranges::sort(found, {}, &FileName::id);
  std::vector<Files> groups;
  for (const FileName& file : found) {
    if (groups.empty() || groups.back().id != file.id) groups.push_back({std::string(file.id)});
    groups.back().*(file.part) = true;
  }
  return groups;
}

bool exists(const std::string& path) {
  return os::try_file_facts(path, os::Links::look_at_link).has_value();
}

}  // namespace

std::string_view name_of(SessionStatus status) {
  return kStatusNames[static_cast<std::size_t>(status)];
}

std::optional<SessionStatus> parse_session_status(std::string_view text) {
  for (SessionStatus status : {SessionStatus::running, SessionStatus::exited, SessionStatus::vanished}) {
    if (text == name_of(status)) return status;
  }
  return std::nullopt;
}

base::Result<std::vector<Session>> list_sessions(const Root& root) {
  base::Result<std::vector<std::string>> names = os::directory_entries(root.path());
  if (!names && names.error().code == base::Errc::not_found) return std::vector<Session>{};
  if (!names) return base::fail(std::move(names.error()));
  base::Result<os::DirectoryFiles> directory = os::DirectoryFiles::open(root.path());
  if (!directory) return base::fail(std::move(directory.error()));
  std::vector<Session> sessions;
  for (const Files& files : group_by_id(*names)) {
    if (std::optional<Session> session = examine(root, files, *directory))
      sessions.push_back(std::move(*session));
  }
  return sessions;
}

base::Result<std::optional<Session>> find_session(const Root& root, std::string_view id) {
  if (id.empty() || id.find('/') != std::string_view::npos || id.find('\0') != std::string_view::npos) {
    return std::optional<Session>{};
  }
  SessionPaths paths = session_paths(root, id);
  Files files{std::string(id), exists(paths.metadata), exists(paths.socket), false};
  if (!files.metadata && !files.socket) return std::optional<Session>{};
  if (is_temporary_name(paths.id)) return std::optional<Session>{};
  files.pid = exists(paths.pid);
  base::Result<os::DirectoryFiles> directory = os::DirectoryFiles::open(root.path());
  if (!directory) return base::fail(std::move(directory.error()));
  return examine(root, files, *directory);
}

void sort_by_label(std::vector<Session>& sessions) {
  std::ranges::sort(sessions, [](const Session& a, const Session& b) {
    return std::tie(a.label(), a.id) < std::tie(b.label(), b.id);
  });
}

}  // namespace pty::registry
