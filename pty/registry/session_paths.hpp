#pragma once
// The names of one session's files. Nothing here touches the disk.

#include <cstddef>
#include <string>
#include <string_view>

#include "pty/registry/root.hpp"

namespace pty::registry {

/// Of a pid file no more is read.
inline constexpr std::size_t kMaxPidFileBytes = 64;

struct SessionPaths {
  std::string root;        ///< the directory
  std::string id;          ///< the session's id
  std::string metadata;    ///< <id>.json
  std::string socket;      ///< <id>.sock
  std::string pid;         ///< <id>.pid
  std::string events;      ///< <id>.events.jsonl
  std::string lock;        ///< <id>.lock: creation and metadata
  std::string event_lock;  ///< <id>.events.lock
  std::string revision;    ///< .recovery/<id>.revision.json
  std::string lock_guard;  ///< the root's guard file for stealing stale locks
};

SessionPaths session_paths(const Root& root, std::string_view id);

/// Readers skip in-flight atomic writes by this rule.
bool is_temporary_name(std::string_view file_name);

}  // namespace pty::registry
