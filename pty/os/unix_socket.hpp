#pragma once
// Unix stream sockets. A listener is bound under a temporary name (".tmp.<pid>-<random>", in hex), made
// private (0600) before anybody can connect, and becomes visible only by publish(); it removes what it
// published only while the path is still its own inode.

#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/os/fd.hpp"
#include "pty/os/file_identity.hpp"

namespace pty::os {

/// Longest usable path in bytes: sun_path without its NUL (107 on Linux, 103 on macOS).
extern const std::size_t kMaxSocketPath;

class UnixListener {
 public:
  UnixListener(UnixListener&& other) noexcept;
  UnixListener& operator=(UnixListener&&) = delete;
  /// Removes the temporary name if never published. A published path stays: see withdraw().
  ~UnixListener();

  /// Gives the socket its final name. Fails: already_exists (somebody is there; prove it dead and unlink it
  /// first), system.
  base::Status publish();
  /// Removes the published path if it is still ours. Returns true if it was. New connections are then
  /// impossible; accepted ones go on. Idempotent.
  bool withdraw();
  /// Stops listening: withdraw() and close.
  void close();

  /// One waiting client: non-blocking, close-on-exec. Nothing if none waits any more. When the process is out
  /// of descriptors the client is refused (closed), so that a level-triggered loop does not spin. Fails:
  /// system (then pause accepting).
  base::Result<std::optional<Fd>> accept();

  [[nodiscard]] int fd() const { return fd_.get(); }
  [[nodiscard]] FileIdentity identity() const { return identity_; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  friend base::Result<UnixListener> listen_unix(const std::string& path);
  UnixListener(Fd fd, Fd spare, std::string path, std::string temporary, FileIdentity identity);

  Fd fd_;
  Fd spare_;  ///< given up for a moment to refuse a client when descriptors run out
  std::string path_;
  std::string temporary_;  ///< empty once published
  FileIdentity identity_;
  bool published_ = false;
};

/// Fails: too_large (path longer than kMaxSocketPath; the text says how long), system.
base::Result<UnixListener> listen_unix(const std::string& path);

/// Whose temporary name this is, if it is one: a listener that was killed before publish() leaves it behind.
std::optional<pid_t> temporary_socket_owner(std::string_view file_name);

/// A non-blocking, close-on-exec connection. Blocks: only if the listener's queue is full, at most `limit`.
/// Fails: not_found (no such file), unreachable (nobody listens there), timed_out (queue stayed full),
/// denied, too_large, system.
base::Result<Fd> connect_unix(const std::string& path, base::Milliseconds limit = base::Milliseconds(0));

/// True if `path` itself (no links followed) is a socket.
bool is_unix_socket(const std::string& path);

enum class Reachability : unsigned char {
  reachable,    ///< somebody listens (also when its queue is full)
  unreachable,  ///< nobody: refused, or no such file
  unknown,      ///< cannot tell (permission, resources): never destroy on this
};
/// Never blocks. A listener sees a connection that closes at once.
Reachability probe_unix(const std::string& path);

/// Who connected. Fails: system.
base::Result<uid_t> peer_uid(int socket);
std::optional<pid_t> try_peer_pid(int socket);

/// Ends sending on a socket; receiving goes on. Errors are ignored: the peer may be gone.
void shut_down_sending(int socket);

}  // namespace pty::os
