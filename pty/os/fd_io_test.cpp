#include "pty/os/fd_io.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "pty/os/pipe.hpp"
#include "pty/os/scratch_directory.hpp"
#include "pty/os/signals.hpp"

namespace pty::os {
namespace {

using base::ByteView;
using base::Errc;
using base::Milliseconds;

TEST(FdIo, ReadingNothingYetIsWouldBlockAndAfterCloseIsEnd) {
  auto pipe = create_pipe(Blocking::no);
  std::array<char, 8> buffer{};
  EXPECT_EQ(read_some(pipe->read_end.get(), buffer)->state, IoState::would_block);
  ASSERT_TRUE(write_all(pipe->write_end.get(), "abc"));
  const auto got = read_some(pipe->read_end.get(), buffer);
  EXPECT_EQ(got->state, IoState::moved);
  EXPECT_EQ(got->bytes, 3U);
  pipe->write_end.reset();
  EXPECT_EQ(read_some(pipe->read_end.get(), buffer)->state, IoState::end);
}

TEST(FdIo, AFullPipeIsWouldBlockAfterAShortWrite) {
  auto pipe = create_pipe(Blocking::no);
  const std::string big(1 << 20, 'x');
  const auto first = write_some(pipe->write_end.get(), big);
  ASSERT_EQ(first->state, IoState::moved);
  EXPECT_LT(first->bytes, big.size());
  EXPECT_EQ(write_some(pipe->write_end.get(), big)->state, IoState::would_block);
}

TEST(FdIo, WriteAllGetsThroughShortWritesOfANonBlockingPipe) {
  auto pipe = create_pipe(Blocking::no);
  const std::string big(3 << 20, 'y');
  std::string received;
  std::thread reader([&] {
    const auto done = read_to_end(pipe->read_end.get(), big.size(), received);
    EXPECT_TRUE(done);
  });
  EXPECT_TRUE(write_all(pipe->write_end.get(), big));
  pipe->write_end.reset();
  reader.join();
  EXPECT_EQ(received, big);
}

TEST(FdIo, AGonePeerIsClosedAndRaisesNoSignal) {
  auto sockets = create_socket_pair();
  sockets->second.reset();
  EXPECT_EQ(send_some(sockets->first.get(), "x").error().code, Errc::closed);
  EXPECT_EQ(write_all(sockets->first.get(), "x").error().code, Errc::closed);
  const std::array<ByteView, 1> pieces{"x"};
  EXPECT_EQ(send_gathered(sockets->first.get(), pieces).error().code, Errc::closed);
}

TEST(FdIo, GatheredPiecesArriveInOrderAndTheExcessWaits) {
  auto sockets = create_socket_pair();
  std::vector<ByteView> pieces(kMaxGather + 5, ByteView("ab"));
  pieces[0] = "first";
  pieces[1] = "";
  const auto sent = send_gathered(sockets->first.get(), pieces);
  EXPECT_EQ(sent->bytes, 5 + 2 * (kMaxGather - 2));
  std::array<char, 512> buffer{};
  const auto got = read_some(sockets->second.get(), buffer);
  EXPECT_EQ(ByteView(buffer.data(), got->bytes).substr(0, 7), "firstab");
}

TEST(FdIo, ReadToEndStopsAtItsBound) {
  auto pipe = create_pipe();
  ASSERT_TRUE(write_all(pipe->write_end.get(), "0123456789"));
  pipe->write_end.reset();
  std::string content;
  EXPECT_EQ(read_to_end(pipe->read_end.get(), 4, content).error().code, Errc::too_large);
  EXPECT_EQ(content, "0123");
}

TEST(FdIo, AFullDiskIsASystemErrorThatNamesItsErrno) {
  const Fd full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  ASSERT_TRUE(full);
  EXPECT_EQ(write_all(full.get(), "x").error().sys_errno, ENOSPC);
}

TEST(FdIo, WaitingTimesOutWithFalseAndReportsReadinessWithTrue) {
  auto pipe = create_pipe();
  EXPECT_FALSE(*wait_ready(pipe->read_end.get(), Direction::readable, Milliseconds(1)));
  ASSERT_TRUE(write_all(pipe->write_end.get(), "x"));
  EXPECT_TRUE(*wait_ready(pipe->read_end.get(), Direction::readable, Milliseconds(-1)));
}

TEST(FdIo, SignalsThatInterruptCallsAreInvisible) {
  EXPECT_EQ(in_forked_child([] {
              struct sigaction action{};
              action.sa_handler = [](int) {};  // without SA_RESTART: calls fail with EINTR
              ::sigaction(SIGALRM, &action, nullptr);
              auto pipe = create_pipe();
              const itimerval every{{0, 2000}, {0, 2000}};
              ::setitimer(ITIMER_REAL, &every, nullptr);
              if (*wait_ready(pipe->read_end.get(), Direction::readable, Milliseconds(30))) return 1;
              const int read_end = pipe->read_end.get();
              std::string received;
              std::thread reader([&] { static_cast<void>(read_to_end(read_end, 2 << 20, received)); });
              const bool sent = write_all(pipe->write_end.get(), std::string(1 << 20, 'z')).has_value();
              pipe->write_end.reset();
              reader.join();
              return sent && received.size() == 1 << 20 ? 0 : 2;
            }),
            0);
}

}  // namespace
}  // namespace pty::os
