#include <sys/ioctl.h>

#include <cerrno>

#include "pty/os/pty_device.hpp"

namespace pty::os {

base::Status set_window_size(int fd, base::Size size) {
  winsize window{};
  window.ws_row = size.rows;
  window.ws_col = size.cols;
  if (::ioctl(fd, TIOCSWINSZ, &window) != 0) return base::fail_errno("set window size", errno);
  return {};
}

std::optional<base::Size> window_size(int fd) {
  winsize window{};
  if (::ioctl(fd, TIOCGWINSZ, &window) != 0 || window.ws_row == 0 || window.ws_col == 0) return std::nullopt;
  return base::Size{window.ws_row, window.ws_col};
}

}  // namespace pty::os
