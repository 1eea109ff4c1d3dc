#pragma once
// Where a session is reached: the name used in messages (its stable id) and the path of its socket. Dialling
// never blocks for long and never retries; who wants to wait for a session waits for its readiness instead.

#include <string>
#include <string_view>

#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/os/fd.hpp"

namespace pty::client {

struct Endpoint {
  std::string name;         ///< stable id, for messages
  std::string socket_path;  ///< absolute path of the Unix socket
};

/// How long a daemon with a full queue of callers may keep a new one waiting.
inline constexpr base::Milliseconds kDialLimit{2000};

/// A connected, non-blocking, close-on-exec stream socket.
/// Fails: unreachable `Session "<name>" not found or not running.` (missing or refused), otherwise
/// `Connection error: <reason>`.
/// Blocks: only if the daemon's queue of callers is full, at most `limit`; then timed_out.
base::Result<os::Fd> dial(const Endpoint& endpoint, base::Milliseconds limit = kDialLimit);

/// `Session "<name>" not found or not running.`
base::Error not_running(std::string_view name);
/// `Connection error: <reason>`
base::Error connection_error(const base::Error& reason);

}  // namespace pty::client
