#include "pty/client/send.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>
#include <vector>

#include "pty/client/connection.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/os/poll_many.hpp"
#include "pty/term/paste.hpp"

namespace pty::client {
namespace {

using base::ByteBuffer;

constexpr std::size_t kPieceBytes = std::size_t{64} << 10;
/// Longest sleep while input is waited for; readiness wakes earlier.
constexpr base::Milliseconds kInputNap{60'000};

/// What each packet carries, in order.
std::vector<ByteBuffer> plan_packets(std::span<const ByteBuffer> items, const SendOptions& options) {
  std::vector<ByteBuffer> parts = options.paste == Paste::yes
                                      ? term::without_paste_end(items)
                                      : std::vector<ByteBuffer>(items.begin(), items.end());
  const bool empty = std::ranges::all_of(parts, [](const ByteBuffer& part) { return part.empty(); });
  if (empty) return {};
  if (options.paste == Paste::yes) {
    parts.front().insert(0, term::kPasteStart);
    parts.back().append(term::kPasteEnd);
  }
  if (options.delay.count() > 0 || parts.size() == 1) return parts;

  ByteBuffer whole;
  for (const ByteBuffer& part : parts) whole.append(part);
  return {std::move(whole)};
}

base::Error cancelled_error() {
  return {base::Errc::cancelled, 0, "stopped before everything was sent"};
}

class Sender {
 public:
  Sender(const Endpoint& endpoint, const SendOptions& options, Connection connection)
      : endpoint_(endpoint), options_(options), connection_(std::move(connection)) {}

  base::Result<Delivery> run(const std::vector<ByteBuffer>& packets) {
    for (std::size_t i = 0; i < packets.size(); ++i) {
      if (i > 0 && !pause(options_.delay)) return base::fail(give_up());
      const base::Status sent = send_one(packets[i]);
      if (sent) continue;
      return base::fail(sent.error().code == base::Errc::cancelled ? give_up() : sent.error());
    }
    return finish(0);
  }

  base::Result<Delivery> run_stream(int fd);

 private:
  Delivery finish(std::uint64_t bytes) {
    (void)connection_.finish_requests();
    (void)pause(options_.confirm);
    return {bytes, closed_};
  }

  /// A program must not be left inside a paste: it would take all that comes for text. What waits goes first;
  /// a first packet that did not get through whole is dropped by the daemon and has begun nothing.
  base::Error give_up() {
    if (!paste_begun_) return cancelled_error();
    const base::Status closed = paste_ended_ ? flush() : send_one(term::kPasteEnd);
    if (closed) (void)finish(0);
    return cancelled_error();
  }

  base::Result<bool> wait_for_input(int fd);
  base::Result<bool> read_piece(int fd, ByteBuffer& piece);
  base::Result<Delivery> run_paste(int fd);

  base::Status send_one(base::ByteView packet) {
    const bool pasting = options_.paste == Paste::yes;
    const bool ends_paste = pasting && packet.ends_with(term::kPasteEnd);
    // Whatever fits a DATA packet goes out as one.
    do {
      const base::ByteView part = packet.substr(0, wire::kMaxPayload);
      packet.remove_prefix(part.size());
      if (part.empty()) return {};
      if (closed_ || !connection_.write(part)) return base::fail(not_running(endpoint_.name));
      paste_ended_ = ends_paste && packet.empty();
      if (const base::Status flushed = flush(); !flushed) return flushed;
      paste_begun_ = pasting;
    } while (!packet.empty());
    return {};
  }

  /// Hands everything to the kernel. Fails: unreachable; cancelled; timed_out after `stall` without progress.
  base::Status flush() {
    base::TimePoint deadline = std::chrono::steady_clock::now() + options_.stall;
    while (const std::size_t before = connection_.pending_bytes()) {
      turn(base::time_until(deadline, std::chrono::steady_clock::now()));
      if (closed_) return base::fail(not_running(endpoint_.name));
      const std::size_t left = connection_.pending_bytes();
      if (left > 0 && std::exchange(cancelled_, false)) return base::fail(cancelled_error());
      // Not every turn is about the output: the daemon may have said something.
      const base::TimePoint now = std::chrono::steady_clock::now();
      if (left < before) {
        deadline = now + options_.stall;
      } else if (now >= deadline) {
        return base::fail(base::Errc::timed_out,
                          "Session \"" + endpoint_.name + "\" does not take its input.");
      }
    }
    // A daemon that went away empties the queue too.
    if (connection_.output_ended()) return base::fail(not_running(endpoint_.name));
    return {};
  }

  /// Lets time pass, or returns when the daemon has closed. Returns false when told to stop.
  bool pause(base::Milliseconds time) {
    const base::TimePoint until = std::chrono::steady_clock::now() + time;
    while (!closed_ && !cancelled_) {
      const base::Milliseconds left = base::time_until(until, std::chrono::steady_clock::now());
      if (left.count() == 0) break;
      turn(left);
    }
    return !std::exchange(cancelled_, false);
  }

  /// One wait for the socket; anything the daemon says but its goodbye is of no interest.
  void turn(base::Milliseconds limit) {
    os::PollItem items[] = {{connection_.native_handle(), connection_.interest()},
                            {cancel_fd_, os::Interest::read}};
    const base::Result<bool> ready = os::poll_many(items, limit);
    if (!ready) closed_ = true;
    if (!ready || !*ready) return;
    if (items[1].ready.readable) {
      cancelled_ = true;
      cancel_fd_ = -1;  // it was heard
    }
    connection_.on_ready(items[0].ready);
    while (const std::optional<Event> event = connection_.poll_event())
      if (std::holds_alternative<Closed>(*event)) closed_ = true;
  }

  const Endpoint& endpoint_;
  const SendOptions& options_;
  Connection connection_;
  int cancel_fd_ = options_.cancel_fd;
  bool closed_ = false;
  bool cancelled_ = false;
  bool paste_begun_ = false;  ///< the daemon has a part of it
  bool paste_ended_ = false;  ///< its end was handed over, if not taken yet
};

/// Returns false when the session ended first.
base::Result<bool> Sender::wait_for_input(int fd) {
  while (!closed_) {
    os::PollItem items[] = {{fd, os::Interest::read}, {connection_.native_handle(), connection_.interest()}};
    const base::Result<bool> ready = os::poll_many(items, kInputNap);
    if (!ready) return base::fail(ready.error());
    if (items[1].ready.readable || items[1].ready.writable) turn(base::Milliseconds{0});
    if (items[0].ready.readable || items[0].ready.hung_up) return true;
  }
  return false;
}

/// Returns false at the end of the input.
base::Result<bool> Sender::read_piece(int fd, ByteBuffer& piece) {
  piece.resize(kPieceBytes);
  while (true) {
    const base::Result<bool> ready = wait_for_input(fd);
    if (!ready) return base::fail(ready.error());
    if (!*ready) return base::fail(not_running(endpoint_.name));
    const base::Result<os::IoOutcome> got = os::read_some(fd, piece);
    if (!got) return base::fail(got.error());
    if (got->state == os::IoState::would_block) continue;
    piece.resize(got->state == os::IoState::end ? 0 : got->bytes);
    return !piece.empty();
  }
}

base::Result<Delivery> Sender::run_stream(int fd) {
  if (options_.paste == Paste::yes) return run_paste(fd);
  std::uint64_t total = 0;
  ByteBuffer piece;
  while (true) {
    const base::Result<bool> more = read_piece(fd, piece);
    if (!more) return base::fail(more.error());
    if (!*more) break;
    total += piece.size();
    if (const base::Status sent = send_one(piece); !sent) return base::fail(sent.error());
  }
  return finish(total);
}

base::Result<Delivery> Sender::run_paste(int fd) {
  std::uint64_t total = 0;
  term::PasteEndFilter filter;
  ByteBuffer piece;
  ByteBuffer gathered(term::kPasteStart);
  while (true) {
    const base::Result<bool> more = read_piece(fd, piece);
    if (!more) return base::fail(more.error());
    if (!*more) break;
    total += piece.size();
    if (total > kMaxPaste)
      return base::fail(base::Errc::too_large,
                        fmt::format("a paste has at most {} bytes; nothing was sent", kMaxPaste));
    if (!filter.feed(piece, gathered))
      return base::fail(base::Errc::invalid, "the input is made of nested paste markers");
  }
  filter.finish(gathered);
  if (total == 0) return Delivery{0, true};
  gathered.append(term::kPasteEnd);
  if (const base::Status sent = send_one(gathered); !sent) return base::fail(sent.error());
  return finish(total);
}

}  // namespace

base::Result<Delivery> send_stream(const Endpoint& endpoint, int fd, const SendOptions& options) {
  base::Result<Connection> connection = Connection::command(endpoint);
  if (!connection) return base::fail(connection.error());
  return Sender(endpoint, options, std::move(*connection)).run_stream(fd);
}

base::Result<Delivery> send_items(const Endpoint& endpoint, std::span<const base::ByteBuffer> items,
                                  const SendOptions& options) {
  base::Result<Connection> connection = Connection::command(endpoint);
  if (!connection) return base::fail(connection.error());
  const std::vector<ByteBuffer> packets = plan_packets(items, options);
  if (packets.empty()) return Delivery{0, true};
  base::Result<Delivery> delivery = Sender(endpoint, options, std::move(*connection)).run(packets);
  if (delivery)
    for (const ByteBuffer& item : items) delivery->bytes += item.size();
  return delivery;
}

}  // namespace pty::client
