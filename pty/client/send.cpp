#include "pty/client/send.hpp"

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

class Sender {
 public:
  Sender(const Endpoint& endpoint, const SendOptions& options, Connection connection)
      : endpoint_(endpoint), options_(options), connection_(std::move(connection)) {}

  base::Status run(const std::vector<ByteBuffer>& packets) {
    bool first = true;
    for (const ByteBuffer& packet : packets) {
      if (!first) pause(options_.delay);
      first = false;
      if (const base::Status sent = send_one(packet); !sent) return sent;
    }
    finish();
    return {};
  }

  base::Result<std::uint64_t> run_stream(int fd);

 private:
  void finish() {
    (void)connection_.finish_requests();
    pause(options_.confirm);
  }

  base::Result<bool> wait_for_input(int fd);
  base::Result<bool> read_piece(int fd, ByteBuffer& piece);
  base::Result<std::uint64_t> run_paste(int fd);

  base::Status send_one(base::ByteView packet) {
    // Whatever fits a DATA packet goes out as one.
    do {
      const base::ByteView part = packet.substr(0, wire::kMaxPayload);
      packet.remove_prefix(part.size());
      if (part.empty()) return {};
      if (closed_ || !connection_.write(part)) return base::fail(not_running(endpoint_.name));
      if (const base::Status flushed = flush(); !flushed) return flushed;
    } while (!packet.empty());
    return {};
  }

  /// Hands everything to the kernel.
  base::Status flush() {
    while (connection_.pending_bytes() > 0) {
      const std::size_t before = connection_.pending_bytes();
      turn(options_.stall);
      if (closed_) return base::fail(not_running(endpoint_.name));
      if (connection_.pending_bytes() == before)
        return base::fail(base::Errc::timed_out,
                          "Session \"" + endpoint_.name + "\" does not take its input.");
    }
    // A daemon that went away empties the queue too.
    if (connection_.output_ended()) return base::fail(not_running(endpoint_.name));
    return {};
  }

  /// Lets time pass, or returns when the daemon has closed.
  void pause(base::Milliseconds time) {
    const base::TimePoint until = std::chrono::steady_clock::now() + time;
    while (!closed_) {
      const auto left = std::chrono::ceil<base::Milliseconds>(until - std::chrono::steady_clock::now());
      if (left.count() <= 0) return;
      turn(left);
    }
  }

  /// One wait for the socket; anything the daemon says but its goodbye is of no interest.
  void turn(base::Milliseconds limit) {
    os::PollItem item{connection_.native_handle(), connection_.interest()};
    const base::Result<bool> ready = os::poll_many({&item, 1}, limit);
    if (!ready) closed_ = true;
    if (!ready || !*ready) return;
    connection_.on_ready(item.ready);
    while (const std::optional<Event> event = connection_.poll_event())
      if (std::holds_alternative<Closed>(*event)) closed_ = true;
  }

  const Endpoint& endpoint_;
  const SendOptions& options_;
  Connection connection_;
  bool closed_ = false;
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

base::Result<std::uint64_t> Sender::run_stream(int fd) {
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
  finish();
  return total;
}

base::Result<std::uint64_t> Sender::run_paste(int fd) {
  std::uint64_t total = 0;
  term::PasteEndFilter filter;
  ByteBuffer piece;
  ByteBuffer gathered(term::kPasteStart);
  bool open = false;
  const auto send = [&] {
    open = true;
    const base::Status sent = send_one(gathered);
    gathered.clear();
    return sent;
  };
  // A program must not be left inside a paste: it would take all that comes for text.
  const auto give_up = [&](base::Error error) {
    if (open) (void)send_one(term::kPasteEnd);
    return base::fail(std::move(error));
  };
  while (true) {
    const base::Result<bool> more = read_piece(fd, piece);
    if (!more) return give_up(more.error());
    if (!*more) break;
    total += piece.size();
    if (!filter.feed(piece, gathered))
      return give_up({base::Errc::invalid, 0, "the input is made of nested paste markers"});
    if (gathered.size() < kGatherBytes) continue;
    if (const base::Status sent = send(); !sent) return give_up(sent.error());
  }
  filter.finish(gathered);
  if (total == 0) return total;
  gathered.append(term::kPasteEnd);
  if (const base::Status sent = send(); !sent) return base::fail(sent.error());
  finish();
  return total;
}

}  // namespace

base::Result<std::uint64_t> send_stream(const Endpoint& endpoint, int fd, const SendOptions& options) {
  base::Result<Connection> connection = Connection::command(endpoint);
  if (!connection) return base::fail(connection.error());
  return Sender(endpoint, options, std::move(*connection)).run_stream(fd);
}

base::Status send_items(const Endpoint& endpoint, std::span<const base::ByteBuffer> items,
                        const SendOptions& options) {
  base::Result<Connection> connection = Connection::command(endpoint);
  if (!connection) return base::fail(connection.error());
  const std::vector<ByteBuffer> packets = plan_packets(items, options);
  if (packets.empty()) return {};
  return Sender(endpoint, options, std::move(*connection)).run(packets);
}

}  // namespace pty::client
