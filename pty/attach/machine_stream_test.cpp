// The machine stream on real descriptors, against a scripted daemon.
#include "pty/attach/machine_stream.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <future>
#include <string>
#include <vector>

#include "pty/attach/piped_client.hpp"
#include "pty/attach/stream_core.hpp"
#include "pty/os/scratch_directory.hpp"
#include "pty/os/signals.hpp"
#include "pty/wire/frame_decoder.hpp"

namespace pty::attach {
namespace {

using base::ByteBuffer;
using base::ByteView;
using base::Milliseconds;
using client::ScriptedDaemon;
using client::ScriptedPeer;
using wire::MessageType;

/// Attaches with the stream on `fd`, which stays the caller's.
PipedRun stream_to(const ScriptedDaemon& daemon, int fd, const TypedInput& keyboard, Dialer* dialer = nullptr,
                   Reconnect reconnect = {}) {
  const int flags = ::fcntl(fd, F_GETFL);
  PipedRun run = run_piped(daemon, keyboard, dialer, reconnect,
                           [fd](const AttachRequest& request) { return run_machine_stream(request, fd); });
  EXPECT_EQ(::fcntl(fd, F_GETFL), flags);  // D-130
  EXPECT_EQ(::fcntl(fd, F_GETFD), FD_CLOEXEC);
  return run;
}

ByteBuffer geometry() {
  return wire::encode_geometry({24, 80});
}

/// A session of every kind of packet, of several sizes.
ByteBuffer whole_session() {
  ByteBuffer big;
  for (int i = 0; big.size() < 300'000; ++i) big += std::to_string(i) + "\r\n";
  return geometry() + wire::encode_screen(big) + wire::encode_data("") + wire::encode_data("\xff\x1b[") +
         wire::encode_geometry({20, 70}) + wire::encode_screen("resync") + wire::encode_data(big) +
         wire::encode_exit(7);
}

ScriptedDaemon::Script sending(ByteBuffer bytes) {
  return [bytes = std::move(bytes)](ScriptedPeer& peer) {
    (void)peer.expect(MessageType::attach);
    peer.send(bytes);
  };
}

/// The types of the packets in a stream, and whether it ends with a whole one.
std::string words(ByteView stream, bool& whole) {
  std::string out;
  std::size_t used = 0;
  wire::FrameDecoder decoder(wire::Receiver::client);
  decoder.feed(stream);
  while (const auto frame = decoder.next()) {
    out.append(out.empty() ? "" : " ").append(wire::name_of(frame->type));
    used += wire::kHeaderBytes + frame->payload.size();
  }
  whole = used == stream.size();
  return out;
}

// D-123, D-129, D-130
TEST(MachineStream, GoesToAPipeByteForByteAndLeavesItToItsOwner) {
  ScriptedDaemon daemon(sending(whole_session()));
  Collected stream;
  const PipedRun result = stream_to(daemon, stream.fd(), {});
  EXPECT_EQ(result.status, 7);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "");
  EXPECT_TRUE(os::write_all(stream.fd(), "still mine"));
  EXPECT_EQ(stream.finish(), whole_session() + "still mine");
}

// D-123, D-130
TEST(MachineStream, GoesToASocketByteForByte) {
  ScriptedDaemon daemon(sending(whole_session()));
  auto pair = os::create_socket_pair(os::Blocking::yes);
  std::string got;
  std::thread reader([&] { (void)os::read_to_end(pair->second.get(), std::size_t{1} << 24, got); });
  const PipedRun result = stream_to(daemon, pair->first.get(), {});
  pair->first.reset();
  reader.join();
  EXPECT_EQ(result.status, 7);
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(got, whole_session());
}

// D-123, D-130
TEST(MachineStream, GoesToAFileAfterWhatIsThere) {
  ScriptedDaemon daemon(sending(whole_session()));
  const os::ScratchDirectory scratch;
  const os::Fd file = os::open_path(scratch.file("stream").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  ASSERT_TRUE(os::write_all(file.get(), "before"));
  const PipedRun result = stream_to(daemon, file.get(), {});
  EXPECT_EQ(result.status, 7);
  std::string got;
  ASSERT_EQ(::lseek(file.get(), 0, SEEK_SET), 0);
  ASSERT_TRUE(os::read_to_end(file.get(), std::size_t{1} << 24, got));
  EXPECT_EQ(got, "before" + whole_session());
}

// D-123
TEST(MachineStream, DoesNotDependOnHowTheDaemonsPacketsAreCut) {
  const ByteBuffer session = geometry() + wire::encode_screen("picture") + wire::encode_data("d") +
                             wire::encode_geometry({9, 9}) + wire::encode_exit(0);
  ScriptedDaemon daemon([&](ScriptedPeer& peer) {
    (void)peer.expect(MessageType::attach);
    for (const char byte : session) peer.send({&byte, 1});
  });
  Collected stream;
  EXPECT_EQ(stream_to(daemon, stream.fd(), {}).status, 0);
  EXPECT_EQ(stream.finish(), session);
}

// D-126
TEST(MachineStream, ACloseOrResetWithoutExitIsTruncation) {
  for (const bool reset : {false, true}) {
    for (const ByteBuffer& before : {ByteBuffer(), geometry(), geometry() + wire::encode_screen("x")}) {
      ScriptedDaemon daemon([&](ScriptedPeer& peer) {
        // Closing with something unread resets the connection.
        if (!reset) (void)peer.expect(MessageType::attach);
        peer.send(before);
      });
      Collected stream;
      const PipedRun result = stream_to(daemon, stream.fd(), {});
      EXPECT_EQ(result.status, 1);
      EXPECT_EQ(result.err, "machine stream truncated before EXIT: connection closed\n");
      EXPECT_EQ(result.out, "");
      EXPECT_TRUE(before.starts_with(stream.finish()));
    }
  }
}

// D-126
TEST(MachineStream, APacketBeyondTheLimitIsTruncationWithItsReason) {
  ScriptedDaemon daemon(
      sending(geometry() + wire::encode_screen("x") + ByteBuffer("\x00\xff\xff\xff\xff", 5)));
  Collected stream;
  const PipedRun result = stream_to(daemon, stream.fd(), {});
  EXPECT_EQ(result.status, 1);
  EXPECT_EQ(result.err, "machine stream truncated before EXIT: protocol violation: oversize packet\n");
}

// D-127
TEST(MachineStream, ADaemonThatBreaksTheOrderIsRejected) {
  const std::string no_geometry =
      "daemon does not support attach stream v1 (expected GEOMETRY before terminal events)\n";
  const std::string no_screen =
      "daemon does not support attach stream v1 (expected SCREEN before DATA|EXIT)\n";
  struct Case {
    ByteBuffer sent;
    std::string complaint;
    ByteBuffer handed_on;
  };
  for (const Case& c : std::vector<Case>{
           {wire::encode_screen("x"), no_geometry, ""},
           {wire::encode_data("x"), no_geometry, ""},
           {wire::encode_exit(0), no_geometry, ""},
           {geometry() + wire::encode_data("x"), no_screen, geometry()},
           {geometry() + geometry() + wire::encode_exit(0), no_screen, geometry() + geometry()}}) {
    ScriptedDaemon daemon(sending(c.sent));
    Collected stream;
    const PipedRun result = stream_to(daemon, stream.fd(), {});
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.err, c.complaint);
    EXPECT_EQ(stream.finish(), c.handed_on);
  }
}

// D-129
TEST(MachineStream, AReaderThatIsGoneIsAnErrorAndNoHang) {
  os::ignore_signal(SIGPIPE);
  for (const bool socket : {false, true}) {
    for (const bool talks : {false, true}) {
      ScriptedDaemon daemon([talks](ScriptedPeer& peer) {
        (void)peer.expect(MessageType::attach);
        if (talks) peer.send_picture({24, 80}, "x");
        EXPECT_TRUE(peer.expect(MessageType::detach)) << "the session is left";
      });
      os::Fd reading;
      os::Fd writing;
      if (socket) {
        auto pair = os::create_socket_pair(os::Blocking::yes);
        reading = std::move(pair->first);
        writing = std::move(pair->second);
      } else {
        auto pipe = os::create_pipe();
        reading = std::move(pipe->read_end);
        writing = std::move(pipe->write_end);
      }
      reading.reset();
      const PipedRun result = stream_to(daemon, writing.get(), {});
      EXPECT_EQ(result.status, 1);
      EXPECT_TRUE(
          result.err.starts_with("machine stream descriptor " + std::to_string(writing.get()) + " failed: "))
          << result.err;
      EXPECT_NE(result.err.find("EPIPE"), std::string::npos) << result.err;
      EXPECT_EQ(result.err.find('\n'), result.err.size() - 1) << "one line";
      EXPECT_EQ(result.out, "");
    }
  }
}

bool is_full(const os::Fd& pipe_end) {
  const auto ready = os::wait_ready(pipe_end.get(), os::Direction::writable, Milliseconds{0});
  return ready && !*ready;
}

/// Sends until the stream's pipe is full and the client, which must take this much before it pauses, takes no
/// more for a while; how much that was. A client that gets no processor is quiet, too, but fills no pipe.
std::size_t send_until_stuck(ScriptedPeer& peer, const ByteBuffer& packet, const os::Fd& stream,
                             std::size_t limit) {
  std::size_t sent = 0;
  for (int pauses = 0; sent < limit && pauses < 100;) {
    if (peer.writable_within(Milliseconds{300})) {
      peer.send(packet);
      sent += packet.size();
    } else if (is_full(stream) && sent > StreamCore::kCongested) {
      break;
    } else {
      ++pauses;
    }
  }
  return sent;
}

// D-131
TEST(MachineStream, ABlockedReaderPausesTheSessionAndGetsEverything) {
  constexpr std::size_t kFar = std::size_t{64} << 20;
  const ByteBuffer packet = wire::encode_data(ByteBuffer(1000, 'x'));
  std::atomic<std::size_t> sent = 0;
  std::promise<void> stuck;
  auto pipe = os::create_pipe();
  ScriptedDaemon daemon([&](ScriptedPeer& peer) {
    (void)peer.expect(MessageType::attach);
    peer.send_picture({24, 80}, "p");
    sent = send_until_stuck(peer, packet, pipe->write_end, kFar);
    stuck.set_value();
    peer.send(wire::encode_exit(0));
  });
  std::string got;
  std::thread reader([&] {
    stuck.get_future().wait();
    (void)os::read_to_end(pipe->read_end.get(), std::size_t{1} << 30, got);
  });
  const PipedRun result = stream_to(daemon, pipe->write_end.get(), {});
  pipe->write_end.reset();
  reader.join();
  EXPECT_EQ(result.status, 0);
  EXPECT_LT(sent, kFar) << "the session was read although nobody took the stream";
  const std::size_t around =
      geometry().size() + wire::encode_screen("p").size() + wire::encode_exit(0).size();
  EXPECT_EQ(got.size(), around + sent);
  EXPECT_TRUE(got.ends_with(packet + wire::encode_exit(0)));
}

// D-124, D-131
TEST(MachineStream, ADetachLeavesTheSessionEvenIfTheReaderIsBlocked) {
  const ByteBuffer packet = wire::encode_data(ByteBuffer(100'000, 'x'));
  const TypedInput keyboard;
  std::promise<void> left;
  std::size_t sent = 0;
  auto pipe = os::create_pipe();
  ScriptedDaemon daemon([&](ScriptedPeer& peer) {
    (void)peer.expect(MessageType::attach);
    peer.send_picture({24, 80}, "p");
    sent = send_until_stuck(peer, packet, pipe->write_end, std::size_t{64} << 20);
    keyboard.type("\x1c");
    EXPECT_TRUE(peer.expect(MessageType::detach));
    left.set_value();
  });
  std::string got;
  std::thread reader([&] {
    left.get_future().wait();
    (void)os::read_to_end(pipe->read_end.get(), std::size_t{1} << 30, got);
  });
  const PipedRun result = stream_to(daemon, pipe->write_end.get(), keyboard);
  pipe->write_end.reset();
  reader.join();
  EXPECT_EQ(result.status, 0);
  EXPECT_EQ(result.err, "");
  bool whole = false;
  EXPECT_TRUE(words(got, whole).ends_with("DATA DETACH"));
  EXPECT_TRUE(whole) << "the packet that had begun was finished";
  EXPECT_LT(got.size(), sent) << "what had not begun is dropped";
}

// D-124, D-125
TEST(MachineStream, ADetachBeforeAnythingWasReadIsAnOutcomeToo) {
  const TypedInput keyboard;
  ScriptedDaemon daemon([&](ScriptedPeer& peer) {
    (void)peer.expect(MessageType::attach);
    keyboard.type("typed\x1c");
    EXPECT_EQ(peer.read_input(5), "typed");
    EXPECT_TRUE(peer.expect(MessageType::detach));
  });
  Collected stream;
  EXPECT_EQ(stream_to(daemon, stream.fd(), keyboard).status, 0);
  EXPECT_EQ(stream.finish(), wire::encode_detach());
}

// D-128
TEST(MachineStream, AReconnectGoesOnOnTheSameDescriptor) {
  int connection = 0;
  ScriptedDaemon daemon([&](ScriptedPeer& peer) {
    (void)peer.expect(MessageType::attach);
    peer.send_picture({24, 80}, ++connection == 1 ? "first" : "second");
    if (connection == 2) peer.send(wire::encode_exit(4));
  });
  ScriptedDialer dialer(
      {ScriptedDialer::says(Dialled::Kind::unreachable), ScriptedDialer::to(daemon.endpoint())});
  Collected stream;
  const PipedRun result = stream_to(daemon, stream.fd(), {}, &dialer);
  EXPECT_EQ(result.status, 4);
  EXPECT_EQ(dialer.attempts, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "[reconnecting… — Ctrl-\\ or Ctrl-C to stop]\n");
  EXPECT_EQ(stream.finish(), geometry() + wire::encode_screen("first") + geometry() +
                                 wire::encode_screen("second") + wire::encode_exit(4));
}

// D-128
TEST(MachineStream, AReconnectIsUnderTheSameChecks) {
  int connection = 0;
  ScriptedDaemon daemon([&](ScriptedPeer& peer) {
    (void)peer.expect(MessageType::attach);
    if (++connection == 1) return peer.send_picture({24, 80}, "first");
    peer.send(wire::encode_data("x"));
  });
  ScriptedDialer dialer({ScriptedDialer::to(daemon.endpoint())});
  Collected stream;
  const PipedRun result = stream_to(daemon, stream.fd(), {}, &dialer);
  EXPECT_EQ(result.status, 1);
  EXPECT_TRUE(result.err.ends_with(
      "daemon does not support attach stream v1 (expected GEOMETRY before terminal events)\n"));
  EXPECT_EQ(stream.finish(), geometry() + wire::encode_screen("first"));
}

}  // namespace
}  // namespace pty::attach
