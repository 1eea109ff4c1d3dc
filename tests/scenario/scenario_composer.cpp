// A message composer like those of chat and agent programs: raw mode, bracketed paste on, redrawn a moment
// after input. It takes an Enter within 120 ms after the last byte of other input, or in one read with it,
// for a part of a paste and ignores it. Each submitted message is appended to FILE as "<bytes>\n<text>\n".
//
//   scenario_composer FILE [no-paste-mode]

#include <fcntl.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <string>
#include <string_view>

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBurst{120};
constexpr int kRedrawDelay = 20;
constexpr std::string_view kStart = "\x1b[200~";
constexpr std::string_view kEnd = "\x1b[201~";

void put(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t n = write(fd, bytes.data(), bytes.size());
    if (n <= 0) _exit(1);
    bytes.remove_prefix(static_cast<std::size_t>(n));
  }
}

class Composer {
 public:
  explicit Composer(int log) : log_(log) {}

  void on_read(std::string_view bytes, Clock::time_point now) {
    if (bytes == "\r" && held_.empty() && !pasting_) {
      if (now - last_input_ >= kBurst) submit();
      return;
    }
    last_input_ = now;
    for (const char c : bytes) take(c);
  }

  void redraw() const {
    std::string picture = "\x1b[H\x1b[2Jsubmitted " + std::to_string(count_) + "\r\n> ";
    for (const char c : text_) picture += c == '\n' ? std::string("\r\n  ") : std::string(1, c);
    put(1, picture);
  }

 private:
  void take(char c) {
    held_ += c;
    if (held_ == kStart || held_ == kEnd) {
      pasting_ = held_ == kStart;
      held_.clear();
    } else if (!kStart.starts_with(held_) && !kEnd.starts_with(held_)) {
      for (const char text : held_)
        if (text != '\r') text_ += text;  // an Enter that was taken for pasted
      held_.clear();
    }
  }

  void submit() {
    put(log_, std::to_string(text_.size()) + "\n" + text_ + "\n");
    text_.clear();
    ++count_;
  }

  int log_;
  int count_ = 0;
  bool pasting_ = false;
  std::string held_;
  std::string text_;
  Clock::time_point last_input_{};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) return 2;
  const int log = open(argv[1], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  termios mode{};
  tcgetattr(0, &mode);
  cfmakeraw(&mode);
  tcsetattr(0, TCSANOW, &mode);
  if (argc == 2) put(1, "\x1b[?2004h");
  Composer composer(log);
  composer.redraw();
  pollfd input{0, POLLIN, 0};
  bool dirty = false;
  while (true) {
    const int ready = poll(&input, 1, dirty ? kRedrawDelay : -1);
    if (ready < 0) return 1;
    if (ready == 0) {
      composer.redraw();
      dirty = false;
      continue;
    }
    // Of before the read: who sends the Enter counts from when the text has been read.
    const Clock::time_point now = Clock::now();
    std::array<char, 1024> buffer{};
    const ssize_t n = read(0, buffer.data(), buffer.size());
    if (n <= 0) return 0;
    composer.on_read({buffer.data(), static_cast<std::size_t>(n)}, now);
    dirty = true;
  }
}
