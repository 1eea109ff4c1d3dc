#include "pty/attach/stream_core.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <utility>

#include "pty/attach/outage_text.hpp"
#include "pty/os/signals.hpp"
#include "pty/text/untrusted.hpp"
#include "pty/wire/packet.hpp"

namespace pty::attach {
namespace {

using wire::MessageType;
using Verdict = wire::GenerationGrammar::Verdict;

constexpr int kFailed = 1;
constexpr int kSignalled = 128;

/// For every end without an outcome.
std::string truncated(const std::string& reason) {
  return fmt::format("machine stream truncated before EXIT: {}\n", text::escape_controls(reason));
}

}  // namespace

StreamCore::StreamCore(StreamPorts& ports, const std::string& name, const AttachRole& role,
                       std::optional<Reconnect> reconnect, std::optional<base::Size> host)
    : ports_(ports),
      name_(text::escape_controls(name)),
      key_(role.key),
      keyboard_(role.input, DetachMatcher::Policy::double_tap_sends, role.key),
      resize_(host.value_or(kDefaultSize)) {
  if (reconnect) redial_.emplace(reconnect->max_failures);
}

void StreamCore::start() {
  ports_.enter_terminal();
  request_picture();
}

/// Each connection begins anew: GEOMETRY comes first.
void StreamCore::begin_segment() {
  state_ = State::connected;
  grammar_.restart();
  request_picture();
}

void StreamCore::on_input(base::ByteView bytes, base::TimePoint now) {
  if (state_ == State::connected) {
    take(keyboard_.feed(bytes, now));
  } else if (state_ == State::reconnecting && keyboard_.leaves(bytes, now)) {
    detach();
  }
}

void StreamCore::take(const KeyboardInput::Output& typed) {
  if (!typed.forward.empty()) ports_.send_input(typed.forward);
  if (typed.detach) detach();
}

/// The reader may be stuck: it gets the packet that it is in the middle of, and the outcome.
void StreamCore::detach() {
  if (state_ == State::connected) ports_.send_detach();
  waiting_.clear();
  waiting_bytes_ = 0;
  ports_.write_stream(wire::encode_detach());
  end(AttachOutcome::Kind::detached, 0);
}

void StreamCore::on_input_end(InputEnd kind) {
  if (kind == InputEnd::terminal && (state_ == State::connected || state_ == State::reconnecting)) detach();
}

void StreamCore::on_output_failure(const base::Error& error) {
  if (state_ == State::ended) return;
  if (state_ == State::connected) ports_.send_detach();
  waiting_.clear();
  waiting_bytes_ = 0;
  end(AttachOutcome::Kind::unwritten, kFailed, error.text + "\n");
}

void StreamCore::forward(MessageType type, base::ByteView payload) {
  if (state_ != State::connected) return;
  if (const Verdict verdict = grammar_.on_packet(type); verdict != Verdict::fits) {
    ports_.send_detach();
    return break_off(verdict);
  }
  waiting_.push_back(wire::encode_packet(type, payload));
  waiting_bytes_ += waiting_.back().size();
  hand_over();
}

void StreamCore::hand_over() {
  while (!waiting_.empty() && !ports_.stream_busy()) {
    waiting_bytes_ -= waiting_.front().size();
    const base::ByteBuffer packet = std::move(waiting_.front());
    waiting_.pop_front();
    ports_.write_stream(packet);
  }
}

void StreamCore::hand_over_all() {
  for (const base::ByteBuffer& packet : waiting_) ports_.write_stream(packet);
  waiting_.clear();
  waiting_bytes_ = 0;
}

void StreamCore::on_geometry(base::Size grid, base::TimePoint /*now*/) {
  const base::ByteBuffer packet = wire::encode_geometry(grid);
  forward(MessageType::geometry, base::ByteView(packet).substr(wire::kHeaderBytes));
}

void StreamCore::on_screen(base::ByteView picture) {
  forward(MessageType::screen, picture);
}

void StreamCore::on_data(base::ByteView bytes) {
  forward(MessageType::data, bytes);
}

void StreamCore::on_exit(std::int32_t code) {
  const base::ByteBuffer packet = wire::encode_exit(code);
  forward(MessageType::exit, base::ByteView(packet).substr(wire::kHeaderBytes));
  if (state_ != State::connected) return;
  hand_over_all();
  end(AttachOutcome::Kind::exited, static_cast<int>(static_cast<std::uint32_t>(code) & 0xffU));
}

void StreamCore::on_sent_away() {
  if (state_ == State::connected) detach();
}

void StreamCore::on_closed(const std::string& problem, base::TimePoint now) {
  if (state_ != State::connected) return;
  if (!redial_) return truncate(problem.empty() ? "connection closed" : problem);
  keyboard_.reset();
  resize_.forget();
  // One notice for each outage, not for each connection that did not hold.
  if (!std::exchange(outage_told_, true)) ports_.notify(reconnecting_text(key_));
  state_ = State::reconnecting;
  redial(redial_->on_loss(now));
}

void StreamCore::on_breach(Verdict breach, const std::string& /*problem*/, base::TimePoint /*now*/) {
  if (state_ == State::connected) break_off(breach);
}

void StreamCore::break_off(Verdict breach) {
  hand_over_all();
  const std::string_view expected =
      breach == Verdict::expected_geometry ? "GEOMETRY before terminal events" : "SCREEN before DATA|EXIT";
  end(AttachOutcome::Kind::lost, kFailed,
      fmt::format("daemon does not support attach stream v1 (expected {})\n", expected));
}

void StreamCore::truncate(const std::string& reason) {
  hand_over_all();
  end(AttachOutcome::Kind::lost, kFailed, truncated(reason));
}

void StreamCore::redial(RedialSchedule::Next next) {
  if (next == RedialSchedule::Next::armed) return;
  hand_over_all();
  end(AttachOutcome::Kind::lost, kFailed, given_up_text(name_) + truncated("connection lost"));
}

void StreamCore::on_dialled(Dialled::Kind kind, base::TimePoint now) {
  if (state_ != State::reconnecting) return;
  switch (kind) {
    case Dialled::Kind::connected:
      return begin_segment();
    case Dialled::Kind::unreachable:
      return redial(redial_->on_failure(now));
    case Dialled::Kind::refused:
      hand_over_all();
      return end(AttachOutcome::Kind::ended, kFailed,
                 session_ended_text(name_) + "\n" + truncated("session ended"));
  }
}

void StreamCore::on_wake() {
  if (redial_) redial_->hurry();
}

void StreamCore::on_end_signal(int number) {
  if (state_ == State::ended) return;
  if (state_ == State::connected) ports_.send_detach();
  hand_over_all();
  const std::string_view known = os::signal_name(number);
  end(AttachOutcome::Kind::signalled, kSignalled + number,
      truncated(known.empty() ? fmt::format("signal {}", number) : std::string(known)));
}

void StreamCore::on_stop_signal() {
  if (state_ == State::stopped || state_ == State::ended) return;
  if (state_ == State::connected) ports_.send_detach();
  if (state_ == State::reconnecting) ports_.cancel_dial();
  keyboard_.reset();
  resize_.forget();
  state_ = State::stopped;
  ports_.stop_process();
}

void StreamCore::on_continued() {
  if (state_ == State::ended) return;
  keyboard_.reset();
  ports_.enter_terminal();
  if (state_ == State::connected) return request_picture();
  if (state_ == State::stopped && !redial_) return begin_segment();
  if (state_ == State::stopped) redial_->restart();
  state_ = State::reconnecting;
  redial_->hurry();
}

void StreamCore::on_host_resize(base::Size host, base::TimePoint now) {
  if (!resize_.change(host) || state_ != State::connected) return;
  resize_.schedule(now);
  on_time(now);
}

void StreamCore::on_time(base::TimePoint now) {
  if (state_ == State::reconnecting) {
    if (redial_->take_attempt(now)) ports_.start_dial();
    return;
  }
  if (state_ != State::connected) return;
  if (const std::optional<base::Size> size = resize_.take(now)) ports_.send_resize(*size);
  take(keyboard_.on_time(now));
}

std::optional<base::TimePoint> StreamCore::deadline() const {
  if (state_ == State::reconnecting) return redial_->due();
  if (state_ != State::connected) return std::nullopt;
  return base::earlier(resize_.due(), keyboard_.deadline());
}

void StreamCore::on_turn_end(base::TimePoint now) {
  if (state_ == State::ended) return;
  hand_over();
  if (!redial_ || state_ != State::connected || grammar_.screens() == 0) return;
  redial_->on_live(now);
  outage_told_ = false;
}

void StreamCore::end(AttachOutcome::Kind kind, int status, const std::string& complaint) {
  if (state_ == State::reconnecting) ports_.cancel_dial();
  state_ = State::ended;
  keyboard_.reset();
  ports_.finish({kind, status}, complaint);
}

}  // namespace pty::attach
