#include "outer_terminal.hpp"

#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>

#include "program_words.hpp"
#include "pty/vt/dump_plain.hpp"

namespace pty::scenario {
namespace {

using SteadyClock = std::chrono::steady_clock;
constexpr auto kDeadline = std::chrono::seconds(30);

}  // namespace

OuterTerminal::OuterTerminal(const std::vector<std::string>& argv, base::Size size,
                             const std::vector<std::string>& environment)
    : terminal_(size) {
  auto words = pointers(argv);
  auto env = pointers(environment);
  winsize window{size.rows, size.cols, 0, 0};
  pid_ = forkpty(&master_, nullptr, nullptr, &window);
  if (pid_ == 0) {
    execvpe(words[0], words.data(), env.data());
    _exit(127);
  }
  fcntl(master_, F_SETFD, FD_CLOEXEC);
  fcntl(master_, F_SETFL, O_RDWR | O_NONBLOCK);
}

OuterTerminal::~OuterTerminal() {
  if (!reaped_ && pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  if (master_ >= 0) close(master_);
}

std::string OuterTerminal::text() const {
  return vt::plain_text(terminal_, vt::Extent::viewport);
}

void OuterTerminal::type(std::string_view bytes) {
  auto deadline = SteadyClock::now() + kDeadline;
  while (!bytes.empty()) {
    if (SteadyClock::now() > deadline) {
      ADD_FAILURE() << "the program does not read what is typed\nscreen:\n" << text();
      return;
    }
    pollfd fd{master_, POLLOUT, 0};
    if (poll(&fd, 1, 100) > 0) {
      const ssize_t n = write(master_, bytes.data(), std::min<std::size_t>(bytes.size(), 1024));
      if (n < 0 && errno != EAGAIN) return;
      if (n > 0) {
        bytes.remove_prefix(static_cast<std::size_t>(n));
        deadline = SteadyClock::now() + kDeadline;
      }
    }
    pump(0);
  }
}

void OuterTerminal::resize(base::Size size) {
  drain();
  terminal_.resize(size);
  const winsize window{size.rows, size.cols, 0, 0};
  ioctl(master_, TIOCSWINSZ, &window);
}

void OuterTerminal::signal(int number) const {
  kill(pid_, number);
}

bool OuterTerminal::pump(int timeout_ms) {
  pollfd fd{master_, POLLIN, 0};
  if (poll(&fd, 1, timeout_ms) <= 0) return false;
  std::array<char, 65536> buffer{};
  const ssize_t n = read(master_, buffer.data(), buffer.size());
  if (n <= 0) {
    // The slave is closed: nothing more will come, but the caller's condition may still need a moment.
    poll(nullptr, 0, std::min(timeout_ms, 5));
    return false;
  }
  const std::string_view got(buffer.data(), static_cast<std::size_t>(n));
  bytes_.append(got);
  terminal_.write(got);
  replies_ += terminal_.take_replies();
  if (replies_.empty()) return true;
  const ssize_t taken = write(master_, replies_.data(), replies_.size());
  if (taken > 0) replies_.erase(0, static_cast<std::size_t>(taken));
  return true;
}

testing::AssertionResult OuterTerminal::wait_until(const std::function<bool()>& condition,
                                                   std::string_view what) {
  const auto deadline = SteadyClock::now() + kDeadline;
  while (!condition()) {
    if (SteadyClock::now() > deadline)
      return testing::AssertionFailure() << "never came true: " << what << "\nscreen:\n" << text();
    pump(20);
  }
  return testing::AssertionSuccess();
}

testing::AssertionResult OuterTerminal::wait_for_text(std::string_view wanted) {
  return wait_until([&] { return text().find(wanted) != std::string::npos; }, wanted);
}

std::optional<int> OuterTerminal::wait_exit() {
  int status = 0;
  const auto done = [&] { return waitpid(pid_, &status, WNOHANG) == pid_; };
  if (reaped_ || !wait_until(done, "the program ends")) return std::nullopt;
  reaped_ = true;
  drain();
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void OuterTerminal::drain() {
  while (pump(0)) {
  }
}

std::string content(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string line = text.substr(at, end - at);
    out += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    at = end + 1;
  }
  return out.substr(0, out.find_last_not_of("\n ") + 1);
}

}  // namespace pty::scenario
