#include "pty/client/send.hpp"

#include <algorithm>
#include <chrono>
#include <vector>

#include "pty/client/connection.hpp"
#include "pty/os/poll_many.hpp"

namespace pty::client {
namespace {

using base::ByteBuffer;

/// What each packet carries, in order.
std::vector<ByteBuffer> plan_packets(std::span<const ByteBuffer> items, const SendOptions& options) {
  std::vector<ByteBuffer> parts = options.paste == Paste::yes
                                      ? without_paste_end(items)
                                      : std::vector<ByteBuffer>(items.begin(), items.end());
  const bool empty = std::ranges::all_of(parts, [](const ByteBuffer& part) { return part.empty(); });
  if (empty) return {};
  if (options.paste == Paste::yes) {
    parts.front().insert(0, kPasteStart);
    parts.back().append(kPasteEnd);
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
    (void)connection_.finish_requests();
    pause(options_.confirm);
    return {};
  }

 private:
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

}  // namespace

std::vector<ByteBuffer> without_paste_end(std::span<const ByteBuffer> items) {
  ByteBuffer kept;
  std::vector<std::size_t> ends;
  for (const ByteBuffer& item : items) {
    for (const char byte : item) {
      kept.push_back(byte);
      if (kept.ends_with(kPasteEnd)) {
        // What remains may end in the start of another marker: removal goes on until none is left.
        kept.resize(kept.size() - kPasteEnd.size());
        for (std::size_t& end : ends) end = std::min(end, kept.size());
      }
    }
    ends.push_back(kept.size());
  }
  std::vector<ByteBuffer> parts;
  std::size_t start = 0;
  for (const std::size_t end : ends) {
    parts.push_back(kept.substr(start, end - start));
    start = end;
  }
  return parts;
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
