#include "pty/os/raw_terminal.hpp"

#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace pty::os {
namespace {

bool is_raw(const termios& settings) {
  termios raw = settings;
  ::cfmakeraw(&raw);
  return raw.c_iflag == settings.c_iflag && raw.c_oflag == settings.c_oflag &&
         raw.c_lflag == settings.c_lflag && raw.c_cflag == settings.c_cflag;
}

int apply(int fd, const termios& settings) {
  int done = 0;
  do {
    done = ::tcsetattr(fd, TCSANOW, &settings);
  } while (done != 0 && errno == EINTR);
  return done;
}

/// A background process would be stopped by SIGTTOU instead of changing its terminal.
class StopHeldOff {
 public:
  StopHeldOff() {
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGTTOU);
    ::pthread_sigmask(SIG_BLOCK, &stop, &before_);
  }
  StopHeldOff(const StopHeldOff&) = delete;
  StopHeldOff& operator=(const StopHeldOff&) = delete;
  ~StopHeldOff() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

}  // namespace

RawTerminal::~RawTerminal() {
  restore();
}

base::Status RawTerminal::enter(int fd) {
  restore();
  if (::tcgetattr(fd, &saved_) != 0) {
    if (errno == ENOTTY || errno == EBADF || errno == EINVAL) {
      return base::fail(base::Errc::invalid, "not a terminal");
    }
    return base::fail_errno("read terminal settings", errno);
  }
  if (is_raw(saved_)) return {};
  termios raw = saved_;
  ::cfmakeraw(&raw);
  fd_ = fd;  // before the change: a signal handler in between restores too much rather than too little
  if (apply(fd, raw) != 0) {
    const int number = errno;
    fd_ = -1;
    return base::fail_errno("set terminal raw", number);
  }
  return {};
}

void RawTerminal::restore() noexcept {
  const int fd = fd_;
  if (fd < 0) return;
  fd_ = -1;
  const StopHeldOff held_off;
  apply(fd, saved_);
}

void drop_unread_output(int fd) {
  const StopHeldOff held_off;
  (void)::tcflush(fd, TCOFLUSH);
}

}  // namespace pty::os
