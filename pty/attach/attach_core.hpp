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
// With Reconnect, closed leads to reconnecting instead of lost, and from there to attaching or ended.
// The same machine watches (`peek -f`): then nothing is typed, sized or constrained, and one tap leaves.

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "pty/attach/client_core.hpp"
#include "pty/attach/host_screen.hpp"
#include "pty/attach/interactive_attach.hpp"
#include "pty/attach/keyboard_input.hpp"
#include "pty/attach/redial_schedule.hpp"
#include "pty/attach/resize_gate.hpp"
#include "pty/attach/session_fate.hpp"
#include "pty/base/bytes.hpp"
#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/base/size.hpp"

namespace pty::attach {

class AttachPorts : public ClientPorts, public HostOutput {
 public:
  virtual Fate probe_fate() = 0;
};

/// Who takes part in the session, and how it is shown.
struct AttachRole {
  enum class Part : std::uint8_t { writable, watcher };
  Part part = Part::writable;
  HostScreen::Kind output = HostScreen::Kind::terminal;
  DetachKey key{};
  using Input = KeyboardInput::Source;
  Input input = Input::stream;
};

class AttachCore final : public ClientCore {
 public:
  /// `host`: the size of the output if it is a terminal; {0, 0} when a terminal does not know.
  /// `states`: the table of what is undone, or one that a test made.
  AttachCore(AttachPorts& ports, const std::string& name, AttachRole role, std::optional<base::Size> host,
             std::optional<Reconnect> reconnect = {},
             std::span<const term::OuterState> states = term::outer_states());

  void start() override;
  void on_input(base::ByteView bytes, base::TimePoint now) override;
  void on_input_end(InputEnd kind) override;
  void on_output_failure(const base::Error& error) override;
  void on_geometry(base::Size grid, base::TimePoint now) override;
  void on_screen(base::ByteView picture) override;
  void on_data(base::ByteView bytes) override;
  void on_exit(std::int32_t code) override;
  void on_sent_away() override;
  void on_closed(const std::string& problem, base::TimePoint now) override;
  void on_breach(wire::GenerationGrammar::Verdict /*breach*/, const std::string& problem,
                 base::TimePoint now) override {
    on_closed(problem, now);
  }
  void on_dialled(Dialled::Kind kind, base::TimePoint now) override;
  void on_wake() override;
  void on_end_signal(int number) override;
  void on_stop_signal() override;
  void on_continued() override;
  void on_host_resize(base::Size host, base::TimePoint now) override;
  void on_time(base::TimePoint now) override;
  [[nodiscard]] std::optional<base::TimePoint> deadline() const override;
  void on_turn_end(base::TimePoint now) override;

  [[nodiscard]] bool reconnecting() const override { return state_ == State::reconnecting; }
  [[nodiscard]] bool ended() const override { return state_ == State::ended; }
  [[nodiscard]] base::ByteBuffer undo_unread() const override { return screen_.undo_unread(); }

 private:
  enum class State : std::uint8_t { attaching, live, stopped, lost, reconnecting, ended };

  [[nodiscard]] bool writable() const { return role_.part == AttachRole::Part::writable; }
  [[nodiscard]] bool running() const { return state_ == State::attaching || state_ == State::live; }
  void leave_unseen(AttachOutcome::Kind kind, int status, const std::string& complaint = {});
  void take(const KeyboardInput::Output& typed);
  void detach();
  void say(const std::string& message);
  void end(AttachOutcome::Kind kind, int status, const std::string& complaint = {});
  void end_exited(std::optional<std::int32_t> code);
  void end_lost();
  void ask_fate(base::TimePoint now);
  void redial(RedialSchedule::Next next);
  void request_picture() { ports_.request_picture(resize_.size(), screen_.history_wish()); }

  AttachPorts& ports_;
  std::string name_;
  AttachRole role_;
  State state_ = State::attaching;
  KeyboardInput keyboard_;
  HostScreen screen_;
  ResizeGate resize_;  ///< the size that is asked for
  base::TimePoint lost_since_{};
  base::TimePoint next_probe_{};
  std::string problem_;
  std::optional<RedialSchedule> redial_;
  bool outage_told_ = false;
};

}  // namespace pty::attach
