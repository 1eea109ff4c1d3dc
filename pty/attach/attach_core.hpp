#pragma once
// The interactive client as a state machine: what the person types, what the daemon says, signals and time
// come in; bytes and deeds go out through AttachPorts. It does no I/O and reads no clock, so every race is a
// test.
//
//   attaching ── first SCREEN ──► live ── detach key, hang-up ──► ended
//       │                          │ ├── EXIT ──────────────────► ended   (wins over a pending detach)
//       │                          │ └── closed without EXIT ───► lost ── registry says, or 3 s ──► ended
//       └──────── SIGTSTP ◄────────┘         stopped ── SIGCONT ──► attaching
//
// The same machine watches (`peek -f`): then nothing is typed, sized or constrained, and one tap leaves.

#include <cstdint>
#include <optional>
#include <string>

#include "pty/attach/detach_matcher.hpp"
#include "pty/attach/host_screen.hpp"
#include "pty/attach/interactive_attach.hpp"
#include "pty/attach/session_fate.hpp"
#include "pty/base/bytes.hpp"
#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/base/size.hpp"

namespace pty::attach {

/// What the core has done by its shell. Calls must not re-enter the core.
class AttachPorts : public HostOutput {
 public:
  /// Asks for a (fresh) picture in the client's role; `size` matters to writable clients only.
  virtual void request_picture(base::Size size) = 0;
  virtual void send_input(base::ByteView bytes) = 0;
  virtual void send_resize(base::Size size) = 0;
  virtual void send_detach() = 0;
  /// Puts the terminal into raw mode.
  virtual void enter_terminal() = 0;
  /// Closes the connection, restores the terminal and stops the process, after the call that asked for it;
  /// on_continued() follows some day.
  virtual void stop_process() = 0;
  virtual Fate probe_fate() = 0;
  /// It is over: the terminal is to be restored once everything written has reached it. `complaint` is for
  /// stderr, empty if there is none.
  virtual void finish(const AttachOutcome& outcome, const std::string& complaint) = 0;
};

/// Who takes part in the session, and how it is shown.
struct AttachRole {
  enum class Part : std::uint8_t { writable, watcher };
  Part part = Part::writable;
  HostScreen::Kind output = HostScreen::Kind::terminal;
  DetachKey key{};
};

class AttachCore {
 public:
  static constexpr base::Milliseconds kResizeGap{16};
  static constexpr base::Milliseconds kFateLimit{3000};
  static constexpr base::Milliseconds kFatePoll{50};
  /// What an output that is no terminal counts as.
  static constexpr base::Size kDefaultSize{24, 80};

  enum class InputEnd : std::uint8_t { stream, terminal };

  /// `host`: the size of the output if it is a terminal; {0, 0} when a terminal does not know.
  AttachCore(AttachPorts& ports, const std::string& name, AttachRole role, std::optional<base::Size> host);

  void start();
  void on_input(base::ByteView bytes, base::TimePoint now);
  void on_input_end(InputEnd kind);
  /// Nothing can be written to the output any more. closed: because nobody reads it.
  void on_output_failure(const base::Error& error);
  void on_geometry(base::Size grid, base::TimePoint now);
  void on_screen(base::ByteView picture);
  void on_data(base::ByteView bytes);
  void on_exit(std::int32_t code);
  /// The connection is over; `problem` is a broken protocol or a failed system call, empty if it just closed.
  void on_closed(const std::string& problem, base::TimePoint now);
  /// SIGTERM and its like.
  void on_end_signal(int number);
  void on_stop_signal();
  /// The process runs again; the shell has connected anew if the core had it stopped.
  void on_continued();
  void on_host_resize(base::Size host, base::TimePoint now);
  void on_time(base::TimePoint now);
  [[nodiscard]] std::optional<base::TimePoint> deadline() const;
  /// Everything that came in with this turn has been delivered.
  void on_turn_end(base::TimePoint now);

  [[nodiscard]] bool ended() const { return state_ == State::ended; }

 private:
  enum class State : std::uint8_t { attaching, live, stopped, lost, ended };

  [[nodiscard]] bool writable() const { return role_.part == AttachRole::Part::writable; }
  [[nodiscard]] bool running() const { return state_ == State::attaching || state_ == State::live; }
  void leave_unseen(AttachOutcome::Kind kind, int status, const std::string& complaint = {});
  void take(const DetachMatcher::Output& output);
  void detach();
  void say(const std::string& message);
  void end(AttachOutcome::Kind kind, int status, const std::string& complaint = {});
  void end_exited(std::optional<std::int32_t> code);
  void end_lost();
  void ask_fate(base::TimePoint now);

  AttachPorts& ports_;
  std::string name_;
  AttachRole role_;
  base::Size size_;  ///< asked for
  State state_ = State::attaching;
  DetachMatcher matcher_;
  DetachMatcher local_keys_;  ///< while nobody is there to type to
  HostScreen screen_;
  std::optional<base::TimePoint> resize_due_;
  base::TimePoint last_resize_{};
  base::TimePoint lost_since_{};
  base::TimePoint next_probe_{};
  std::string problem_;
};

}  // namespace pty::attach
