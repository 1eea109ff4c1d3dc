#pragma once
// What a session asks of the world: the only way out of SessionCore. The shell implements it with
// descriptors, signals and files; tests record the calls. No call may call back into the core.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pty/base/clock.hpp"
#include "pty/base/geometry_policy.hpp"
#include "pty/base/size.hpp"
#include "pty/daemon/client_table.hpp"
#include "pty/daemon/shutdown_plan.hpp"
#include "pty/registry/reap_decision.hpp"
#include "pty/registry/status_document.hpp"
#include "pty/vt/events.hpp"

namespace pty::daemon {

struct ChildOutput {
  base::ByteView bytes;  ///< valid until the next read
  bool ended = false;    ///< nobody holds the terminal any more
};

struct ChildEnd {
  int code = 0;               ///< 128 + signal for a signal death
  std::optional<int> signal;  ///< only when signalled
};

struct ExitRecord {
  ChildEnd end;
  base::WallTime died_at;
  std::vector<std::string> last_lines;
};

struct ProcessFacts {
  std::optional<registry::StatusResources> child;
  std::optional<registry::StatusResources> daemon;
  std::optional<registry::StatusForeground> foreground;
};

class SessionPort {
 public:
  virtual ~SessionPort() = default;

  /// One read of what the child has written, at most 64 KiB; empty when there is nothing now. Valid until the
  /// next one.
  virtual ChildOutput read_child() = 0;
  /// How many bytes of input the child has not read; nothing when that is not known. Of a child that reads
  /// lines only whole ones count.
  virtual std::optional<std::size_t> unread_input() = 0;
  virtual void set_pty_size(base::Size size) = 0;
  /// The child, its process group, the terminal's foreground group and every descendant, each once.
  virtual void signal_family(StopAction action) = 0;
  /// Whether a descendant other than the child lives.
  virtual bool family_lives() = 0;
  /// Closes the terminal: whoever still runs on it is hung up.
  virtual void close_child() = 0;

  /// Sends of `unsent` what can be sent at once, then closes the connection. The client is no longer known.
  virtual void close_client(ClientId id, const SendQueue& unsent) = 0;
  /// Removes the socket's name and stops accepting.
  virtual void stop_listening() = 0;

  // File work, done elsewhere in this order; never waited for.
  virtual void record_event(const vt::Event& event, base::WallTime when) = 0;
  virtual void stamp_attach(base::WallTime when) = 0;
  virtual void record_policy(const base::GeometryPolicy& policy) = 0;
  virtual void record_exit(ExitRecord record) = 0;

  virtual ProcessFacts process_facts() = 0;
  /// What could not be recorded so far, one sentence each.
  virtual std::vector<std::string> warnings() = 0;

  /// The session is over: finish the file work, clean up, end the process.
  virtual void finish(registry::StopCause cause) = 0;
  /// The deadline of the stop has passed: end the process now, whatever is unfinished.
  virtual void force_end() = 0;
};

}  // namespace pty::daemon
