#include "pty/os/spawn.hpp"

#include <fcntl.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <utility>

#include "pty/os/exec_plan.hpp"
#include "pty/os/exit_status.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/os/pipe.hpp"

namespace pty::os {

using base::Errc;
using base::fail;
using base::fail_errno;
using base::Result;
using base::Status;

namespace {

enum class Stage : int { terminal, directory, program };

/// What a child that cannot run its program sends back.
struct Failure {
  Stage stage;
  int number;
};

constexpr int kChannelInChild = 3;
constexpr int kNotStarted = 127;

// From here to the end of the anonymous namespace: in the forked child, where only system calls are safe.

[[noreturn]] void give_up(int channel, Stage stage, int number) {
  const Failure failure{stage, number};
  static_cast<void>(::send(channel, &failure, sizeof failure, 0) > 0);
  ::_exit(kNotStarted);
}

void default_all_signals() {
  struct sigaction action{};
  action.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &action, nullptr);
#ifdef SYS_rt_sigaction
  // posix_spawn leaves the C library's own two ignored, and its sigaction refuses to touch them.
  struct {
    void (*handler)(int) = SIG_DFL;
    unsigned long flags = 0;
    void (*restorer)() = nullptr;
    unsigned long mask = 0;
  } const plain;
  for (const int signal : {32, 33}) ::syscall(SYS_rt_sigaction, signal, &plain, nullptr, sizeof plain.mask);
#endif
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// Slave at 0-2, channel at 3, nothing else open. Returns an errno or 0.
int arrange_descriptors(int slave, int channel) {
  // Away from the targets first, so that no dup2 hits a source.
  const int high_channel = ::fcntl(channel, F_DUPFD_CLOEXEC, kChannelInChild + 1);
  const int high_slave = ::fcntl(slave, F_DUPFD_CLOEXEC, kChannelInChild + 1);
  if (high_channel < 0 || high_slave < 0) return errno;
  for (int target = 0; target <= 2; ++target) {
    if (::dup2(high_slave, target) < 0) return errno;
  }
  if (::dup2(high_channel, kChannelInChild) < 0) return errno;
  ::fcntl(kChannelInChild, F_SETFD, FD_CLOEXEC);
  close_descriptors_from(kChannelInChild + 1);
  return 0;
}

[[noreturn]] void run_child(int slave, int channel, const char* directory, ExecPlan& plan) {
  // The terminal first: it is part of what makes the published pid a session.
  if (::setsid() < 0 || ::ioctl(slave, TIOCSCTTY, 0) != 0) give_up(channel, Stage::terminal, errno);
  default_all_signals();
  if (const int number = arrange_descriptors(slave, channel); number != 0) {
    give_up(channel, Stage::terminal, number);
  }
  char go = 0;
  ssize_t count = 0;
  do {
    count = ::read(kChannelInChild, &go, 1);
  } while (count < 0 && errno == EINTR);
  if (count != 1) ::_exit(kNotStarted);  // never released
  if (*directory != '\0' && ::chdir(directory) != 0) give_up(kChannelInChild, Stage::directory, errno);
  give_up(kChannelInChild, Stage::program, plan.run());
}

}  // namespace

HeldChild::HeldChild(pid_t pid, Fd channel, std::string program, std::string directory)
    : pid_(pid),
      channel_(std::move(channel)),
      program_(std::move(program)),
      directory_(std::move(directory)) {}

HeldChild::HeldChild(HeldChild&& other) noexcept
    : pid_(std::exchange(other.pid_, -1)),
      channel_(std::move(other.channel_)),
      program_(std::move(other.program_)),
      directory_(std::move(other.directory_)) {}

HeldChild::~HeldChild() {
  if (channel_) abandon();
}

void HeldChild::abandon() {
  channel_.reset();
  ::kill(pid_, SIGKILL);
  static_cast<void>(wait_for_child(pid_));
}

Status HeldChild::release() {
  const auto sent = write_all(channel_.get(), "g");
  Failure failure{};
  std::string answer;
  const auto read = read_to_end(channel_.get(), sizeof failure, answer);
  if (read && answer.empty() && sent) {
    channel_.reset();
    return {};
  }
  abandon();
  if (answer.size() != sizeof failure)
    return fail(Errc::closed, "cannot run " + program_ + ": the child is gone");
  answer.copy(reinterpret_cast<char*>(&failure), sizeof failure);
  switch (failure.stage) {
    case Stage::terminal:
      return fail_errno("cannot set up the terminal", failure.number);
    case Stage::directory:
      return fail_errno("cannot enter " + directory_, failure.number);
    case Stage::program:
      break;
  }
  return fail_errno("cannot run " + program_, failure.number);
}

Result<HeldChild> spawn_on_pty(const ProgramStart& start, Fd slave) {
  ExecPlan plan(start);
  auto channel = create_socket_pair(Blocking::yes);
  if (!channel) return fail(channel.error());
  // No handler of ours may run in the child before its dispositions are reset.
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = ::fork();
  if (pid == 0) run_child(slave.get(), channel->second.get(), start.working_directory.c_str(), plan);
  const int number = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid < 0) return fail_errno("fork", number);
  return HeldChild(pid, std::move(channel->first), start.program, start.working_directory);
}

}  // namespace pty::os
