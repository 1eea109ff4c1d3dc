#include "soak_program.hpp"

#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>

namespace pty::soak {
namespace {

std::string final_row(const std::string& name, int row) {
  return name.substr(0, 4) + ":" + std::to_string(row);
}

void flood(int lines) {
  for (int i = 0; i < lines; ++i)
    std::printf("\x1b[%dmline %d\x1b[0m of \x1b[38;5;%dm\xe7\xba\xbf\x1b[m output, word after word\r\n",
                31 + i % 7, i, i % 256);
}

void pour(int lines) {
  const std::string line(98, 'x');
  for (int i = 0; i < lines; ++i) std::printf("%s\r\n", line.c_str());
}

void finish(const std::string& name) {
  winsize size{};
  ioctl(1, TIOCGWINSZ, &size);
  std::printf("\x1b[?1049l\x1b[m\x1b[r\x1b[2J");
  for (int row = 1; row <= size.ws_row; ++row) std::printf("\x1b[%d;1H%s", row, final_row(name, row).c_str());
}

class Obedience {
 public:
  explicit Obedience(std::string name) : name_(std::move(name)) {}
  void obey(const std::string& line) {
    if (line.starts_with("flood ")) {
      flood(std::atoi(line.c_str() + 6));
    } else if (line.starts_with("pour ")) {
      pour(std::atoi(line.c_str() + 5));
    } else if (line == "swap") {
      alternate_ = !alternate_;
      std::printf(alternate_ ? "\x1b[?1049h" : "\x1b[?1049l");
    } else if (line == "final") {
      alternate_ = false;
      finish(name_);
    } else {
      std::printf("%s says %s\r\n", name_.c_str(), line.c_str());
    }
    std::fflush(stdout);
  }

 private:
  std::string name_;
  bool alternate_ = false;
};

}  // namespace

int play_program(const std::string& name) {
  termios mode{};
  tcgetattr(0, &mode);
  cfmakeraw(&mode);
  tcsetattr(0, TCSANOW, &mode);
  Obedience obedience(name);
  std::string line;
  std::array<char, 4096> buffer{};
  for (ssize_t n = 0; (n = read(0, buffer.data(), buffer.size())) > 0;) {
    for (ssize_t i = 0; i < n; ++i) {
      if (buffer[static_cast<std::size_t>(i)] != '\n') {
        line += buffer[static_cast<std::size_t>(i)];
        continue;
      }
      obedience.obey(line);
      line.clear();
    }
  }
  return 0;
}

std::string final_screen(const std::string& name, base::Size size) {
  std::string text;
  for (int row = 1; row <= size.rows; ++row) {
    if (row > 1) text += '\n';
    text += final_row(name, row);
  }
  return text;
}

}  // namespace pty::soak
