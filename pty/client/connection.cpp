#include "pty/client/connection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "pty/os/fd_io.hpp"
#include "pty/os/poll_many.hpp"
#include "pty/os/unix_socket.hpp"
#include "pty/wire/frame_decoder.hpp"
#include "pty/wire/generation_grammar.hpp"

namespace pty::client {
namespace {

constexpr std::size_t kReadBytes = std::size_t{64} << 10;

std::string_view breach_of(wire::GenerationGrammar::Verdict verdict) {
  switch (verdict) {
    case wire::GenerationGrammar::Verdict::fits:
      return "";
    case wire::GenerationGrammar::Verdict::expected_geometry:
      return "before GEOMETRY";
    case wire::GenerationGrammar::Verdict::expected_screen:
      return "before SCREEN";
    case wire::GenerationGrammar::Verdict::after_exit:
      return "after EXIT";
  }
  return "";
}

base::Error closed_error() {
  return {base::Errc::closed, 0, "the connection is closed"};
}

}  // namespace

struct Connection::State {
  explicit State(os::Fd fd) : socket(std::move(fd)) {}

  os::Fd socket;
  wire::FrameDecoder decoder{wire::Receiver::client};
  wire::GenerationGrammar grammar;
  std::array<char, kReadBytes> read_buffer;  // deliberately not cleared
  base::ByteBuffer pending;
  std::size_t pending_sent = 0;
  std::optional<base::Size> size;
  std::optional<base::Error> error;
  wire::GenerationGrammar::Verdict breach = wire::GenerationGrammar::Verdict::fits;
  bool synchronised = false;  ///< has asked for a screen: the grammar holds from then on
  bool has_fed = false;       ///< read_buffer still holds undecoded bytes
  bool input_ended = false;   ///< nothing more will be read
  bool output_ended = false;  ///< nothing more can be sent
  bool finishing = false;     ///< half-close when everything is sent
  bool close_told = false;
  bool in_screen = false;  ///< a piece of a picture was handed on, the next follows

  void read_once();
  void flush();
  /// Whether a request of so many bytes, headers included, may be queued. Fails: closed, too_large.
  [[nodiscard]] base::Status check_room(std::size_t bytes) const;
  base::Status send(std::span<const base::ByteView> pieces);
  base::Status send(base::ByteView packet) { return send({&packet, 1}); }
  void fail_with(base::Error reason);
  std::optional<Event> event_of(const wire::Frame& frame);
  Screen screen_of(const wire::Frame& frame);
  std::optional<Event> next_event();
};

void Connection::State::fail_with(base::Error reason) {
  if (!error) error = std::move(reason);
  input_ended = true;
  output_ended = true;
  pending.clear();
  pending_sent = 0;
}

void Connection::State::read_once() {
  if (input_ended || has_fed) return;
  const base::Result<os::IoOutcome> got = os::read_some(socket.get(), read_buffer);
  if (!got) {
    fail_with(connection_error(got.error()));
  } else if (got->state == os::IoState::end) {
    input_ended = true;
  } else if (got->state == os::IoState::moved) {
    decoder.feed({read_buffer.data(), got->bytes});
    has_fed = true;
  }
}

void Connection::State::flush() {
  while (pending_sent < pending.size() && !output_ended) {
    const base::Result<os::IoOutcome> sent =
        os::send_some(socket.get(), base::ByteView(pending).substr(pending_sent));
    if (!sent) {
      // What the daemon said before it left is still to be read, so only sending ends here.
      output_ended = true;
      break;
    }
    if (sent->state == os::IoState::would_block) return;
    pending_sent += sent->bytes;
  }
  pending.clear();
  pending_sent = 0;
  if (finishing && !output_ended) {
    os::shut_down_sending(socket.get());
    output_ended = true;
  }
}

base::Status Connection::State::check_room(std::size_t bytes) const {
  if (output_ended || finishing) return base::fail(closed_error());
  if (pending.size() - pending_sent + bytes > kMaxPendingBytes)
    return base::fail(base::Errc::too_large, "the session does not take its input");
  return {};
}

/// One packet in pieces, so that payloads are not copied when the kernel takes them at once.
base::Status Connection::State::send(std::span<const base::ByteView> pieces) {
  std::size_t total = 0;
  for (const base::ByteView piece : pieces) total += piece.size();
  if (const base::Status room = check_room(total); !room) return room;

  if (pending_sent > kReadBytes && pending_sent * 2 > pending.size()) {
    pending.erase(0, pending_sent);
    pending_sent = 0;
  }
  std::size_t sent_bytes = 0;
  if (pending.empty()) {
    const base::Result<os::IoOutcome> sent = os::send_gathered(socket.get(), pieces);
    if (!sent) {
      output_ended = true;
      return base::fail(closed_error());
    }
    if (sent->state == os::IoState::moved) sent_bytes = sent->bytes;
  }
  for (const base::ByteView piece : pieces) {
    const std::size_t skip = std::min(sent_bytes, piece.size());
    sent_bytes -= skip;
    pending.append(piece.substr(skip));
  }
  return {};
}

Screen Connection::State::screen_of(const wire::Frame& frame) {
  in_screen = frame.more;
  return {frame.payload, grammar.screens() > 1, frame.more};
}

std::optional<Event> Connection::State::event_of(const wire::Frame& frame) {
  using wire::MessageType;
  if (in_screen) return screen_of(frame);
  if (frame.type == MessageType::detach)
    return synchronised ? std::optional<Event>(SentAway{}) : std::nullopt;
  if (!synchronised) {
    // A command socket may be told of the end and of its own questions; output means nothing to it.
    if (frame.type == MessageType::exit) return Exit{wire::decode_exit(frame.payload)};
    if (!wire::is_answer(frame.type)) return std::nullopt;
  }
  if (frame.type == MessageType::submitted) return Submitted{wire::decode_submitted(frame.payload)};
  const auto verdict = grammar.on_packet(frame.type);
  if (verdict != wire::GenerationGrammar::Verdict::fits) {
    breach = verdict;
    fail_with({base::Errc::corrupt, 0,
               fmt::format("protocol violation: {} {}", wire::name_of(frame.type), breach_of(verdict))});
    return std::nullopt;
  }
  switch (frame.type) {
    case MessageType::data:
      return Data{frame.payload};
    case MessageType::screen:
      return screen_of(frame);
    case MessageType::geometry:
      size = wire::decode_size(frame.payload);
      return Geometry{*size};
    case MessageType::exit:
      return Exit{wire::decode_exit(frame.payload)};
    case MessageType::status:
      return StatusReply{frame.payload};
    case MessageType::policy:
      if (const auto policy = wire::try_decode_policy(frame.payload)) return PolicyReply{*policy};
      break;
    case MessageType::dismiss:
      return DismissalReply{wire::decode_dismissal_count(frame.payload)};
    case MessageType::attach:
    case MessageType::detach:
    case MessageType::resize:
    case MessageType::peek:
    case MessageType::submit:
    case MessageType::submitted:
      break;  // not here: the decoder skips them, or they are answered above
  }
  return std::nullopt;
}

std::optional<Event> Connection::State::next_event() {
  while (has_fed && !error) {
    const std::optional<wire::Frame> frame = decoder.next();
    if (!frame) {
      has_fed = false;
      if (decoder.rejected()) fail_with({base::Errc::corrupt, 0, "protocol violation: oversize packet"});
      break;
    }
    if (std::optional<Event> event = event_of(*frame)) return event;
  }
  if (!input_ended || close_told) return std::nullopt;
  close_told = true;
  output_ended = true;
  return Closed{error, breach};
}

Connection::Connection(std::unique_ptr<State> state) : state_(std::move(state)) {}
Connection::Connection(Connection&&) noexcept = default;
Connection& Connection::operator=(Connection&&) noexcept = default;
Connection::~Connection() = default;

Connection Connection::adopt(os::Fd socket) {
  return Connection(std::make_unique<State>(std::move(socket)));
}

base::Result<Connection> Connection::command(const Endpoint& endpoint) {
  base::Result<os::Fd> socket = dial(endpoint);
  if (!socket) return base::fail(socket.error());
  return adopt(std::move(*socket));
}

base::Result<Connection> Connection::attach(const Endpoint& endpoint, base::Size size) {
  base::Result<Connection> connection = command(endpoint);
  // A daemon that is gone already is reported by the first event, with what it said before.
  if (connection) (void)connection->request_attach(size);
  return connection;
}

base::Result<Connection> Connection::watch(const Endpoint& endpoint, wire::PeekFlags flags) {
  base::Result<Connection> connection = command(endpoint);
  if (connection) (void)connection->request_watch(flags);
  return connection;
}

int Connection::native_handle() const {
  return state_->socket.get();
}

os::Interest Connection::interest() const {
  const bool write = !state_->pending.empty();
  if (state_->input_ended) return write ? os::Interest::write : os::Interest::none;
  return write ? os::Interest::read_write : os::Interest::read;
}

void Connection::on_ready(os::Readiness ready) {
  if (ready.writable) state_->flush();
  if (ready.readable) state_->read_once();
}

std::optional<Event> Connection::poll_event() {
  return state_->next_event();
}

void Connection::take_screens_in_pieces() {
  state_->decoder.hand_on_screens_in_pieces();
}

base::ByteBuffer Connection::take(base::ByteView bytes) {
  return state_->decoder.take_payload(bytes);
}

base::Result<Event> Connection::wait_event(base::Milliseconds timeout) {
  const base::TimePoint deadline = std::chrono::steady_clock::now() + timeout;
  while (true) {
    if (std::optional<Event> event = poll_event()) return *event;
    const base::Milliseconds left = base::time_until(deadline, std::chrono::steady_clock::now());
    if (state_->close_told) return base::fail(closed_error());
    if (left.count() == 0) return base::fail(base::Errc::timed_out, "the session did not answer");
    os::PollItem item{native_handle(), interest()};
    const base::Result<bool> ready = os::poll_many({&item, 1}, left);
    if (!ready) return base::fail(ready.error());
    on_ready(item.ready);
  }
}

base::Status Connection::request_attach(base::Size size, wire::HistoryWish history) {
  state_->synchronised = true;
  return state_->send(wire::encode_attach(size, history));
}

base::Status Connection::request_watch(wire::PeekFlags flags) {
  state_->synchronised = true;
  return state_->send(wire::encode_peek(flags));
}

base::Status Connection::request_status() {
  return state_->send(wire::encode_status_request());
}

base::Status Connection::request_policy(const base::GeometryPolicy& policy) {
  return state_->send(wire::encode_policy(policy));
}

base::Status Connection::request_dismissal(wire::Dismissal who) {
  return state_->send(wire::encode_dismiss(who));
}

base::Status Connection::request_submit(const wire::SubmitRequest& request) {
  return state_->send(wire::encode_submit(request));
}

base::Status Connection::write(base::ByteView bytes) {
  if (bytes.size() > kMaxPendingBytes)
    return base::fail(base::Errc::too_large, "more input than a session takes at once");
  // All of it or nothing: a refusal must not come when some packets are on their way.
  const std::size_t packets =
      std::max<std::size_t>(1, (bytes.size() + wire::kMaxPayload - 1) / wire::kMaxPayload);
  if (const base::Status room = state_->check_room(bytes.size() + packets * wire::kHeaderBytes); !room)
    return room;
  do {
    const base::ByteView part = bytes.substr(0, wire::kMaxPayload);
    bytes.remove_prefix(part.size());
    const wire::Header header = wire::encode_header(wire::MessageType::data, part.size());
    const base::Status sent =
        state_->send(std::array<base::ByteView, 2>{base::ByteView(header.data(), header.size()), part});
    if (!sent) return sent;
  } while (!bytes.empty());
  return {};
}

base::Status Connection::resize(base::Size size) {
  return state_->send(wire::encode_resize(size));
}

base::Status Connection::detach() {
  return state_->send(wire::encode_detach());
}

base::Status Connection::finish_requests() {
  if (state_->output_ended) return base::fail(closed_error());
  state_->finishing = true;
  if (state_->pending.empty()) state_->flush();
  return {};
}

std::size_t Connection::pending_bytes() const {
  return state_->pending.size() - state_->pending_sent;
}

bool Connection::connected() const {
  return !state_->input_ended;
}

bool Connection::output_ended() const {
  return state_->output_ended;
}

std::optional<base::Size> Connection::effective_size() const {
  return state_->size;
}

}  // namespace pty::client
