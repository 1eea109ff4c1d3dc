#include "pty/attach/attach_shell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "pty/attach/attach_banner.hpp"
#include "pty/attach/host_writer.hpp"
#include "pty/attach/plain_filter.hpp"
#include "pty/attach/stream_core.hpp"
#include "pty/attach/wake_watch.hpp"
#include "pty/client/connection.hpp"
#include "pty/os/crash_guard.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/os/fd_watch.hpp"
#include "pty/os/loop.hpp"
#include "pty/os/pty_device.hpp"
#include "pty/os/raw_terminal.hpp"
#include "pty/os/signal_numbers.hpp"
#include "pty/os/signal_watch.hpp"
#include "pty/os/signals.hpp"
#include "pty/os/timer.hpp"

namespace pty::attach {
namespace {

/// Input that the daemon has not taken yet; beyond it the terminal is not read.
constexpr std::size_t kMaxUnsentInput = std::size_t{256} << 10;
/// A terminal that takes nothing for so long (^S, a stuck line) does not get the rest of what was shown, but
/// what brings it back.
constexpr base::Milliseconds kDrainLimit{1000};
/// Nor does a slow one, when somebody is waiting for the end.
constexpr base::Milliseconds kSlowLimit{3000};
/// How long what brings it back may take behind what the system holds already.
constexpr base::Milliseconds kBehindLimit{200};
/// And how long when that has been dropped as well: a person who detaches sees why it takes so long, whoever
/// sends signals goes on to worse ones.
constexpr base::Milliseconds kDetachLimit{10'000};
constexpr base::Milliseconds kNoLimit{-1};
/// A crash may have cut anything; it ends whatever that was.
constexpr base::ByteView kEndAnything = "\x18\x1b\\";

std::optional<base::Size> size_of(int output_fd) {
  if (!os::is_terminal(output_fd)) return std::nullopt;
  return os::window_size(output_fd).value_or(base::Size{0, 0});
}

/// What would end or stop this process, and what tells of the terminal.
std::vector<int> watched_signals() {
  std::vector<int> all{SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTSTP, SIGCONT, SIGWINCH};
  for (const int number : os::fatal_signals())
    if (std::ranges::find(all, number) == all.end()) all.push_back(number);
  return all;
}

AttachRole role_of(const ShellRequest& request) {
  const bool stream = request.view.plain || !os::is_terminal(request.output_fd);
  return {request.part, stream ? HostScreen::Kind::stream : HostScreen::Kind::terminal, request.detach_key,
          os::is_terminal(request.input_fd) ? AttachRole::Input::terminal : AttachRole::Input::stream};
}

/// Which terminal gives a client its size: the one it shows the session on. A stream's is the one it is typed
/// on.
std::optional<base::Size> size_for(const ShellRequest& request) {
  const std::optional<base::Size> size = size_of(request.output_fd);
  return !size && request.stream_fd ? size_of(request.input_fd) : size;
}

std::string output_name(const ShellRequest& request) {
  return request.stream_fd ? fmt::format("machine stream descriptor {} failed", *request.stream_fd)
                           : "cannot write to standard output";
}

class Shell final : public AttachPorts, public StreamPorts {
 public:
  Shell(const ShellRequest& request, os::Loop& loop)
      : request_(request),
        loop_(loop),
        input_is_terminal_(os::is_terminal(request.input_fd)),
        output_is_terminal_(os::is_terminal(request.output_fd)),
        writer_(
            loop, [this] { turn_end(); }, output_name(request)),
        plain_(os::is_terminal(request.output_fd) ? PlainFilter::Newlines::for_terminal
                                                  : PlainFilter::Newlines::as_they_are),
        core_holder_(make_core()),
        core_(*core_holder_),
        signals_(loop),
        input_watch_(loop),
        socket_watch_(loop),
        timer_(loop, [this] { on_timer(); }),
        wake_(loop, [this] {
          core_.on_wake();
          turn_end();
        }) {}
  ~Shell() override {
    if (request_.dialer != nullptr) request_.dialer->cancel();
  }

  base::Result<AttachOutcome> run() {
    if (request_.connected != nullptr) {
      connection_.emplace(client::Connection::adopt(std::move(*request_.connected)));
    } else if (const base::Status connected = connect(); !connected) {
      return base::fail(connected.error());
    }
    if (const base::Status ready = install(); !ready) return base::fail(ready.error());
    core_.start();
    // While the daemon is at the picture.
    if (request_.banner == Banner::shown && !request_.stream_fd && output_is_terminal_)
      writer_.write(attach_banner(request_.endpoint.name, request_.detach_key));
    turn_end();
    loop_.run();
    conclude();
    return outcome_;
  }

  // AttachPorts
  void write_host(base::ByteView bytes) override {
    if (!request_.view.plain) return writer_.write(bytes);
    text_.clear();
    plain_.feed(bytes, text_);
    writer_.write(text_);
  }
  void keep_undo(base::ByteView undo) override {
    if (request_.view.plain || !output_is_terminal_) return;
    last_words_.assign(undo.empty() ? "" : kEndAnything).append(undo).append(undo.empty() ? "" : "\r\n");
    guard_.keep(last_words_);
  }
  void request_picture(base::Size size, wire::HistoryWish history) override {
    if (!connection_) return;
    // A connection that is gone tells so by its next event.
    (void)(request_.part == AttachRole::Part::writable ? connection_->request_attach(size, history)
                                                       : connection_->request_watch(request_.view));
  }
  void send_input(base::ByteView bytes) override {
    if (connection_) (void)connection_->write(bytes);
  }
  void send_resize(base::Size size) override {
    if (connection_) (void)connection_->resize(size);
  }
  void send_detach() override {
    if (connection_) (void)connection_->detach();
  }
  void enter_terminal() override {
    // Without raw mode the session is still usable, line by line.
    if (input_is_terminal_) (void)raw_.enter(request_.input_fd);
  }
  void stop_process() override { stop_wanted_ = true; }
  void start_dial() override {
    request_.dialer->start(loop_, [this](Dialled result) { on_dialled(std::move(result)); });
  }
  void cancel_dial() override { request_.dialer->cancel(); }
  Fate probe_fate() override {
    if (request_.fate) return request_.fate();
    Fate unknown;
    unknown.kind = Fate::Kind::lost;
    return unknown;
  }
  void finish(const AttachOutcome& outcome, const std::string& complaint) override {
    outcome_ = outcome;
    complaint_ = complaint;
    loop_.stop();
  }
  void write_farewell(base::ByteView bytes) override {
    farewell_ = bytes;
    write_host(bytes);
  }
  [[nodiscard]] bool all_taken() const override { return !writer_.busy(); }
  // StreamPorts
  void write_stream(base::ByteView bytes) override { writer_.write(bytes); }
  [[nodiscard]] bool stream_busy() const override { return writer_.busy(); }
  void notify(const std::string& line) override { (void)os::write_all(request_.error_fd, line + "\n"); }

 private:
  std::unique_ptr<ClientCore> make_core();
  base::Status connect();
  base::Status install();
  base::Status watch_socket();
  void disconnect();
  void on_signal(int number);
  void on_input();
  void on_socket(os::Readiness ready);
  void deliver_events();
  void on_dialled(Dialled result);
  void on_timer();
  void turn_end();
  void stop_and_resume();
  void note_lost_output();
  [[nodiscard]] bool waits_for_reader() const;
  [[nodiscard]] bool in_a_hurry() const;
  bool hand_back_terminal();
  void note_lost_terminal();
  void complain();
  void conclude();

  const ShellRequest& request_;
  os::Loop& loop_;
  bool input_is_terminal_;
  bool output_is_terminal_;
  bool input_ended_ = false;
  bool stop_wanted_ = false;
  bool just_resumed_ = false;
  AttachOutcome outcome_;
  std::string complaint_;
  os::RawTerminal raw_;
  HostWriter writer_;
  os::CrashGuard guard_;
  base::ByteBuffer last_words_;
  base::ByteBuffer farewell_;  ///< the message that was written last
  PlainFilter plain_;
  base::ByteBuffer text_;
  std::optional<client::Connection> connection_;
  std::unique_ptr<ClientCore> core_holder_;
  ClientCore& core_;
  os::SignalWatch signals_;
  os::FdWatch input_watch_;
  os::FdWatch socket_watch_;
  os::Timer timer_;
  WakeWatch wake_;
  std::optional<base::TimePoint> timer_at_;
  std::array<char, std::size_t{64} << 10> input_;
};

std::unique_ptr<ClientCore> Shell::make_core() {
  const std::string& name = request_.endpoint.name;
  std::optional<Reconnect> reconnect;
  if (request_.dialer != nullptr) reconnect = request_.reconnect;
  if (request_.stream_fd)
    return std::make_unique<StreamCore>(*this, name, role_of(request_), reconnect, size_for(request_));
  return std::make_unique<AttachCore>(*this, name, role_of(request_), size_for(request_), reconnect);
}

base::Status Shell::connect() {
  base::Result<client::Connection> connection = client::Connection::command(request_.endpoint);
  if (!connection) return base::fail(connection.error());
  connection_.emplace(std::move(*connection));
  return {};
}

base::Status Shell::watch_socket() {
  return socket_watch_.open(connection_->native_handle(), connection_->interest(),
                            [this](os::Readiness ready) { on_socket(ready); });
}

/// Everything that undoes comes before anything that needs undoing.
base::Status Shell::install() {
  base::Status status = signals_.open(watched_signals(), [this](int number) { on_signal(number); });
  if (status) status = writer_.open(request_.stream_fd.value_or(request_.output_fd));
  if (status && (input_is_terminal_ || output_is_terminal_))
    status = guard_.open(writer_.native_handle(), raw_);
  if (status) status = watch_socket();
  input_ended_ = !os::is_open(request_.input_fd);
  if (status && !input_ended_)
    status = input_watch_.open(request_.input_fd, os::Interest::read, [this](os::Readiness) { on_input(); });
  return status;
}

void Shell::disconnect() {
  socket_watch_.close();
  connection_.reset();
}

void Shell::on_signal(int number) {
  switch (number) {
    case SIGPIPE:
      return;  // the failed write tells
    case SIGWINCH:
      if (const std::optional<base::Size> size = size_for(request_)) core_.on_host_resize(*size, loop_.now());
      break;
    case SIGTSTP:
      core_.on_stop_signal();
      break;
    case SIGCONT:
      if (!just_resumed_) core_.on_continued();
      break;
    default:
      core_.on_end_signal(number);
  }
  turn_end();
}

void Shell::on_input() {
  const base::Result<os::IoOutcome> got = os::read_some(request_.input_fd, input_);
  if (got && got->state == os::IoState::would_block) return;
  if (!got || got->state == os::IoState::end) {
    input_ended_ = true;
    input_watch_.close();
    core_.on_input_end(input_is_terminal_ ? AttachCore::InputEnd::terminal : AttachCore::InputEnd::stream);
  } else {
    core_.on_input({input_.data(), got->bytes}, loop_.now());
  }
  turn_end();
}

void Shell::on_socket(os::Readiness ready) {
  connection_->on_ready(ready);
  deliver_events();
  turn_end();
}

void Shell::deliver_events() {
  while (!core_.ended() && connection_) {
    const std::optional<client::Event> event = connection_->poll_event();
    if (!event) return;
    if (const auto* data = std::get_if<client::Data>(&*event)) core_.on_data(data->bytes);
    if (const auto* screen = std::get_if<client::Screen>(&*event)) core_.on_screen(screen->bytes);
    if (const auto* geometry = std::get_if<client::Geometry>(&*event))
      core_.on_geometry(geometry->size, loop_.now());
    if (std::holds_alternative<client::SentAway>(*event)) core_.on_sent_away();
    if (const auto* exit = std::get_if<client::Exit>(&*event)) core_.on_exit(exit->code);
    if (const auto* closed = std::get_if<client::Closed>(&*event)) {
      const std::string problem = closed->error ? closed->error->text : std::string();
      const auto breach = closed->breach;
      disconnect();
      if (breach == wire::GenerationGrammar::Verdict::fits) {
        core_.on_closed(problem, loop_.now());
      } else {
        core_.on_breach(breach, problem, loop_.now());
      }
    }
  }
}

void Shell::on_dialled(Dialled result) {
  if (result.kind == Dialled::Kind::connected) {
    connection_.emplace(client::Connection::adopt(std::move(result.socket)));
    if (!watch_socket()) {
      disconnect();
      result.kind = Dialled::Kind::unreachable;
    }
  }
  core_.on_dialled(result.kind, loop_.now());
  turn_end();
}

void Shell::on_timer() {
  timer_at_.reset();
  core_.on_time(loop_.now());
  turn_end();
}

/// After each event: draws, waits for what is due next, and holds back whoever is ahead of a slow other side.
void Shell::turn_end() {
  if (stop_wanted_) stop_and_resume();
  if (core_.ended()) return;
  if (!writer_.congested()) core_.on_turn_end(loop_.now());
  if (writer_.failure()) core_.on_output_failure(*writer_.failure());
  if (core_.ended()) return;

  if (connection_) {
    os::Interest interest = connection_->interest();
    if (writer_.congested() || core_.congested())
      interest = connection_->pending_bytes() > 0 ? os::Interest::write : os::Interest::none;
    socket_watch_.set_interest(interest);
  }
  if (!input_ended_) {
    const bool full = connection_ && connection_->pending_bytes() > kMaxUnsentInput;
    input_watch_.set_interest(full ? os::Interest::none : os::Interest::read);
  }
  if (core_.reconnecting()) {
    wake_.start();
  } else {
    wake_.stop();
  }
  const std::optional<base::TimePoint> due = core_.deadline();
  if (due == timer_at_) return;
  timer_at_ = due;
  if (due) {
    timer_.start_at(*due);
  } else {
    timer_.stop();
  }
}

void Shell::stop_and_resume() {
  stop_wanted_ = false;
  disconnect();
  (void)hand_back_terminal();
  raw_.restore();
  os::raise_with_default(SIGTSTP);

  // Running again. The SIGCONT that did it is still to be delivered: it is this one.
  just_resumed_ = true;
  loop_.post([this] { just_resumed_ = false; });
  if (const std::optional<base::Size> size = size_for(request_)) core_.on_host_resize(*size, loop_.now());
  if (request_.dialer != nullptr) return core_.on_continued();
  const base::Status connected = connect();
  const bool watched = connected && watch_socket();
  core_.on_continued();
  if (!watched) core_.on_closed({}, loop_.now());
}

/// The last of it may have failed after the end: then the end was not seen, whatever it was.
void Shell::note_lost_output() {
  if (!writer_.failure()) return;
  if (writer_.failure()->code == base::Errc::closed && !request_.stream_fd) return;
  if (outcome_.kind == AttachOutcome::Kind::unwritten) return;  // said already
  complaint_.append(writer_.failure()->text).append("\n");
  if (outcome_.kind != AttachOutcome::Kind::signalled) outcome_ = {AttachOutcome::Kind::unwritten, 1};
}

/// Whoever reads a stream gets the session to its end, however slowly it reads. Meanwhile the person has the
/// terminal back, and a signal ends this process as it would any other.
bool Shell::waits_for_reader() const {
  if (request_.stream_fd) return outcome_.kind != AttachOutcome::Kind::signalled;
  return !os::is_terminal(request_.output_fd) && outcome_.kind != AttachOutcome::Kind::detached &&
         outcome_.kind != AttachOutcome::Kind::signalled;
}

/// Whoever detaches or sends a signal is not waiting for the session's output.
bool Shell::in_a_hurry() const {
  return outcome_.kind == AttachOutcome::Kind::detached || outcome_.kind == AttachOutcome::Kind::signalled;
}

/// Waits for what was written. What a stuck terminal still has not taken of the session is dropped, here and
/// in the system, so that what brings the terminal back is the next it gets. True: it is on its way.
bool Shell::hand_back_terminal() {
  std::optional<base::TimePoint> until;
  if (output_is_terminal_ && in_a_hurry()) until = loop_.now() + kSlowLimit;
  if (writer_.drain(kDrainLimit, until)) return true;
  if (!output_is_terminal_ || request_.stream_fd || writer_.failure()) return false;
  const base::ByteBuffer back =
      request_.view.plain ? farewell_ : base::ByteBuffer(kEndAnything) + core_.undo_unread() + farewell_;
  writer_.replace_backlog(back);
  if (writer_.drain(kBehindLimit)) return true;
  os::drop_unread_output(writer_.native_handle());
  writer_.replace_backlog(back);
  return writer_.drain(outcome_.kind == AttachOutcome::Kind::detached ? kDetachLimit : kDrainLimit);
}

/// Nothing could be done: it is not to look like success.
void Shell::note_lost_terminal() {
  if (!output_is_terminal_ || request_.stream_fd || writer_.failure()) return;
  complaint_.append("cannot restore the terminal: it takes no output\n");
  if (outcome_.kind != AttachOutcome::Kind::signalled) outcome_ = {AttachOutcome::Kind::unwritten, 1};
}

/// Often on the very terminal that takes nothing.
void Shell::complain() {
  if (complaint_.empty()) return;
  const base::Result<bool> ready =
      os::is_terminal(request_.error_fd)
          ? os::wait_ready(request_.error_fd, os::Direction::writable, kDrainLimit)
          : base::Result<bool>(true);
  if (ready && *ready) (void)os::write_all(request_.error_fd, complaint_);
}

void Shell::conclude() {
  disconnect();
  if (waits_for_reader()) {
    raw_.restore();
    signals_.close();
    (void)writer_.drain(kNoLimit);
  }
  if (!hand_back_terminal()) note_lost_terminal();
  raw_.restore();
  note_lost_output();
  complain();
}

}  // namespace

base::Result<AttachOutcome> run_shell(const ShellRequest& request) {
  base::Result<os::Loop> loop = os::Loop::create();
  if (!loop) return base::fail(loop.error());
  return Shell(request, *loop).run();
}

}  // namespace pty::attach
