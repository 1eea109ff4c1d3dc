#include "pty/os/crash_guard.hpp"

#include <poll.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>

namespace pty::os {
namespace {

constexpr std::array kFatal{SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGSYS, SIGTRAP, SIGABRT};
constexpr std::size_t kCrashStackBytes = std::size_t{64} << 10;

struct LastWords {
  std::size_t size = 0;
  std::array<char, CrashGuard::kMaxWords> bytes;
};

// Two of them: one is read by the handler while the other is being written.
struct GuardState {
  pid_t process = 0;
  int output_fd = -1;
  RawTerminal* terminal = nullptr;
  std::array<LastWords, 2> words;
  std::array<struct sigaction, kFatal.size()> before;
  stack_t stack_before;
  void* stack = nullptr;
};

GuardState crash_state;              // NOLINT: a signal handler has nothing else
std::atomic<int> current_words{-1};  // NOLINT: -1: not guarded
static_assert(std::atomic<int>::is_always_lock_free);

void write_last_words(int fd, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t taken = ::write(fd, bytes, size);
    if (taken > 0) {
      bytes += taken;
      size -= static_cast<std::size_t>(taken);
      continue;
    }
    if (taken < 0 && errno == EINTR) continue;
    if (taken >= 0 || errno != EAGAIN) return;
    pollfd ready{fd, POLLOUT, 0};
    if (::poll(&ready, 1, CrashGuard::kPatienceMs) <= 0) return;
  }
}

void on_crash(int signal, siginfo_t* info, void* /*context*/) {
  const int which = current_words.exchange(-1);
  if (which >= 0 && ::getpid() == crash_state.process) {
    const LastWords& words = crash_state.words[static_cast<std::size_t>(which)];
    write_last_words(crash_state.output_fd, words.bytes.data(), words.size);
    crash_state.terminal->restore();
  }
  // A fault happens once more on returning, where it did, and whoever looked at it before looks at it then. A
  // signal that somebody sent does not: it ends the process now, the disposition being the default again.
  if (info->si_code <= 0) {
    ::raise(signal);
    return;
  }
  for (std::size_t i = 0; i < kFatal.size(); ++i)
    if (kFatal[i] == signal) ::sigaction(signal, &crash_state.before[i], nullptr);
}

}  // namespace

CrashGuard::~CrashGuard() {
  close();
}

base::Status CrashGuard::open(int output_fd, RawTerminal& terminal) {
  if (crash_state.process == ::getpid() && crash_state.stack != nullptr)
    return base::fail(base::Errc::busy, "the process is guarded already");
  void* const stack =
      ::mmap(nullptr, kCrashStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (stack == MAP_FAILED) return base::fail_errno("allocate a stack for signals", errno);
  stack_t own{};
  own.ss_sp = stack;
  own.ss_size = kCrashStackBytes;
  if (::sigaltstack(&own, &crash_state.stack_before) != 0) {
    const int number = errno;
    ::munmap(stack, kCrashStackBytes);
    return base::fail_errno("set a stack for signals", number);
  }
  crash_state.process = ::getpid();
  crash_state.output_fd = output_fd;
  crash_state.terminal = &terminal;
  crash_state.stack = stack;
  crash_state.words[0].size = 0;
  current_words = 0;
  for (std::size_t i = 0; i < kFatal.size(); ++i) {
    struct sigaction action{};
    action.sa_sigaction = on_crash;
    action.sa_flags = static_cast<int>(SA_SIGINFO | SA_ONSTACK | SA_RESETHAND);
    ::sigaction(kFatal[i], &action, &crash_state.before[i]);
  }
  open_ = true;
  return {};
}

void CrashGuard::keep(base::ByteView words) {
  if (!open_) return;
  const int spare = current_words == 0 ? 1 : 0;
  LastWords& into = crash_state.words[static_cast<std::size_t>(spare)];
  into.size = words.size() <= kMaxWords ? words.size() : 0;
  std::ranges::copy(words.substr(0, into.size), into.bytes.begin());
  current_words = spare;
}

void CrashGuard::close() {
  if (!open_) return;
  open_ = false;
  current_words = -1;
  for (std::size_t i = 0; i < kFatal.size(); ++i) ::sigaction(kFatal[i], &crash_state.before[i], nullptr);
  ::sigaltstack(&crash_state.stack_before, nullptr);
  ::munmap(crash_state.stack, kCrashStackBytes);
  crash_state.stack = nullptr;
}

}  // namespace pty::os
