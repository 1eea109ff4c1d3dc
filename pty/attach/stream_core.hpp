#pragma once
// The machine attach stream, version 1, as a state machine: a program attaches, types and resizes through its
// terminal, and reads what the session shows as packets on a descriptor of its own.
//
//   stream  := segment* outcome EOF        segment := GEOMETRY+ SCREEN (DATA | GEOMETRY | SCREEN)*
//   outcome := EXIT | DETACH               DETACH may come before any segment
//
// Packets that wait for the reader are kept here, whole, so that a detach can drop those not begun. Without
// an outcome the stream is truncated: the connection was lost, a signal came, or the daemon broke the order.
// Nothing goes to stdout; what a person should know is for stderr.

#include <cstdint>
#include <deque>
#include <optional>
#include <string>

#include "pty/attach/attach_core.hpp"
#include "pty/attach/client_core.hpp"
#include "pty/attach/keyboard_input.hpp"
#include "pty/attach/redial_schedule.hpp"
#include "pty/attach/resize_gate.hpp"

namespace pty::attach {

class StreamPorts : public ClientPorts {
 public:
  virtual void write_stream(base::ByteView bytes) = 0;
  /// Something written has not been taken yet.
  [[nodiscard]] virtual bool stream_busy() const = 0;
  /// A line for the person, now.
  virtual void notify(const std::string& line) = 0;
};

class StreamCore final : public ClientCore {
 public:
  /// Bytes of packets that may wait for the reader before the session is not read any more.
  static constexpr std::size_t kCongested = std::size_t{128} << 10;

  StreamCore(StreamPorts& ports, const std::string& name, const AttachRole& role,
             std::optional<Reconnect> reconnect, std::optional<base::Size> host);

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
  void on_breach(wire::GenerationGrammar::Verdict breach, const std::string& problem,
                 base::TimePoint now) override;
  void on_dialled(Dialled::Kind kind, base::TimePoint now) override;
  void on_wake() override;
  void on_end_signal(int number) override;
  void on_stop_signal() override;
  void on_continued() override;
  void on_host_resize(base::Size host, base::TimePoint now) override;
  void on_time(base::TimePoint now) override;
  [[nodiscard]] std::optional<base::TimePoint> deadline() const override;
  void on_turn_end(base::TimePoint now) override;
  [[nodiscard]] bool congested() const override { return waiting_bytes_ > kCongested; }
  [[nodiscard]] bool reconnecting() const override { return state_ == State::reconnecting; }
  [[nodiscard]] bool ended() const override { return state_ == State::ended; }

 private:
  enum class State : std::uint8_t { connected, stopped, reconnecting, ended };

  /// Queues a packet if it fits the order; ends the stream if it does not.
  void forward(wire::MessageType type, base::ByteView payload);
  void hand_over();
  void hand_over_all();
  void begin_segment();
  void take(const KeyboardInput::Output& typed);
  void detach();
  void redial(RedialSchedule::Next next);
  /// Whoever reads the stream gets the session whole.
  void request_picture() { ports_.request_picture(resize_.size(), wire::HistoryWish::in_picture); }
  void break_off(wire::GenerationGrammar::Verdict breach);
  void truncate(const std::string& reason);
  void end(AttachOutcome::Kind kind, int status, const std::string& complaint = {});

  StreamPorts& ports_;
  std::string name_;
  DetachKey key_;
  State state_ = State::connected;
  KeyboardInput keyboard_;
  wire::GenerationGrammar grammar_;
  std::optional<RedialSchedule> redial_;
  bool outage_told_ = false;
  ResizeGate resize_;
  std::deque<base::ByteBuffer> waiting_;
  std::size_t waiting_bytes_ = 0;
};

}  // namespace pty::attach
