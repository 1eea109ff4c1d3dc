#pragma once
// What the shell around a client needs to know of the state machine inside: events in, deeds out. AttachCore
// shows a session on a terminal, StreamCore hands it to another program. Neither does I/O or reads a clock.

#include <cstdint>
#include <optional>
#include <string>

#include "pty/attach/dialer.hpp"
#include "pty/attach/interactive_attach.hpp"
#include "pty/base/bytes.hpp"
#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/base/size.hpp"
#include "pty/wire/generation_grammar.hpp"
#include "pty/wire/packet.hpp"

namespace pty::attach {

/// What an output that is no terminal counts as.
inline constexpr base::Size kDefaultSize{24, 80};

/// What a core has done by its shell. Calls must not re-enter the core.
class ClientPorts {
 public:
  virtual ~ClientPorts() = default;
  /// Asks for a (fresh) picture in the client's role; `size` and `history` matter to writable clients only.
  virtual void request_picture(base::Size size, wire::HistoryWish history) = 0;
  virtual void send_input(base::ByteView bytes) = 0;
  virtual void send_resize(base::Size size) = 0;
  virtual void send_detach() = 0;
  /// Puts the terminal into raw mode.
  virtual void enter_terminal() = 0;
  /// Closes the connection, restores the terminal and stops the process, after the call that asked for it;
  /// on_continued() follows some day.
  virtual void stop_process() = 0;
  /// Starts an attempt to connect again; on_dialled() follows. Only with Reconnect.
  virtual void start_dial() = 0;
  virtual void cancel_dial() = 0;
  /// It is over: the terminal is to be restored once everything written has reached it. `complaint` is for
  /// stderr, empty if there is none.
  virtual void finish(const AttachOutcome& outcome, const std::string& complaint) = 0;
};

class ClientCore {
 public:
  enum class InputEnd : std::uint8_t { stream, terminal };

  virtual ~ClientCore() = default;
  virtual void start() = 0;
  virtual void on_input(base::ByteView bytes, base::TimePoint now) = 0;
  virtual void on_input_end(InputEnd kind) = 0;
  /// Nothing can be written to the output any more. closed: because nobody reads it.
  virtual void on_output_failure(const base::Error& error) = 0;
  virtual void on_geometry(base::Size grid, base::TimePoint now) = 0;
  virtual void on_screen(base::ByteView picture) = 0;
  virtual void on_data(base::ByteView bytes) = 0;
  virtual void on_exit(std::int32_t code) = 0;
  /// Somebody else has this client leave: as the detach key.
  virtual void on_sent_away() = 0;
  /// The connection is over; `problem` is a broken protocol or a failed system call, empty if it just closed.
  virtual void on_closed(const std::string& problem, base::TimePoint now) = 0;
  /// The same, because packets came out of order.
  virtual void on_breach(wire::GenerationGrammar::Verdict breach, const std::string& problem,
                         base::TimePoint now) = 0;
  /// What an attempt came to; if it succeeded the shell has the connection already.
  virtual void on_dialled(Dialled::Kind kind, base::TimePoint now) = 0;
  /// The machine slept.
  virtual void on_wake() = 0;
  /// SIGTERM and its like.
  virtual void on_end_signal(int number) = 0;
  virtual void on_stop_signal() = 0;
  /// The process runs again; without Reconnect the shell has connected anew if the core had it stopped.
  virtual void on_continued() = 0;
  virtual void on_host_resize(base::Size host, base::TimePoint now) = 0;
  virtual void on_time(base::TimePoint now) = 0;
  [[nodiscard]] virtual std::optional<base::TimePoint> deadline() const = 0;
  /// Everything that came in with this turn has been delivered.
  virtual void on_turn_end(base::TimePoint now) = 0;
  /// More must not be read from the session now.
  [[nodiscard]] virtual bool congested() const { return false; }
  /// The connection is gone and another one is being tried for.
  [[nodiscard]] virtual bool reconnecting() const = 0;
  [[nodiscard]] virtual bool ended() const = 0;
  /// What brings the terminal back when the end of what was written never reached it: more than is needed.
  /// Meaningful once the terminal has been left.
  [[nodiscard]] virtual base::ByteBuffer undo_unread() const { return {}; }
};

}  // namespace pty::attach
