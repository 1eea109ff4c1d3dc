#include "pty/os/pty_device.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "pty/os/fd_io.hpp"
#include "pty/os/pipe.hpp"
#include "pty/os/reopen_terminal.hpp"
#include "pty/os/scratch_directory.hpp"

namespace pty::os {
namespace {

using base::Errc;
using base::Size;

// D-166
TEST(PtyDevice, StartsWithTheDocumentedTerminalSettings) {
  auto device = *open_pty(Size{24, 80});
  termios settings{};
  ASSERT_EQ(::tcgetattr(device.slave.get(), &settings), 0);
  EXPECT_EQ(settings.c_iflag, tcflag_t{ICRNL | IXON | IXANY | IMAXBEL | BRKINT | IUTF8});
  EXPECT_EQ(settings.c_oflag, tcflag_t{OPOST | ONLCR});
  EXPECT_EQ(settings.c_lflag, tcflag_t{ICANON | ISIG | IEXTEN | ECHO | ECHOE | ECHOK | ECHOKE | ECHOCTL});
  EXPECT_EQ(settings.c_cflag & static_cast<tcflag_t>(~CBAUD), tcflag_t{CREAD | CS8 | HUPCL});
  EXPECT_EQ(::cfgetospeed(&settings), speed_t{B38400});
  EXPECT_EQ(::cfgetispeed(&settings), speed_t{B38400});
  struct Row {
    int name;
    int code;
  };
  constexpr std::array kCodes{Row{VEOF, 4},      Row{VERASE, 127}, Row{VWERASE, 23}, Row{VKILL, 21},
                              Row{VREPRINT, 18}, Row{VINTR, 3},    Row{VQUIT, 28},   Row{VSUSP, 26},
                              Row{VSTART, 17},   Row{VSTOP, 19},   Row{VLNEXT, 22},  Row{VDISCARD, 15},
                              Row{VMIN, 1},      Row{VTIME, 0}};
  for (const Row& row : kCodes) EXPECT_EQ(settings.c_cc[row.name], row.code) << row.name;
}

TEST(PtyDevice, HasTheSizeThatWasAskedForFromBothSides) {
  auto device = *open_pty(Size{33, 101});
  EXPECT_EQ(window_size(device.master.get()), (Size{33, 101}));
  ASSERT_TRUE(set_window_size(device.master.get(), Size{5, 7}));
  EXPECT_EQ(window_size(device.slave.get()), (Size{5, 7}));
}

TEST(PtyDevice, SomethingThatIsNoTerminalHasNoSize) {
  auto pipe = *create_pipe();
  EXPECT_EQ(window_size(pipe.read_end.get()), std::nullopt);
  EXPECT_FALSE(set_window_size(pipe.read_end.get(), Size{}));
  EXPECT_FALSE(is_terminal(pipe.read_end.get()));
}

TEST(PtyDevice, TheMasterNeverBlocksAndEndsWhenTheLastSlaveCloses) {
  auto device = *open_pty(Size{});
  std::array<char, 64> buffer{};
  EXPECT_EQ(read_master(device.master.get(), buffer)->state, IoState::would_block);
  ASSERT_TRUE(write_all(device.slave.get(), "bye\n"));
  device.slave.reset();
  const auto got = read_master(device.master.get(), buffer);
  EXPECT_EQ(base::ByteView(buffer.data(), got->bytes), "bye\r\n");
  EXPECT_EQ(read_master(device.master.get(), buffer)->state, IoState::end);
}

TEST(PtyDevice, BothSidesAreCloseOnExec) {
  auto device = *open_pty(Size{});
  EXPECT_NE(::fcntl(device.master.get(), F_GETFD) & FD_CLOEXEC, 0);
  EXPECT_NE(::fcntl(device.slave.get(), F_GETFD) & FD_CLOEXEC, 0);
  EXPECT_EQ(::fcntl(device.slave.get(), F_GETFL) & O_NONBLOCK, 0);
}

TEST(PtyDevice, RunningOutOfDescriptorsIsAnErrorAndLeaksNothing) {
  EXPECT_EQ(in_forked_child([] {
              close_descriptors_from(3);
              const rlimit one{4, 4};
              ::setrlimit(RLIMIT_NOFILE, &one);
              const auto device = open_pty(Size{});
              if (device || device.error().sys_errno != EMFILE) return 1;
              return is_open(3) ? 2 : 0;
            }),
            0);
}

TEST(ReopenTerminal, IsNonBlockingWithoutChangingTheFirst) {
  auto device = *open_pty(Size{});
  const auto second = reopen_terminal_for_writing(device.slave.get());
  ASSERT_TRUE(second);
  EXPECT_NE(::fcntl(second->get(), F_GETFL) & O_NONBLOCK, 0);
  EXPECT_EQ(::fcntl(device.slave.get(), F_GETFL) & O_NONBLOCK, 0);
  auto pipe = *create_pipe();
  EXPECT_EQ(reopen_terminal_for_writing(pipe.write_end.get()).error().code, Errc::invalid);
}

}  // namespace
}  // namespace pty::os
