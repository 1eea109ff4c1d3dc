#include "pty/registry/session_paths.hpp"

namespace pty::registry {

SessionPaths session_paths(const Root& root, std::string_view id) {
  std::string directory = root.path() == "/" ? "" : root.path();
  std::string stem = directory + "/" + std::string(id);
  SessionPaths paths;
  paths.root = root.path();
  paths.id = id;
  paths.metadata = stem + ".json";
  paths.socket = stem + ".sock";
  paths.pid = stem + ".pid";
  paths.events = stem + ".events.jsonl";
  paths.lock = stem + ".lock";
  paths.event_lock = stem + ".events.lock";
  paths.revision = directory + "/.recovery/" + std::string(id) + ".revision.json";
  paths.lock_guard = directory + "/.lock-guard";
  return paths;
}

bool is_temporary_name(std::string_view file_name) {
  return file_name.find(".tmp.") != std::string_view::npos;
}

}  // namespace pty::registry
