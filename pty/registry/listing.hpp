#pragma once
// What sessions exist and what state they are in. Derived from the files each time; writes nothing.
//
// A pid is evidence only together with its start token. Sockets are probed (non-blocking, all within one
// budget) only when the pid does not settle it. What stays ambiguous is reported as running: unknown never
// destroys. Records are skimmed: last lines are not decoded here, see read_metadata.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/registry/metadata.hpp"
#include "pty/registry/root.hpp"
#include "pty/registry/tags.hpp"

namespace pty::registry {

inline constexpr base::Milliseconds kProbeBudget{500};

enum class SessionStatus { running, exited, vanished };
std::string_view name_of(SessionStatus status);
std::optional<SessionStatus> parse_session_status(std::string_view text);

struct Session {
  std::string id;
  SessionStatus status = SessionStatus::running;
  std::optional<int> pid;  ///< the live daemon
  bool ambiguous = false;  ///< neither proven alive nor proven dead
  bool has_metadata = false;

  // From the record; empty without one.
  std::string generation;
  std::optional<int> daemon_pid;
  std::string start_token;
  std::string display_command;
  std::string cwd;
  std::string created_at;
  bool ephemeral = false;
  Tags tags;
  std::optional<std::string> display_name;
  std::optional<std::string> last_attach_at;
  std::optional<int> exit_code;
  std::optional<std::string> exited_at;

  [[nodiscard]] bool gone() const { return status != SessionStatus::running; }
  /// The display name if there is one, else the id.
  [[nodiscard]] const std::string& label() const { return display_name ? *display_name : id; }
};

/// All sessions by id (byte order); an absent root is an empty registry. Fails: denied, system.
base::Result<std::vector<Session>> list_sessions(const Root& root);

/// One session by exact id; nullopt when nothing of that id would be listed.
base::Result<std::optional<Session>> find_session(const Root& root, std::string_view id);

/// By label, byte order, stable over id order: the order `list` prints.
void sort_by_label(std::vector<Session>& sessions);

}  // namespace pty::registry
