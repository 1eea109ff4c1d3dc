// A program that tells what happens to it. On a raw terminal it prints "READY", then writes a line to the log
// file for every signal it gets and every piece of input: "WINCH 24x80", "TERM", "HUP", "INPUT <hex>".
//
//   scenario_probe LOG [ignore-hup] [ignore-term]
//   scenario_probe escape FILE    forks twice into a session of its own, ignores HUP and TERM, has written
//   its
//                                 pid to FILE when the command returns; may be traced by anybody

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <string>
#include <string_view>

namespace {

void log_line(int log, const std::string& line) {
  if (write(log, (line + "\n").data(), line.size() + 1) < 0) _exit(1);
}

std::string hex(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    std::array<char, 4> pair{};
    std::snprintf(pair.data(), pair.size(), "%02x", static_cast<unsigned char>(c));
    out += pair.data();
  }
  return out;
}

void on_signal(int log, int number) {
  if (number == SIGWINCH) {
    winsize size{};
    ioctl(0, TIOCGWINSZ, &size);
    log_line(log, "WINCH " + std::to_string(size.ws_row) + "x" + std::to_string(size.ws_col));
  } else {
    log_line(log, number == SIGHUP ? "HUP" : "TERM");
  }
}

int escape(const char* file) {
  std::array<int, 2> ready{};
  if (pipe2(ready.data(), O_CLOEXEC) != 0) return 1;
  if (fork() != 0) {
    close(ready[1]);
    char nothing = 0;
    return read(ready[0], &nothing, 1) == 1 ? 0 : 1;
  }
  setsid();
  if (fork() != 0) _exit(0);
  signal(SIGHUP, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  log_line(open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0600), std::to_string(getpid()));
  for (const int fd : {0, 1, 2}) close(fd);
  log_line(ready[1], "");
  while (true) pause();
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  if (std::string_view(argv[1]) == "escape") return argc == 3 ? escape(argv[2]) : 2;
  bool ignore_hup = false;
  bool ignore_term = false;
  for (int i = 2; i < argc; ++i) {
    ignore_hup = ignore_hup || std::string_view(argv[i]) == "ignore-hup";
    ignore_term = ignore_term || std::string_view(argv[i]) == "ignore-term";
  }
  const int log = open(argv[1], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  termios mode{};
  tcgetattr(0, &mode);
  cfmakeraw(&mode);
  tcsetattr(0, TCSANOW, &mode);
  sigset_t set;
  sigemptyset(&set);
  for (const int number : {SIGWINCH, SIGHUP, SIGTERM}) sigaddset(&set, number);
  sigprocmask(SIG_BLOCK, &set, nullptr);
  const int signals = signalfd(-1, &set, SFD_CLOEXEC);
  if (write(1, "READY\r\n", 7) < 0) return 1;
  std::array<pollfd, 2> fds{pollfd{0, POLLIN, 0}, pollfd{signals, POLLIN, 0}};
  while (poll(fds.data(), 2, -1) > 0) {
    if ((fds[1].revents & POLLIN) != 0) {
      signalfd_siginfo info{};
      if (read(signals, &info, sizeof info) < 0) return 1;
      const int number = static_cast<int>(info.ssi_signo);
      on_signal(log, number);
      if ((number == SIGHUP && !ignore_hup) || (number == SIGTERM && !ignore_term)) return 128 + number;
    }
    if ((fds[0].revents & (POLLIN | POLLHUP)) != 0) {
      std::array<char, 4096> buffer{};
      const ssize_t n = read(0, buffer.data(), buffer.size());
      if (n <= 0) {
        if (!ignore_hup) return 0;
        fds[0].fd = -1;  // hung up, and staying
        continue;
      }
      log_line(log, "INPUT " + hex({buffer.data(), static_cast<std::size_t>(n)}));
    }
  }
  return 0;
}
