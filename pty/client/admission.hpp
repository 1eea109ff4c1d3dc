#pragma once
// The moment a launch may begin: both locks held, nobody alive under the id, and the predecessor's record in
// hand (to be published over, or put back byte for byte).

#include <optional>
#include <string>

#include "pty/client/launch.hpp"
#include "pty/registry/listing.hpp"
#include "pty/registry/registry_lock.hpp"
#include "pty/registry/session_paths.hpp"

namespace pty::client {

struct Admission {
  std::optional<registry::SessionLocks> locks;    ///< empty when somebody is running
  std::optional<registry::Session> running;       ///< use_or_renew found the session alive
  std::optional<registry::Metadata> predecessor;  ///< a readable record to be replaced
  std::optional<std::string> old_record;          ///< its bytes (or those of a malformed one)
};

/// Blocks: for the locks (2 s) and a predecessor's daemon (7 s). Fails: as launch.
base::Result<Admission> seek_admission(const LaunchRequest& request, const registry::SessionPaths& paths);

}  // namespace pty::client
