#include <fcntl.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>

#include "pty/os/pty_device.hpp"
#include "pty/os/retry_interrupted.hpp"

namespace pty::os {

using base::fail;
using base::fail_errno;
using base::Result;
using base::Size;
using base::Status;

namespace {

constexpr cc_t control(char letter) {
  return static_cast<cc_t>(letter & 0x1f);
}

/// What a fresh terminal looks like to the program, whatever terminal the launcher had.
termios startup_settings() {
  termios settings{};
  settings.c_iflag = ICRNL | IXON | IXANY | IMAXBEL | BRKINT | IUTF8;
  settings.c_oflag = OPOST | ONLCR;
  settings.c_cflag = CREAD | CS8 | HUPCL;
  settings.c_lflag = ICANON | ISIG | IEXTEN | ECHO | ECHOE | ECHOK | ECHOKE | ECHOCTL;
  for (cc_t& code : settings.c_cc) code = _POSIX_VDISABLE;
  settings.c_cc[VEOF] = control('D');
  settings.c_cc[VERASE] = 0x7f;
  settings.c_cc[VWERASE] = control('W');
  settings.c_cc[VKILL] = control('U');
  settings.c_cc[VREPRINT] = control('R');
  settings.c_cc[VINTR] = control('C');
  settings.c_cc[VQUIT] = control('\\');
  settings.c_cc[VSUSP] = control('Z');
  settings.c_cc[VSTART] = control('Q');
  settings.c_cc[VSTOP] = control('S');
  settings.c_cc[VLNEXT] = control('V');
  settings.c_cc[VDISCARD] = control('O');
  settings.c_cc[VMIN] = 1;
  settings.c_cc[VTIME] = 0;
  ::cfsetispeed(&settings, B38400);
  ::cfsetospeed(&settings, B38400);
  return settings;
}

Result<Fd> open_slave(int master) {
  constexpr int kFlags = O_RDWR | O_NOCTTY | O_CLOEXEC;
  // By descriptor: right even where /dev/pts is another mount than the master's.
  Fd slave(retry_interrupted([&] { return ::ioctl(master, TIOCGPTPEER, kFlags); }));
  if (slave) return slave;
  std::array<char, 64> name{};
  if (::ptsname_r(master, name.data(), name.size()) != 0) return fail_errno("name pty", errno);
  slave = open_path(name.data(), kFlags);
  if (!slave) return fail_errno("open pty slave", errno);
  return slave;
}

}  // namespace

Result<PtyDevice> open_pty(Size size) {
  Fd master(retry_interrupted([] { return ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC | O_NONBLOCK); }));
  if (!master) return fail_errno("open pty", errno);
  if (::grantpt(master.get()) != 0 || ::unlockpt(master.get()) != 0) return fail_errno("unlock pty", errno);
  auto slave = open_slave(master.get());
  if (!slave) return fail(slave.error());
  const termios settings = startup_settings();
  if (::tcsetattr(slave->get(), TCSANOW, &settings) != 0) return fail_errno("set up pty", errno);
  const auto sized = set_window_size(slave->get(), size);
  if (!sized) return fail(sized.error());
  return PtyDevice{std::move(master), std::move(*slave)};
}

std::optional<std::size_t> unread_input(int slave) {
  int count = 0;
  if (::ioctl(slave, FIONREAD, &count) != 0 || count < 0) return std::nullopt;
  return static_cast<std::size_t>(count);
}

}  // namespace pty::os
