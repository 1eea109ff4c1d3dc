#include "pty/attach/attach_core.hpp"

#include <fmt/format.h>

#include <utility>

#include "pty/attach/outage_text.hpp"
#include "pty/text/untrusted.hpp"

namespace pty::attach {
namespace {

constexpr int kExitFailure = 1;
constexpr int kSignalBase = 128;

std::optional<base::Size> known(std::optional<base::Size> host) {
  if (host && host->rows > 0 && host->cols > 0) return host;
  return std::nullopt;
}

}  // namespace

AttachCore::AttachCore(AttachPorts& ports, const std::string& name, AttachRole role,
                       std::optional<base::Size> host, std::optional<Reconnect> reconnect,
                       std::span<const term::OuterState> states)
    : ports_(ports),
      name_(text::escape_controls(name)),
      role_(role),
      keyboard_(role.input,
                role.part == AttachRole::Part::writable ? DetachMatcher::Policy::double_tap_sends
                                                        : DetachMatcher::Policy::immediate,
                role.key),
      screen_(ports, role.output, known(host), states),
      resize_(host.value_or(kDefaultSize)) {
  if (reconnect) redial_.emplace(reconnect->max_failures);
}

void AttachCore::start() {
  ports_.enter_terminal();
  request_picture();
}

void AttachCore::on_input(base::ByteView bytes, base::TimePoint now) {
  if (running()) {
    take(keyboard_.feed(bytes, now));
  } else if (state_ == State::lost && keyboard_.leaves(bytes, now)) {
    end_lost();  // nobody has to wait for the registry
  } else if (state_ == State::reconnecting && keyboard_.leaves(bytes, now)) {
    detach();
  }
}

void AttachCore::take(const KeyboardInput::Output& typed) {
  if (writable() && !typed.forward.empty()) ports_.send_input(screen_.to_session(typed.forward));
  if (typed.detach) detach();
}

void AttachCore::detach() {
  if (running()) ports_.send_detach();
  say("[detached]");
  end(AttachOutcome::Kind::detached, 0);
}

void AttachCore::on_input_end(InputEnd kind) {
  if (kind == InputEnd::stream || !(running() || reconnecting())) return;
  leave_unseen(AttachOutcome::Kind::detached, 0);
}

void AttachCore::on_output_failure(const base::Error& error) {
  if (state_ == State::ended) return;
  if (error.code == base::Errc::closed) return leave_unseen(AttachOutcome::Kind::detached, 0);
  leave_unseen(AttachOutcome::Kind::unwritten, kExitFailure, error.text + "\n");
}

/// Nobody is there to be told on the output.
void AttachCore::leave_unseen(AttachOutcome::Kind kind, int status, const std::string& complaint) {
  if (running()) {
    ports_.send_detach();
    screen_.leave();
  }
  end(kind, status, complaint);
}

void AttachCore::on_geometry(base::Size grid, base::TimePoint now) {
  if (running()) screen_.on_geometry(grid, now);
}

void AttachCore::on_screen(base::ByteView picture) {
  if (!running()) return;
  state_ = State::live;
  screen_.on_screen(picture);
}

void AttachCore::on_data(base::ByteView bytes) {
  if (state_ == State::live) screen_.on_data(bytes);
}

void AttachCore::on_sent_away() {
  if (running()) detach();
}

void AttachCore::on_exit(std::int32_t code) {
  if (running()) end_exited(code);
}

void AttachCore::on_closed(const std::string& problem, base::TimePoint now) {
  if (!running()) return;
  keyboard_.reset();
  screen_.leave();
  problem_ = problem;
  if (redial_) {
    state_ = State::reconnecting;
    resize_.forget();
    // Once for each outage, not for each connection that did not hold.
    if (!std::exchange(outage_told_, true)) say(reconnecting_text(role_.key));
    return redial(redial_->on_loss(now));
  }
  state_ = State::lost;
  lost_since_ = now;
  ask_fate(now);
}

void AttachCore::ask_fate(base::TimePoint now) {
  next_probe_ = now + kFatePoll;
  const Fate fate = ports_.probe_fate();
  switch (fate.kind) {
    case Fate::Kind::exited:
      return end_exited(fate.code);
    case Fate::Kind::removed:
    case Fate::Kind::replaced:
      say("[" + name_ + " ended]");
      return end(AttachOutcome::Kind::ended, kExitFailure);
    case Fate::Kind::pending:
      if (now - lost_since_ < kFateLimit) return;
      break;
    case Fate::Kind::lost:
      break;
  }
  end_lost();
}

void AttachCore::end_lost() {
  // On a terminal the message starts a line of its own.
  if (role_.output == HostScreen::Kind::terminal) ports_.write_host("\r\n");
  const std::string reason = problem_.empty() ? "" : text::escape_controls(problem_) + "\n";
  end(AttachOutcome::Kind::lost, kExitFailure, reason + fmt::format("[{}: connection lost]\n", name_));
}

void AttachCore::redial(RedialSchedule::Next next) {
  if (next == RedialSchedule::Next::armed) return;
  if (role_.output == HostScreen::Kind::terminal) ports_.write_host("\r\n");
  end(AttachOutcome::Kind::lost, kExitFailure, given_up_text(name_));
}

void AttachCore::on_dialled(Dialled::Kind kind, base::TimePoint now) {
  if (!reconnecting()) return;
  switch (kind) {
    case Dialled::Kind::connected:
      state_ = State::attaching;
      return request_picture();
    case Dialled::Kind::unreachable:
      return redial(redial_->on_failure(now));
    case Dialled::Kind::refused:
      say(session_ended_text(name_));
      return end(AttachOutcome::Kind::ended, 0);
  }
}

void AttachCore::on_wake() {
  if (redial_) redial_->hurry();
}

void AttachCore::on_end_signal(int number) {
  if (state_ == State::ended) return;
  if (running()) {
    screen_.draw();
    ports_.send_detach();
    screen_.leave();
  }
  end(AttachOutcome::Kind::signalled, kSignalBase + number);
}

void AttachCore::on_stop_signal() {
  if (!running() && !reconnecting()) return;
  keyboard_.reset();
  resize_.forget();
  if (reconnecting()) {
    ports_.cancel_dial();
  } else {
    // A stopped client must neither constrain the session's size nor make its daemon buffer.
    ports_.send_detach();
    screen_.leave();
  }
  state_ = State::stopped;
  ports_.stop_process();
}

void AttachCore::on_continued() {
  if (state_ != State::stopped && !running() && !reconnecting()) return;
  keyboard_.reset();
  if (redial_ && !running()) {
    ports_.enter_terminal();
    if (state_ == State::stopped) redial_->restart();
    state_ = State::reconnecting;
    return redial_->hurry();
  }
  state_ = State::attaching;
  screen_.expect_picture();
  ports_.enter_terminal();
  request_picture();
}

void AttachCore::on_host_resize(base::Size host, base::TimePoint now) {
  if (!resize_.change(host)) return;
  if (known(host)) screen_.on_host_resize(host, now);
  if (!writable() || !running()) return;
  resize_.schedule(now);
  if (resize_.due() == now) on_time(now);
}

void AttachCore::on_time(base::TimePoint now) {
  if (state_ == State::lost && now >= next_probe_) ask_fate(now);
  if (reconnecting() && redial_->take_attempt(now)) ports_.start_dial();
  if (!running()) return;
  if (const std::optional<base::Size> size = resize_.take(now)) ports_.send_resize(*size);
  screen_.on_time(now);
  take(keyboard_.on_time(now));
}

std::optional<base::TimePoint> AttachCore::deadline() const {
  if (state_ == State::lost) return next_probe_;
  if (reconnecting()) return redial_->due();
  if (!running()) return std::nullopt;
  return base::earlier(keyboard_.deadline(), base::earlier(resize_.due(), screen_.deadline()));
}

void AttachCore::on_turn_end(base::TimePoint now) {
  if (!running()) return;
  screen_.flush(now);
  if (screen_.take_picture_request()) request_picture();
  if (!redial_ || state_ != State::live) return;
  redial_->on_live(now);
  outage_told_ = false;
}

/// Under the content, on a terminal that is itself again.
void AttachCore::say(const std::string& message) {
  screen_.draw();
  if (running()) screen_.leave();
  ports_.write_farewell("\r\n" + message + "\r\n");
}

void AttachCore::end_exited(std::optional<std::int32_t> code) {
  say(code ? fmt::format("[{} exited with code {}]", name_, *code) : fmt::format("[{} exited]", name_));
  end(AttachOutcome::Kind::exited,
      code ? static_cast<int>(static_cast<std::uint32_t>(*code) & 0xffU) : kExitFailure);
}

void AttachCore::end(AttachOutcome::Kind kind, int status, const std::string& complaint) {
  if (reconnecting()) ports_.cancel_dial();
  state_ = State::ended;
  keyboard_.reset();
  ports_.finish({kind, status}, complaint);
}

}  // namespace pty::attach
