#include "pty/client/send.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <future>
#include <string>
#include <thread>
#include <vector>

#include "pty/client/scripted_daemon.hpp"
#include "pty/os/pipe.hpp"
#include "pty/term/paste.hpp"

namespace pty::client {
namespace {

using base::ByteBuffer;
using base::Milliseconds;
using namespace std::string_literals;
using wire::MessageType;

/// What reached a session: the payload of each DATA packet.
std::vector<ByteBuffer> packets_of(const std::vector<ByteBuffer>& items, SendOptions options) {
  options.confirm = Milliseconds{60'000};
  std::vector<ByteBuffer> packets;
  {
    ScriptedDaemon daemon([&packets](ScriptedPeer& peer) {
      while (const auto packet = peer.receive()) {
        EXPECT_EQ(packet->type, MessageType::data);
        packets.push_back(packet->payload);
      }
    });
    const base::Result<Delivery> sent = send_items(daemon.endpoint(), items, options);
    EXPECT_TRUE(sent) << sent.error().text;
    EXPECT_TRUE(sent->confirmed);
  }
  return packets;
}

using Packets = std::vector<ByteBuffer>;

/// Says more than a socket holds: once it is said, the sender has woken and read, whatever it waits for.
void wake_sender(ScriptedPeer& peer) {
  peer.send(wire::encode_data(ByteBuffer(std::size_t{4} << 20, 'n')));
}

SendOptions pasting(Milliseconds delay = Milliseconds{0}) {
  SendOptions options;
  options.paste = Paste::yes;
  options.delay = delay;
  return options;
}

// D-141
TEST(SendItems, UndelayedItemsTravelTogether) {
  EXPECT_EQ(packets_of({"ls", "\r", "\xff\xfe"}, {}), (Packets{"ls\r\xff\xfe"}));
}

// D-141, R-083
TEST(SendItems, DelayedItemsTravelApartWithTheDelayBetweenThemOnly) {
  SendOptions options;
  options.delay = Milliseconds{60};
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(packets_of({"a", "b", "c"}, options), (Packets{"a", "b", "c"}));
  EXPECT_GE(std::chrono::steady_clock::now() - start, Milliseconds{120});
}

// D-142, R-085
TEST(SendItems, APasteIsWrappedOnce) {
  EXPECT_EQ(packets_of({"one\n", "two"}, pasting()), (Packets{"\x1b[200~one\ntwo\x1b[201~"}));
  EXPECT_EQ(packets_of({"one", "two"}, pasting(Milliseconds{1})), (Packets{"\x1b[200~one", "two\x1b[201~"}));
}

// D-142: a program must not be left inside a paste.
TEST(SendItems, APasteThatIsCancelledBetweenItsItemsIsClosed) {
  base::Result<os::Pipe> cancel = os::create_pipe();
  ASSERT_TRUE(cancel);
  ASSERT_TRUE(os::write_all(cancel->write_end.get(), "!"));
  Packets packets;
  {
    ScriptedDaemon daemon([&packets](ScriptedPeer& peer) {
      while (const auto packet = peer.receive()) packets.push_back(packet->payload);
    });
    SendOptions options = pasting(Milliseconds{600'000});
    options.confirm = Milliseconds{60'000};
    options.cancel_fd = cancel->read_end.get();
    const base::Result<Delivery> sent = send_items(daemon.endpoint(), Packets{"one", "two"}, options);
    ASSERT_FALSE(sent);
    EXPECT_EQ(sent.error().code, base::Errc::cancelled);
  }
  EXPECT_EQ(packets, (Packets{"\x1b[200~one", "\x1b[201~"}));
}

/// What reaches a session whose daemon stops reading behind the first item of a paste, and goes on when the
/// sender was told to stop.
Packets packets_of_interrupted(const std::vector<ByteBuffer>& items, SendOptions options) {
  base::Result<os::Pipe> cancel = os::create_pipe();
  EXPECT_TRUE(cancel);
  options.confirm = Milliseconds{60'000};
  options.cancel_fd = cancel->read_end.get();
  Packets packets;
  {
    ScriptedDaemon daemon([&](ScriptedPeer& peer) {
      if (const auto packet = peer.receive()) packets.push_back(packet->payload);
      EXPECT_TRUE(peer.readable_within(Milliseconds{60'000}));
      EXPECT_TRUE(os::write_all(cancel->write_end.get(), "!"));
      wake_sender(peer);
      while (const auto packet = peer.receive()) packets.push_back(packet->payload);
    });
    const base::Result<Delivery> sent = send_items(daemon.endpoint(), items, options);
    EXPECT_TRUE(!sent && sent.error().code == base::Errc::cancelled);
  }
  return packets;
}

// D-142
TEST(SendItems, APasteThatIsCancelledWhileAnItemWaitsIsClosedOnce) {
  const ByteBuffer big(std::size_t{8} << 20, 'x');
  const Packets between = packets_of_interrupted({"one", big, "three"}, pasting(Milliseconds{1}));
  ASSERT_EQ(between.size(), 3U);
  EXPECT_EQ(between[0], "\x1b[200~one");
  EXPECT_EQ(between[1], big);
  EXPECT_EQ(between[2], "\x1b[201~");
  const Packets last = packets_of_interrupted({"one", big}, pasting(Milliseconds{1}));
  ASSERT_EQ(last.size(), 2U);
  EXPECT_EQ(last[1], big + "\x1b[201~");
}

TEST(SendItems, WhatIsCancelledBeforeADaemonTakesItSaysSo) {
  base::Result<os::Pipe> cancel = os::create_pipe();
  ASSERT_TRUE(cancel);
  ASSERT_TRUE(os::write_all(cancel->write_end.get(), "!"));
  std::promise<void> done;
  ScriptedDaemon daemon([&done](ScriptedPeer&) { done.get_future().wait(); });
  SendOptions options = pasting();
  options.cancel_fd = cancel->read_end.get();
  const std::vector<ByteBuffer> items{ByteBuffer(std::size_t{8} << 20, 'x')};
  const base::Result<Delivery> sent = send_items(daemon.endpoint(), items, options);
  done.set_value();
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().code, base::Errc::cancelled);
}

// D-142
TEST(SendItems, AnEmptyPayloadSendsNothing) {
  EXPECT_EQ(packets_of({}, pasting()), Packets{});
  EXPECT_EQ(packets_of({"", ""}, pasting()), Packets{});
}

// D-142
TEST(SendItems, EmbeddedEndMarkersAreRemovedHoweverTheyAreMade) {
  EXPECT_EQ(packets_of({"a\x1b[201~rm\r"}, pasting()), (Packets{"\x1b[200~arm\r\x1b[201~"}));
  EXPECT_EQ(packets_of({"a\x1b[20", "1~b"}, pasting()), (Packets{"\x1b[200~ab\x1b[201~"}));
  EXPECT_EQ(packets_of({"a\x1b[2\x1b[201~01~b"}, pasting()), (Packets{"\x1b[200~ab\x1b[201~"}));
  EXPECT_EQ(packets_of({"a\x1b[201~b"}, {}), (Packets{"a\x1b[201~b"}))
      << "only pastes have an end to protect";
}

TEST(SendItems, RemovingManyEndMarkersTakesNoTime) {
  ByteBuffer hostile;
  for (int i = 0; i < 200'000; ++i) hostile.append(term::kPasteEnd);
  const std::vector<ByteBuffer> parts = term::without_paste_end(std::vector<ByteBuffer>{hostile, "x"});
  EXPECT_EQ(parts, (Packets{"", "x"}));
}

// D-141, R-088
TEST(SendItems, AMegabyteAndMoreArrivesWhole) {
  const ByteBuffer big(std::size_t{5} << 20, 'x');
  const Packets packets = packets_of({big, "end"}, {});
  ASSERT_EQ(packets.size(), 1U);
  EXPECT_EQ(packets[0].size(), big.size() + 3);
}

// D-144, R-088
TEST(SendItems, ADaemonThatNeverClosesDoesNotHoldItUp) {
  std::promise<void> done;
  ScriptedDaemon daemon([&done](ScriptedPeer& peer) {
    (void)peer.read_input(2);
    done.get_future().wait();
  });
  const std::vector<ByteBuffer> items{"hi"};
  SendOptions options;
  options.confirm = Milliseconds{50};
  const base::Result<Delivery> sent = send_items(daemon.endpoint(), items, options);
  done.set_value();
  ASSERT_TRUE(sent);
  EXPECT_FALSE(sent->confirmed);
}

// D-144
TEST(SendItems, ADaemonThatTakesNothingFailsTheSendInTime) {
  std::promise<void> done;
  ScriptedDaemon daemon([&done](ScriptedPeer&) { done.get_future().wait(); });
  const std::vector<ByteBuffer> items{ByteBuffer(std::size_t{8} << 20, 'x')};
  SendOptions options;
  options.stall = Milliseconds{100};
  const base::Result<Delivery> sent = send_items(daemon.endpoint(), items, options);
  done.set_value();
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().code, base::Errc::timed_out);
}

// The time without progress counts, not how often the sender wakes.
TEST(SendItems, ADaemonThatSpeaksBeforeItReadsGetsEverything) {
  const ByteBuffer big(std::size_t{8} << 20, 'x');
  std::size_t received = 0;
  {
    ScriptedDaemon daemon([&received](ScriptedPeer& peer) {
      EXPECT_TRUE(peer.readable_within(Milliseconds{60'000}));
      wake_sender(peer);
      while (const auto packet = peer.receive()) received += packet->payload.size();
    });
    SendOptions options;
    options.confirm = Milliseconds{60'000};
    const base::Result<Delivery> sent = send_items(daemon.endpoint(), std::vector<ByteBuffer>{big}, options);
    EXPECT_TRUE(sent) << sent.error().text;
  }
  EXPECT_EQ(received, big.size());
}

TEST(SendItems, ADaemonThatLeavesBeforeItHasEverythingIsNotRunning) {
  ScriptedDaemon daemon([](ScriptedPeer& peer) { (void)peer.close(); });
  const std::vector<ByteBuffer> items{ByteBuffer(std::size_t{8} << 20, 'x'), "y"};
  const base::Result<Delivery> sent = send_items(daemon.endpoint(), items);
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().text, "Session \"box\" not found or not running.");
}

// D-144, R-089
TEST(SendItems, AMissingSessionIsReportedEvenForNothing) {
  const std::vector<ByteBuffer> items{""};
  const base::Result<Delivery> sent = send_items({"ghost", "/tmp/pty-test-ghost.sock"}, items);
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().text, "Session \"ghost\" not found or not running.");
}

/// What reached a session of a stream that is written in these pieces, each when the one before was taken.
Packets streamed(const std::vector<ByteBuffer>& pieces, const SendOptions& options) {
  base::Result<os::Pipe> pipe = os::create_pipe();
  EXPECT_TRUE(pipe);
  Packets packets;
  std::thread writer([&] {
    for (const ByteBuffer& piece : pieces) EXPECT_TRUE(os::write_all(pipe->write_end.get(), piece));
    pipe->write_end.reset();
  });
  {
    ScriptedDaemon daemon([&packets](ScriptedPeer& peer) {
      while (const auto packet = peer.receive()) packets.push_back(packet->payload);
    });
    std::uint64_t total = 0;
    for (const ByteBuffer& piece : pieces) total += piece.size();
    const base::Result<Delivery> sent = send_stream(daemon.endpoint(), pipe->read_end.get(), options);
    EXPECT_TRUE(sent) << sent.error().text;
    EXPECT_EQ(sent ? sent->bytes : 0, total);
  }
  writer.join();
  return packets;
}

ByteBuffer joined(const Packets& packets) {
  ByteBuffer all;
  for (const ByteBuffer& packet : packets) all += packet;
  return all;
}

// of any size and content, and never as a whole in memory.
TEST(SendStream, EverythingArrivesInOrder) {
  ByteBuffer big;
  for (int i = 0; big.size() < (std::size_t{3} << 20); ++i) big += std::to_string(i) + "\xff\0\x1b[201~"s;
  const Packets packets = streamed({"first", big, "last"}, {});
  EXPECT_EQ(joined(packets), "first" + big + "last");
  for (const ByteBuffer& packet : packets) EXPECT_LE(packet.size(), std::size_t{64} << 10);
}

TEST(SendStream, AnEmptyOneSendsNothing) {
  EXPECT_EQ(streamed({}, {}), Packets{});
  EXPECT_EQ(streamed({}, pasting()), Packets{});
}

// D-142, R-085
TEST(SendStream, APasteIsOnePacketInOnePairOfMarks) {
  EXPECT_EQ(streamed({"one\x1b[2", "01~\n", "two"}, pasting()), (Packets{"\x1b[200~one\ntwo\x1b[201~"}));
  const ByteBuffer big(std::size_t{3} << 20, 'x');
  EXPECT_EQ(streamed({big}, pasting()), (Packets{"\x1b[200~" + big + "\x1b[201~"}));
}

// A directory can be opened, but not read; markers in markers are held back without bound; more than a packet
// takes is not cut.
TEST(SendStream, OfAPasteThatCannotBeSentNothingIs) {
  const os::Fd directory = os::open_path("/", 0);
  base::ByteBuffer hostile(1000, 'x');
  while (hostile.size() <= term::PasteEndFilter::kMaxHeldBack + 1000) hostile += "\x1b[20";
  const base::Result<os::Fd> nested = os::create_memory_file(hostile);
  const base::Result<os::Fd> large = os::create_memory_file(ByteBuffer(kMaxPaste + 1, 'x'));
  ASSERT_TRUE(nested && large);
  Packets packets;
  {
    ScriptedDaemon daemon([&packets](ScriptedPeer& peer) {
      while (const auto packet = peer.receive()) packets.push_back(packet->payload);
    });
    for (const int fd : {directory.get(), nested->get(), large->get()})
      EXPECT_FALSE(send_stream(daemon.endpoint(), fd, pasting()));
  }
  EXPECT_EQ(packets, Packets{});
}

TEST(SendStream, ASessionThatEndsEndsTheReading) {
  base::Result<os::Pipe> pipe = os::create_pipe();  // nobody writes or closes it
  ASSERT_TRUE(pipe);
  ScriptedDaemon daemon([](ScriptedPeer& peer) { (void)peer.close(); });
  const base::Result<Delivery> sent = send_stream(daemon.endpoint(), pipe->read_end.get());
  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().text, "Session \"box\" not found or not running.");
}

}  // namespace
}  // namespace pty::client
