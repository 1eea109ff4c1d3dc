#include "pty/os/crash_guard.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <csignal>
#include <cstring>
#include <functional>
#include <string>

#include "pty/os/fd_io.hpp"
#include "pty/os/pipe.hpp"
#include "pty/os/pty_device.hpp"

namespace pty::os {
namespace {

struct Death {
  int signal = 0;  ///< 0: it exited
  std::string said;
  bool settings_restored = false;
};

/// What a guarded child process on a raw terminal leaves behind.
Death death_of(const std::function<void(CrashGuard&)>& end) {
  auto device = *open_pty(base::Size{});
  auto output = *create_pipe();
  termios before{};
  EXPECT_EQ(::tcgetattr(device.slave.get(), &before), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    RawTerminal raw;
    CrashGuard guard;
    if (!raw.enter(device.slave.get()) || !guard.open(output.write_end.get(), raw)) ::_exit(90);
    guard.keep("first words");
    guard.keep("last words");
    end(guard);
    raw.restore();
    ::_exit(0);
  }
  output.write_end.reset();
  Death death;
  EXPECT_TRUE(read_to_end(output.read_end.get(), 1 << 16, death.said));
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  death.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  termios after{};
  EXPECT_EQ(::tcgetattr(device.slave.get(), &after), 0);
  death.settings_restored = after.c_lflag == before.c_lflag && after.c_iflag == before.c_iflag;
  return death;
}

// D-101
TEST(CrashGuard, AProcessThatDiesOfAFaultSaysItsLastWordsAndRestoresTheTerminal) {
  for (const int number : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGSYS, SIGTRAP, SIGABRT}) {
    for (const bool sent : {false, true}) {
      const Death death = death_of([&](CrashGuard&) {
        if (sent) {
          ::kill(::getpid(), number);
        } else {
          ::raise(number);
        }
      });
      EXPECT_EQ(death.signal, number);
      EXPECT_EQ(death.said, "last words");
      EXPECT_TRUE(death.settings_restored);
    }
  }
}

// D-101
TEST(CrashGuard, AnAbortAndARealFaultAreNoExceptions) {
  const Death aborted = death_of([](CrashGuard&) { std::abort(); });
  EXPECT_EQ(aborted.signal, SIGABRT);
  EXPECT_EQ(aborted.said, "last words");
  const Death faulted = death_of([](CrashGuard&) { __builtin_trap(); });
  EXPECT_TRUE(faulted.signal == SIGILL || faulted.signal == SIGTRAP) << faulted.signal;
  EXPECT_EQ(faulted.said, "last words");
}

TEST(CrashGuard, AClosedGuardIsSilentAndAnotherCanBeOpened) {
  const Death death = death_of([](CrashGuard& guard) {
    RawTerminal other;
    CrashGuard second;
    if (second.open(1, other)) ::_exit(91);
    guard.close();
    if (!second.open(1, other)) ::_exit(92);
    second.close();
    ::raise(SIGABRT);
  });
  EXPECT_EQ(death.signal, SIGABRT);
  EXPECT_EQ(death.said, "");
}

TEST(CrashGuard, WordsThatAreTooLongAreNotCutInTheMiddle) {
  const Death death = death_of([](CrashGuard& guard) {
    guard.keep(std::string(CrashGuard::kMaxWords + 1, 'x'));
    ::raise(SIGSEGV);
  });
  EXPECT_EQ(death.said, "");
  EXPECT_TRUE(death.settings_restored);
}

TEST(CrashGuard, AnOutputThatTakesNothingDoesNotKeepTheProcessAlive) {
  // The words do not fit into what is left of the pipe; nobody reads until it is dead.
  auto output = *create_pipe();
  const pid_t child = ::fork();
  if (child == 0) {
    const rlimit no_core{0, 0};
    ::setrlimit(RLIMIT_CORE, &no_core);
    RawTerminal raw;
    CrashGuard guard;
    if (!set_blocking(output.write_end.get(), Blocking::no)) ::_exit(93);
    const std::string fill(std::size_t{1} << 20, 'x');
    while (::write(output.write_end.get(), fill.data(), fill.size()) > 0) {
    }
    if (!guard.open(output.write_end.get(), raw)) ::_exit(90);
    guard.keep("words");
    ::raise(SIGSEGV);
    ::_exit(0);
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
}

}  // namespace
}  // namespace pty::os
