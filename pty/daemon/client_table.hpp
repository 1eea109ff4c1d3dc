#pragma once
// The connected clients and what is known about each. A client is created by accept, lives until its
// connection is closed, and is named by an id that is never reused.
//
// Of a client whose connection broke while its input had to wait, that input stays behind in its place until
// there is room: an entry without connection, role or output, which nobody can find or count. Neighbours of
// that kind are joined, so there are hardly more of them than of connected clients, however many came and
// went.

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "pty/base/clock.hpp"
#include "pty/base/size.hpp"
#include "pty/daemon/send_queue.hpp"
#include "pty/wire/frame_decoder.hpp"
#include "pty/wire/packet.hpp"

namespace pty::daemon {

inline constexpr std::size_t kMaxClients = 256;
/// Departed neighbours are joined up to this, so that a waiting input is still taken piece by piece.
inline constexpr std::size_t kJoinedLeftBehindBytes = 1024 * 1024;

using ClientId = std::uint32_t;

/// Where a client stands in its current synchronisation generation.
enum class Phase : std::uint8_t {
  idle,      ///< never asked for output
  settling,  ///< was told the geometry, waits for its SCREEN; receives no output
  live,      ///< receives output
  stale,     ///< too slow: output was dropped, a new generation starts when its queue is empty
};

/// When a slow client may be resynchronised again: 50 ms, doubling to a second while it stays slow.
struct ResyncPacing {
  base::TimePoint not_before{};
  base::TimePoint last{};
  base::Milliseconds delay{0};

  void on_stale(base::TimePoint now);
  void on_resync(base::TimePoint now) { last = now; }
};

/// A DISMISS that is not answered yet.
struct Dismissing {
  wire::DismissalCount count;
  std::vector<ClientId> waits_for;
};

struct Client {
  explicit Client(ClientId number) : id(number) {}

  ClientId id;
  wire::Role role = wire::Role::command;
  Phase phase = Phase::idle;

  base::Size requested{0, 0};
  std::uint64_t request_sequence = 0;  ///< of its last ATTACH or RESIZE
  std::uint64_t activity = 0;          ///< rises over all clients with each sign of use, see SizeRequest
  base::WallTime active_at{};          ///< when the last one came
  wire::PeekFlags peek{};
  wire::HistoryWish history = wire::HistoryWish::in_picture;  ///< for the pictures to come
  std::optional<base::TimePoint> history_due;                 ///< is owed the picture behind its SCREEN

  bool waits_for_settle = false;  ///< settling only: the grid has just changed
  std::optional<base::TimePoint> synchronized_until;
  bool owed_primary = false;      ///< joined while the alternate screen was active
  bool lacks_history = false;     ///< so its terminal has no lines for a screen that grows
  bool joined_in_string = false;  ///< joined inside a long control string: its tail is not for it
  bool owed_setting = false;      ///< and its effect lasts: a picture shows it when it has ended
  bool may_be_in_string = false;  ///< was sent part of a long control string since its SCREEN
  bool exit_sent = false;         ///< in this generation
  bool can_send = false;          ///< stale only: its socket takes bytes again
  ResyncPacing pacing{};
  base::TimePoint took_at{};  ///< when its socket last took bytes

  std::optional<base::TimePoint> leave_by;  ///< told to leave; cut off then
  std::optional<Dismissing> dismissing;     ///< it has told others to leave

  bool ending = false;    ///< its end of stream was seen: served to the end, then closed
  bool departed = false;  ///< its connection broke: only `held` is left of it. Implies `ending`
  bool gone = false;      ///< closed; removed from the table at the end of the event
  bool has_held = false;  ///< `held` waits for its turn in the input queue; the client is not read meanwhile
  std::uint64_t held_ticket = 0;  ///< lower: `held` waits longer
  bool held_submit = false;       ///< `held` is the payload of a SUBMIT, not of a DATA
  std::uint64_t turn_ticket = 0;  ///< `unread` begins with a request that waits for its turn; 0: it does not
  bool submitting = false;        ///< its SUBMIT is being carried out; the client is not read meanwhile
  base::ByteBuffer held;          ///< one payload; of the departed, all that the program is owed
  base::ByteBuffer unread;        ///< bytes received after it

  wire::FrameDecoder decoder{wire::Receiver::daemon};
  SendQueue queue;

  [[nodiscard]] bool watches() const { return role != wire::Role::command; }
  /// What it sent last has to wait, and what it sent after that is not looked at.
  [[nodiscard]] bool is_paused() const { return has_held || submitting || turn_ticket != 0; }
};

class ClientTable {
 public:
  Client& add();
  /// Nothing if it is gone or departed.
  [[nodiscard]] Client* find(ClientId id) const;
  /// Removes the clients marked gone, and joins what departed neighbours left.
  void sweep();

  /// Those with a connection.
  [[nodiscard]] std::size_t size() const;
  /// What the departed left for the program.
  [[nodiscard]] std::size_t left_behind_bytes() const;
  /// Clients in order of arrival; ones marked gone are among them until sweep(), and the departed.
  [[nodiscard]] const std::vector<std::unique_ptr<Client>>& all() const { return clients_; }

 private:
  void join_departed();

  std::vector<std::unique_ptr<Client>> clients_;
  ClientId next_ = 1;
};

}  // namespace pty::daemon
