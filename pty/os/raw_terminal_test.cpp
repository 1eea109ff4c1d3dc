#include "pty/os/raw_terminal.hpp"

#include <gtest/gtest.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstring>

#include "pty/os/fd_io.hpp"
#include "pty/os/pipe.hpp"
#include "pty/os/pty_device.hpp"
#include "pty/os/scratch_directory.hpp"
#include "pty/os/signals.hpp"

namespace pty::os {
namespace {

using base::Errc;
using base::Milliseconds;
using base::Size;

termios settings_of(int fd) {
  termios settings{};
  EXPECT_EQ(::tcgetattr(fd, &settings), 0);
  return settings;
}

bool same(const termios& a, const termios& b) {
  return a.c_iflag == b.c_iflag && a.c_oflag == b.c_oflag && a.c_cflag == b.c_cflag &&
         a.c_lflag == b.c_lflag && std::memcmp(a.c_cc, b.c_cc, sizeof a.c_cc) == 0;
}

// D-101
TEST(RawTerminal, RestoresExactlyWhatItFound) {
  auto device = *open_pty(Size{});
  termios odd = settings_of(device.slave.get());
  odd.c_lflag &= static_cast<tcflag_t>(~ECHO);
  odd.c_cc[VINTR] = 7;
  ::tcsetattr(device.slave.get(), TCSANOW, &odd);
  {
    RawTerminal raw;
    ASSERT_TRUE(raw.enter(device.slave.get()));
    EXPECT_TRUE(raw.is_active());
    const termios now = settings_of(device.slave.get());
    EXPECT_EQ(now.c_lflag & (ICANON | ECHO | ISIG | IEXTEN), 0U);
    EXPECT_EQ(now.c_oflag & OPOST, 0U);
    raw.restore();
    EXPECT_TRUE(same(settings_of(device.slave.get()), odd));
    ASSERT_TRUE(raw.enter(device.slave.get()));
  }
  EXPECT_TRUE(same(settings_of(device.slave.get()), odd));
}

// D-101
TEST(RawTerminal, ATerminalThatIsRawAlreadyIsLeftAlone) {
  auto device = *open_pty(Size{});
  RawTerminal outer;
  ASSERT_TRUE(outer.enter(device.slave.get()));
  const termios before = settings_of(device.slave.get());
  RawTerminal inner;
  ASSERT_TRUE(inner.enter(device.slave.get()));
  EXPECT_FALSE(inner.is_active());
  inner.restore();
  EXPECT_TRUE(same(settings_of(device.slave.get()), before));
}

// D-101
TEST(RawTerminal, OnlyATerminalCanBecomeRaw) {
  auto pipe = *create_pipe();
  RawTerminal raw;
  EXPECT_EQ(raw.enter(pipe.read_end.get()).error().code, Errc::invalid);
  EXPECT_EQ(raw.enter(-1).error().code, Errc::invalid);
  EXPECT_FALSE(raw.is_active());
}

TEST(RawTerminal, BytesTypedAheadSurvive) {
  auto device = *open_pty(Size{});
  ASSERT_TRUE(write_all(device.master.get(), "typed ahead\n"));
  RawTerminal raw;
  ASSERT_TRUE(raw.enter(device.slave.get()));
  std::array<char, 64> buffer{};
  ASSERT_TRUE(*wait_ready(device.slave.get(), Direction::readable, Milliseconds(-1)));
  const auto got = read_some(device.slave.get(), buffer);
  EXPECT_EQ(base::ByteView(buffer.data(), got->bytes).substr(0, 11), "typed ahead");
}

// D-101
TEST(RawTerminal, ABackgroundProcessCanRestoreWithoutBeingStopped) {
  EXPECT_EQ(in_forked_child([] {
              ignore_signal(SIGHUP);  // the hang-up when the test's own terminal closes
              ::setsid();
              auto device = *open_pty(Size{});
              if (::ioctl(device.slave.get(), TIOCSCTTY, 0) != 0) return 1;
              RawTerminal raw;
              if (!raw.enter(device.slave.get())) return 2;
              return in_forked_child([&] {
                ::setpgid(0, 0);  // not the foreground group any more
                raw.restore();    // would stop here
                return (settings_of(device.slave.get()).c_lflag & ICANON) != 0 ? 0 : 3;
              });
            }),
            0);
}

}  // namespace
}  // namespace pty::os
