// Clients of a real daemon that die while the program does not read.

#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "pty/daemon/daemon_process.hpp"
#include "pty/daemon/input_queue.hpp"

namespace pty::daemon {
namespace {

using wire::MessageType;

constexpr std::size_t kFilling = 2 * kInputQueueBytes;
constexpr int kVisitors = 300;

class DaemonDepartureTest : public DaemonProcessTest {
 protected:
  /// A program that reads only when it is told to, and repeats what it got behind the filling.
  void start_deaf_program(std::size_t behind) {
    ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
    shell("stty raw -echo; echo raw; read go < '" + fifo + "'; head -c " + std::to_string(kFilling + behind) +
          " | tr -d f; exit 0");
    ASSERT_TRUE(start().ok);
    // Until then the terminal keeps no more of the filling than a line has room for.
    RawClient early = connect();
    early.send(wire::encode_peek({}));
    ASSERT_TRUE(early.sees("raw"));
    RawClient filler = connect();
    filler.send(wire::encode_data(std::string(kFilling, 'f')));
    filler.half_close();
    EXPECT_FALSE(filler.next());
  }
  void let_it_read() const { std::ofstream(fifo) << "go\n"; }

  /// Asks until the daemon knows of `watchers` only.
  static registry::StatusDocument status_with(RawClient& client, int watchers) {
    registry::StatusDocument status;
    for (int i = 0; i < 10'000; ++i) {
      client.send(wire::encode_status_request());
      const auto packet = client.next_of(MessageType::status);
      if (!packet) break;
      status = registry::parse_status(packet->payload).value_or(registry::StatusDocument{});
      if (status.clients.total == watchers) break;
    }
    return status;
  }

  std::string fifo = scratch.file("fifo");
};

// D-018, D-037, D-094, D-096
TEST_F(DaemonDepartureTest, DeadClientsConstrainNobodyAndLoseNothing) {
  const std::string typed(100'000, 't');
  start_deaf_program(typed.size() + kVisitors);
  {
    RawClient small = connect();
    small.send(wire::encode_attach({10, 40}));
    ASSERT_TRUE(small.next_of(MessageType::screen));
    small.send(wire::encode_data(typed));
  }
  for (int i = 0; i < kVisitors; ++i) connect().send(wire::encode_data("y"));
  RawClient watcher = connect();
  watcher.send(wire::encode_attach({24, 80}));
  const registry::StatusDocument status = status_with(watcher, 1);
  EXPECT_EQ(status.clients.connections.size(), 1U);
  EXPECT_EQ(status.terminal.rows, 24);
  EXPECT_EQ(status.terminal.cols, 80);
  EXPECT_TRUE(status.warnings.empty());
  let_it_read();
  // A long packet may be whole only after short ones of others; but it stays in one piece.
  EXPECT_TRUE(watcher.sees(typed));
  EXPECT_TRUE(watcher.sees([](const std::string& output) {
    return std::ranges::count(output, 'y') == kVisitors;
  })) << std::ranges::count(watcher.output(), 'y');
}

// D-018: who half-closed is still there, and is answered.
TEST_F(DaemonDepartureTest, AHalfClosedSenderIsServedToTheEnd) {
  start_deaf_program(3);
  RawClient sender = connect();
  sender.send(wire::encode_data("one") + wire::encode_status_request());
  sender.half_close();
  RawClient watcher = connect();
  watcher.send(wire::encode_peek({}));
  ASSERT_TRUE(watcher.next_of(MessageType::screen));
  let_it_read();
  EXPECT_TRUE(watcher.sees("one"));
  EXPECT_TRUE(sender.next_of(MessageType::status));
  EXPECT_FALSE(sender.next());
}

}  // namespace
}  // namespace pty::daemon
