#pragma once
// A command connection that asks a session something and waits for the answer, with one deadline over all of
// it.

#include <string_view>

#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/client/connection.hpp"
#include "pty/client/endpoint.hpp"
#include "pty/registry/status_document.hpp"

namespace pty::client {

class Question {
 public:
  /// Fails: as dial(). Lifetime: `endpoint` outlives it.
  static base::Result<Question> open(const Endpoint& endpoint, base::Milliseconds timeout);

  [[nodiscard]] Connection& connection() { return connection_; }
  /// The next event but Closed. Fails: unreachable when the daemon has left, corrupt, timed_out.
  base::Result<Event> next();
  /// Fails: as invalid_status().
  [[nodiscard]] base::Result<registry::StatusDocument> read_status(base::ByteView json) const;

 private:
  Question(const Endpoint& endpoint, Connection connection, base::TimePoint deadline)
      : endpoint_(&endpoint), connection_(std::move(connection)), deadline_(deadline) {}

  const Endpoint* endpoint_;
  Connection connection_;
  base::TimePoint deadline_;
};

/// The session's daemon does not know `what`, which came after it.
base::Error older_daemon(std::string_view name, std::string_view what);

}  // namespace pty::client
