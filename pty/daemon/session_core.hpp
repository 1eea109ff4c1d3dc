#pragma once
// One session as a state machine: events in, calls on SessionPort out, time from a clock. It performs no I/O
// of its own, so every race between clients, child and time is a deterministic test.
//
// It keeps these promises:
//   - each generation of a client is GEOMETRY+ SCREEN (DATA | GEOMETRY)* [EXIT]; output consumed before the
//     SCREEN is in it and nowhere else, output after it follows as DATA;
//   - the grid, the emulator, GEOMETRY and the child's terminal always agree, in the order emulator,
//     GEOMETRY, terminal;
//   - no client can delay the child, another client, or grow without bound; of requests that cost more than
//     their bytes, one is carried out between two looks at everybody else (session_turns.cpp);
//   - EXIT follows every byte the child wrote.
//
// After each event the shell sends what is queued (output_of), updates its interest (wants_input, input) and
// arms one timer for next_deadline().

#include <optional>
#include <string>

#include "pty/base/clock.hpp"
#include "pty/daemon/client_table.hpp"
#include "pty/daemon/flood_guard.hpp"
#include "pty/daemon/input_queue.hpp"
#include "pty/daemon/picture_batch.hpp"
#include "pty/daemon/relay_batch.hpp"
#include "pty/daemon/screen_model.hpp"
#include "pty/daemon/session_port.hpp"
#include "pty/daemon/settle_window.hpp"
#include "pty/daemon/submission.hpp"

namespace pty::daemon {

inline constexpr base::Milliseconds kExitDrain{200};
inline constexpr base::Milliseconds kExitGrace{500};
/// How long whoever started the session, and said it will attach, is waited for.
inline constexpr base::Milliseconds kAwaitedAttach{5000};
/// How much longer the end waits for clients that are still reading what is queued for them, EXIT last.
inline constexpr base::Milliseconds kSlowReaderGrace{4000};
/// How much pending output is taken in before a snapshot or a resize.
inline constexpr std::size_t kFreshenBytes = 256 * 1024;
inline constexpr std::size_t kCommandQueueBytes = 256 * 1024;
/// A history up to this does not keep a picture's screen waiting: it is not worth a picture of its own.
inline constexpr std::size_t kShortHistoryBytes = 64 * 1024;
/// A longer one leaves the client this time to show the screen: to draw and to send it takes a processor that
/// the client may need.
inline constexpr base::Milliseconds kHistoryDelay{10};
/// A client with this many unread answers is not listened to until it reads.
inline constexpr std::size_t kMaxUnreadAnswers = 256;
/// A client with this many is not told of further sizes but gets a picture when it reads.
inline constexpr std::size_t kMaxUnreadSizes = kMaxUnreadAnswers / 2;
/// An unfinished packet up to this may always grow.
inline constexpr std::size_t kFairPacketBytes = 64 * 1024;
/// Larger unfinished packets of all clients together; beyond it only the largest one is allowed to grow, to
/// 32 MiB, so that together they have 64 MiB at most.
inline constexpr std::size_t kMaxReassemblyBytes = 32 * 1024 * 1024;
/// Standing in the way of others, that one has to grow by kLeastProgressBytes in this time.
inline constexpr base::Milliseconds kStallPatience{5000};
inline constexpr std::size_t kLeastProgressBytes = 64 * 1024;

/// Who is told to leave and does not is cut off after this.
inline constexpr base::Milliseconds kLeavePatience{2000};
/// Input of clients that are gone, waiting for the child; beyond it the newest is dropped.
inline constexpr std::size_t kMaxLeftBehindBytes = 64 * 1024 * 1024;

struct SessionSettings {
  std::string id;
  std::string generation;
  std::string created_at;  ///< ISO 8601
  base::WallTime created{};
  int child_pid = 0;
  int daemon_pid = 0;
  base::Milliseconds shutdown_deadline = kDefaultShutdownDeadline;
  base::GeometryPolicy geometry_policy;
  bool awaits_attach = false;  ///< whoever started it attaches at once
};

/// When something last happened; nothing if never.
struct ActivityTimes {
  std::optional<base::WallTime> output;  ///< of the child
  std::optional<base::WallTime> change;  ///< of the screen
  std::optional<base::WallTime> input;   ///< of any client
};

class SessionCore {
 public:
  /// All of them outlive the core.
  SessionCore(SessionSettings settings, ScreenModel& model, SessionPort& port, const base::Clock& clock);

  // Clients.
  [[nodiscard]] bool has_room_for_client() const { return clients_.size() < kMaxClients; }
  ClientId on_client_connected();
  void on_client_bytes(ClientId id, base::ByteView bytes);
  /// It will send nothing more, but may still read.
  void on_client_end(ClientId id);
  /// The connection is broken: the peer is gone and hears nothing any more. Its role ends at once. `last` is
  /// what it had still sent; whole packets of input in it reach the child like those received before.
  void on_client_lost(ClientId id, base::ByteView last = {});
  /// `count` bytes of its queue were sent.
  void on_client_sent(ClientId id, std::size_t count);
  /// Its socket takes bytes (again). Told only while awaits_writable().
  void on_client_writable(ClientId id);
  /// Whether to tell when the socket takes bytes: a slow client's resynchronisation waits for it.
  [[nodiscard]] bool awaits_writable(ClientId id) const;
  /// Nothing if the client is gone.
  [[nodiscard]] const SendQueue* output_of(ClientId id) const;
  /// Whether to read from this client now.
  [[nodiscard]] bool wants_input(ClientId id) const;

  // The child.
  void on_child_readable();
  /// What is to be written to the child's terminal.
  [[nodiscard]] const InputQueue& input() const { return input_; }
  void on_input_written(std::size_t count);
  void on_child_exit(ChildEnd end);
  /// A descendant of the child that had lost its parent has ended.
  void on_orphan_exit();

  // Time and the end.
  void on_time();
  [[nodiscard]] std::optional<base::TimePoint> next_deadline() const;
  /// An external stop. Idempotent; what was decided first stands.
  void stop();

  [[nodiscard]] bool child_output_ended() const { return child_output_ended_; }
  /// The child's exit code, once its output is complete.
  [[nodiscard]] std::optional<int> exit_code() const;

 private:
  enum class Life : std::uint8_t {
    running,   ///< the child lives
    draining,  ///< it died; its last output is still read
    exited,    ///< EXIT is out; late clients are served
    over,      ///< finish() was called
  };

  // session_requests.cpp: what clients ask.
  void feed(Client& client, base::ByteView bytes);
  void on_frame(Client& client, const wire::Frame& frame);
  void on_input_data(Client& client, base::ByteView bytes);
  void on_attach(Client& client, const wire::AttachRequest& request);
  void on_resize(Client& client, base::Size requested);
  void on_peek(Client& client, wire::PeekFlags flags);
  void hold(Client& client, base::ByteBuffer payload);
  [[nodiscard]] Client* try_next_held() const;
  void release_held_input();
  void release(Client& client);
  void end_finished_clients();

  // session_turns.cpp: at most one costly request per turn.
  void use_turn() { turn_used_ = true; }
  void wait_for_turn(Client& client, const wire::Frame& frame);
  [[nodiscard]] Client* try_next_in_turn() const;
  void give_turns();

  // session_submit.cpp: text and Enter for somebody, with nobody else's input between them.
  void on_submit(Client& client, base::ByteView payload);
  void begin_submission(Client& client, base::ByteView payload);
  void note_submitted_input();
  void note_picture();
  void advance_submission();
  void end_submission();

  // session_dismissal.cpp
  void on_dismiss(Client& asker, wire::Dismissal who);
  [[nodiscard]] static bool is_attached(const Client& client);
  void advance_dismissals();

  // session_departure.cpp: clients that left while their input had to wait.
  void depart(Client& client, base::ByteView last);
  bool take_last(Client& client, base::ByteView bytes, std::size_t most);
  bool on_last_frame(Client& client, const wire::Frame& frame, std::size_t most);
  bool leave_behind(Client& client, base::ByteView input, std::size_t most);

  // session_reassembly.cpp: memory for unfinished packets.
  struct LargePackets {
    std::size_t bytes = 0;
    Client* largest = nullptr;
  };
  [[nodiscard]] LargePackets large_packets() const;
  [[nodiscard]] bool may_grow(const Client& client) const;
  [[nodiscard]] Client* try_obstructor() const;
  void give_up_stalled();

  // session_geometry.cpp
  bool apply_geometry();
  void note_active(Client& client);
  void on_policy(Client& client, base::GeometryPolicy policy);
  [[nodiscard]] const Client* try_latest() const;

  // session_sync.cpp: generations.
  void begin_generation(Client& client, bool waits_for_settle);
  void advance_generations();
  [[nodiscard]] base::TimePoint cut_due(const Client& client, base::TimePoint now) const;
  [[nodiscard]] bool may_cut(const Client& client) const;
  [[nodiscard]] static bool may_resynchronise(const Client& client);
  bool defers_for_synchronized(Client& client);
  void cut(Client& client, PictureBatch& pictures);
  [[nodiscard]] bool takes_history_behind(const Client& client) const;
  [[nodiscard]] SharedPacket picture_for(const Client& client, PictureBatch& pictures) const;
  void draw_history(Client& client, PictureBatch& pictures);
  void draw_owed_history(Client& client);
  void draw_histories();
  void draw_due_histories();
  void resynchronise(Client& client);
  [[nodiscard]] std::optional<base::TimePoint> next_generation_deadline() const;

  // session_output.cpp: from the child to everybody.
  std::size_t take_child_output();
  void freshen();
  void note_change(base::WallTime when);
  void after_model(RelayBatch& batch);
  void broadcast(RelayBatch& batch);
  void send_output(Client& client, const SharedPacket& packet);
  void fall_behind(Client& client);
  void await_picture(Client& client);
  void announce_geometry(Client& client);
  void push(Client& client, base::ByteBuffer packet);
  void push(Client& client, SharedPacket packet);
  [[nodiscard]] bool anybody_owed() const;

  // session_exit.cpp: drain, record, grace, stop.
  void finish_drain();
  void tell_exit(Client& client);
  void step_stop();
  void take_stop_step(StopAction action);
  void end_if_done();
  [[nodiscard]] base::TimePoint grace_end() const;
  void finish();

  // session_status.cpp
  [[nodiscard]] base::ByteBuffer status_document() const;

  void drop(Client& client);
  /// The end of every event: cut what is due, close what is finished.
  void settle_event();

  SessionSettings settings_;
  ScreenModel& model_;
  SessionPort& port_;
  const base::Clock& clock_;

  ClientTable clients_;
  InputQueue input_;
  SettleWindow window_;
  FloodGuard flood_guard_;
  base::GeometryPolicy policy_;
  base::Size wanted_size_;  ///< the last computed size; the emulator may have rounded it
  std::uint64_t request_sequence_ = 0;
  std::uint64_t activity_ = 0;
  bool turn_used_ = false;  ///< a costly request was carried out since on_time()
  std::uint64_t turn_tickets_ = 0;
  std::uint64_t held_tickets_ = 0;
  std::uint64_t ahead_of_submissions_ = 0;  ///< input with a ticket up to this goes before the next one

  /// The one submission that is being carried out; everybody else's input waits behind it.
  struct Submitting {
    ClientId client = 0;        ///< who is told the outcome, if it is still there
    std::uint64_t written = 0;  ///< bytes_in_ when what was queued last is in the terminal
    base::ByteBuffer picture;   ///< what is to be seen
    Submission progress;
  };
  std::optional<Submitting> submission_;

  Life life_ = Life::running;
  bool child_output_ended_ = false;
  ChildEnd child_end_{};
  base::WallTime died_at_{};
  base::TimePoint drain_until_{};
  base::TimePoint grace_until_{};

  std::optional<base::TimePoint> stopped_at_;
  std::size_t stop_step_ = 0;
  bool kill_sent_ = false;
  bool family_abandoned_ = false;

  ActivityTimes times_;

  std::uint64_t bytes_in_ = 0;
  std::uint64_t bytes_out_ = 0;
  std::int64_t resyncs_ = 0;

  struct Stall {
    ClientId id;
    std::size_t bytes;
    base::TimePoint until;
  };
  std::optional<Stall> stall_;     ///< a large packet keeps others waiting
  bool left_behind_lost_ = false;  ///< kMaxLeftBehindBytes was exceeded
};

}  // namespace pty::daemon
