#pragma once
// Restarting a session from its record: same id, command, directory, size, environment policy, tags and
// name; a new generation and a fresh log. The replacement is published over the old record, so a start that
// fails leaves the old one as it was.

#include <optional>
#include <string>
#include <string_view>

#include "pty/base/error.hpp"
#include "pty/client/launch.hpp"
#include "pty/registry/listing.hpp"
#include "pty/registry/metadata.hpp"

namespace pty::client {

/// Why `restart` refuses a stateful agent: "role=agent tag" or "claude --resume command"; nullopt otherwise.
std::optional<std::string_view> agent_guard_reason(const registry::Metadata& metadata);

/// The refusal's whole text for that reason.
std::string agent_guard_text(std::string_view id, std::string_view reason);

enum class AgentGuard { respect, override_by_force };

struct RestartRequest {
  registry::Session session;  ///< as resolved
  AgentGuard guard = AgentGuard::respect;
  bool will_attach = false;
  std::optional<std::string> daemon_executable;
  base::Milliseconds stop_wait{7'000};
  base::Milliseconds start_timeout = kStartTimeout;
};

/// The record a replacement is launched from.
registry::LaunchRecord replacement_record(const registry::Root& root, std::string_view id,
                                          const registry::Metadata& previous);

/// Stops a running session (the caller has asked the person), waits for its daemon, starts the replacement.
/// Fails: unsupported (agent guard), not_found (no metadata), timed_out (old daemon; record untouched),
/// and everything launch fails with.
base::Result<Launched> restart_session(const registry::Root& root, const RestartRequest& request);

}  // namespace pty::client
