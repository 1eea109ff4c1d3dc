#pragma once
// One client's connection to one session: requests out, events in. Non-blocking and owned by one thread: give
// native_handle() and interest() to any loop, call on_ready() when it is ready, then poll_event() until
// it has nothing. Each synchronisation obeys GEOMETRY+ SCREEN (DATA | GEOMETRY)* [EXIT]; a daemon that breaks
// the grammar or announces an oversize packet ends the connection with Closed{corrupt}. It refuses to touch
// stdio or signals, to block (but for wait_event), and to reconnect.

#include <cstdint>
#include <memory>
#include <optional>
#include <variant>

#include "pty/base/bytes.hpp"
#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/base/geometry_policy.hpp"
#include "pty/base/size.hpp"
#include "pty/client/endpoint.hpp"
#include "pty/os/fd_watch.hpp"
#include "pty/wire/generation_grammar.hpp"
#include "pty/wire/packet.hpp"

namespace pty::client {

/// The grid is now this big; precedes every Screen and Data drawn at that size.
struct Geometry {
  base::Size size;
};
/// A whole picture. `repeated`: not the first one on this connection (resync, a new request, or the history
/// that was asked for behind the screen). `more`: only a piece of it, see take_screens_in_pieces().
struct Screen {
  base::ByteView bytes;
  bool repeated = false;
  bool more = false;
};
struct Data {
  base::ByteView bytes;
};
/// The program ended; the last event but Closed.
struct Exit {
  std::int32_t code = 0;
};
/// The answer to request_status().
struct StatusReply {
  base::ByteView json;
};
/// The answer to request_policy(): what is in force now.
struct PolicyReply {
  base::GeometryPolicy policy;
};
/// The answer to request_dismissal().
struct DismissalReply {
  wire::DismissalCount count;
};
/// The answer to request_submit(); nothing if it is one that this version does not know.
struct Submitted {
  std::optional<wire::SubmitOutcome> outcome;
};
/// Somebody wants this client to leave: it should say goodbye, or is cut off.
struct SentAway {};
/// The conversation is over; nothing follows. Without an error: the daemon closed it. `breach`: which order
/// of packets the daemon did not keep.
struct Closed {
  std::optional<base::Error> error;
  wire::GenerationGrammar::Verdict breach = wire::GenerationGrammar::Verdict::fits;
};
using Event = std::variant<Geometry, Screen, Data, Exit, StatusReply, PolicyReply, DismissalReply, Submitted,
                           SentAway, Closed>;

class Connection {
 public:
  /// Bytes of requests that may wait for the daemon; write() refuses what would exceed it.
  static constexpr std::size_t kMaxPendingBytes = std::size_t{64} << 20;

  /// A writable client of this size. Fails: as dial().
  static base::Result<Connection> attach(const Endpoint& endpoint, base::Size size);
  /// A read-only observer, never counted as attached. Fails: as dial().
  static base::Result<Connection> watch(const Endpoint& endpoint, wire::PeekFlags flags = {});
  /// Neither: may write and ask for the status, gets no screen. Fails: as dial().
  static base::Result<Connection> command(const Endpoint& endpoint);
  /// Takes over a connected non-blocking stream socket (a test's, a tunnel's) in the command role.
  static Connection adopt(os::Fd socket);

  Connection(Connection&&) noexcept;
  Connection& operator=(Connection&&) noexcept;
  ~Connection();

  [[nodiscard]] int native_handle() const;
  /// Reading, and writing while requests wait.
  [[nodiscard]] os::Interest interest() const;
  /// Performs the I/O that is possible. Failures are not reported here but as Closed, after every event
  /// that was received before them.
  void on_ready(os::Readiness ready);
  /// The next event. Views inside stay valid until the next call of a member function.
  std::optional<Event> poll_event();
  /// From here on a picture comes as several Screens, the last one without `more`, each as soon as it is
  /// read: for those who hand it on.
  void take_screens_in_pieces();
  /// The bytes of the event polled last, to keep; without a copy if they came in several reads.
  base::ByteBuffer take(base::ByteView bytes);
  /// For blocking callers: polls the socket until an event comes. Fails: timed_out.
  base::Result<Event> wait_event(base::Milliseconds timeout);

  // Requests. Each tries to send at once and keeps the rest for on_ready.
  // Fails: closed after the end, too_large beyond kMaxPendingBytes (nothing was queued then).
  base::Status request_attach(base::Size size, wire::HistoryWish history = wire::HistoryWish::in_picture);
  base::Status request_watch(wire::PeekFlags flags);
  base::Status request_status();
  base::Status request_policy(const base::GeometryPolicy& policy);
  base::Status request_dismissal(wire::Dismissal who);
  /// Pre: the text has at most wire::kMaxSubmitText bytes.
  base::Status request_submit(const wire::SubmitRequest& request);
  base::Status write(base::ByteView bytes);
  base::Status resize(base::Size size);
  /// Says goodbye; the daemon answers by closing.
  base::Status detach();
  /// No more requests: half-closes once everything pending is sent.
  base::Status finish_requests();

  /// Bytes of requests still waiting for the kernel.
  [[nodiscard]] std::size_t pending_bytes() const;
  /// The daemon may still say something.
  [[nodiscard]] bool connected() const;
  /// Nothing can be sent any more.
  [[nodiscard]] bool output_ended() const;
  /// The last Geometry received; nothing before the first.
  [[nodiscard]] std::optional<base::Size> effective_size() const;

 private:
  struct State;
  explicit Connection(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace pty::client
