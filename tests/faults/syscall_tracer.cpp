#include "syscall_tracer.hpp"

#include <elf.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>

#include "program_words.hpp"

namespace pty::faults {
namespace {

using scenario::pointers;
using scenario::slurp;

constexpr unsigned kDeadlineSeconds = 60;
constexpr long kOptions = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK |
                          PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC | PTRACE_O_EXITKILL;

/// Interrupts a waitpid that would wait for ever.
class Alarm {
 public:
  static inline volatile sig_atomic_t rang = 0;
  explicit Alarm(unsigned seconds) {
    rang = 0;
    struct sigaction action{};
    action.sa_handler = [](int) { rang = 1; };
    sigaction(SIGALRM, &action, &before_);
    alarm(seconds);
  }
  ~Alarm() {
    alarm(0);
    sigaction(SIGALRM, &before_, nullptr);
  }
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

 private:
  struct sigaction before_{};
};

struct CallRow {
  long number;
  SystemCallKind kind;
  const char* name;
};
constexpr std::array kCalls{
    CallRow{SYS_write, SystemCallKind::changes_state, "write"},
    CallRow{SYS_writev, SystemCallKind::changes_state, "write"},
    CallRow{SYS_pwrite64, SystemCallKind::changes_state, "write"},
    CallRow{SYS_sendto, SystemCallKind::changes_state, "send"},
    CallRow{SYS_sendmsg, SystemCallKind::changes_state, "send"},
    CallRow{SYS_rename, SystemCallKind::changes_state, "rename"},
    CallRow{SYS_renameat, SystemCallKind::changes_state, "rename"},
    CallRow{SYS_renameat2, SystemCallKind::changes_state, "rename"},
    CallRow{SYS_unlink, SystemCallKind::changes_state, "unlink"},
    CallRow{SYS_unlinkat, SystemCallKind::changes_state, "unlink"},
    CallRow{SYS_link, SystemCallKind::changes_state, "link"},
    CallRow{SYS_linkat, SystemCallKind::changes_state, "link"},
    CallRow{SYS_mkdir, SystemCallKind::changes_state, "mkdir"},
    CallRow{SYS_mkdirat, SystemCallKind::changes_state, "mkdir"},
    CallRow{SYS_chmod, SystemCallKind::changes_state, "chmod"},
    CallRow{SYS_fchmod, SystemCallKind::changes_state, "chmod"},
    CallRow{SYS_fchmodat, SystemCallKind::changes_state, "chmod"},
    CallRow{SYS_fsync, SystemCallKind::changes_state, "fsync"},
    CallRow{SYS_fdatasync, SystemCallKind::changes_state, "fsync"},
    CallRow{SYS_ftruncate, SystemCallKind::changes_state, "truncate"},
    CallRow{SYS_truncate, SystemCallKind::changes_state, "truncate"},
    CallRow{SYS_socket, SystemCallKind::changes_state, "descriptor"},
    CallRow{SYS_pipe2, SystemCallKind::changes_state, "descriptor"},
    CallRow{SYS_epoll_create1, SystemCallKind::changes_state, "descriptor"},
    CallRow{SYS_signalfd4, SystemCallKind::changes_state, "descriptor"},
    CallRow{SYS_timerfd_create, SystemCallKind::changes_state, "descriptor"},
    CallRow{SYS_eventfd2, SystemCallKind::changes_state, "descriptor"},
    CallRow{SYS_pidfd_open, SystemCallKind::changes_state, "descriptor"},
    CallRow{SYS_bind, SystemCallKind::changes_state, "bind"},
    CallRow{SYS_listen, SystemCallKind::changes_state, "bind"},
    CallRow{SYS_fork, SystemCallKind::changes_state, "fork"},
    CallRow{SYS_vfork, SystemCallKind::changes_state, "fork"},
    CallRow{SYS_clone, SystemCallKind::changes_state, "fork"},
    CallRow{SYS_clone3, SystemCallKind::changes_state, "fork"},
    CallRow{SYS_kill, SystemCallKind::changes_state, "signal"},
    CallRow{SYS_pidfd_send_signal, SystemCallKind::changes_state, "signal"},
    CallRow{SYS_read, SystemCallKind::waits_or_reads, "read"},
    CallRow{SYS_epoll_wait, SystemCallKind::waits_or_reads, "wait"},
    CallRow{SYS_epoll_pwait, SystemCallKind::waits_or_reads, "wait"},
    CallRow{SYS_epoll_pwait2, SystemCallKind::waits_or_reads, "wait"},
    CallRow{SYS_poll, SystemCallKind::waits_or_reads, "wait"},
    CallRow{SYS_ppoll, SystemCallKind::waits_or_reads, "wait"},
    CallRow{SYS_accept4, SystemCallKind::waits_or_reads, "accept"},
    CallRow{SYS_connect, SystemCallKind::waits_or_reads, "connect"},
    CallRow{SYS_flock, SystemCallKind::waits_or_reads, "lock"},
    CallRow{SYS_waitid, SystemCallKind::waits_or_reads, "reap"},
    CallRow{SYS_wait4, SystemCallKind::waits_or_reads, "reap"},
    CallRow{SYS_recvfrom, SystemCallKind::waits_or_reads, "receive"},
    CallRow{SYS_recvmsg, SystemCallKind::waits_or_reads, "receive"},
};

constexpr std::size_t kOpenFlags = 2;  ///< argument of openat

SystemCall describe(const __ptrace_syscall_info& info) {
  SystemCall call;
  call.number = static_cast<long>(info.entry.nr);
  if (call.number == SYS_openat) {
    const bool creates = (info.entry.args[kOpenFlags] & (O_CREAT | O_TRUNC)) != 0;
    call.name = "open";
    call.kind = creates ? SystemCallKind::changes_state : SystemCallKind::waits_or_reads;
    return call;
  }
  const auto row = std::find_if(kCalls.begin(), kCalls.end(),
                                [&](const CallRow& one) { return one.number == call.number; });
  if (row == kCalls.end()) return call;
  call.kind = row->kind;
  call.name = row->name;
  return call;
}

/// A number of /proc/<task>/status, by the label before it; -1 if there is none.
pid_t status_number(pid_t task, const std::string& label) {
  const std::string status = slurp("/proc/" + std::to_string(task) + "/status");
  const auto at = status.find("\n" + label + ":");
  return at == std::string::npos ? -1 : std::atoi(status.c_str() + at + label.size() + 2);
}

pid_t process_of(pid_t task) {
  return status_number(task, "Tgid");
}

int shell_status(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// What a failing call returns; called at its exit.
void set_result(pid_t task, long result) {
  user_regs_struct registers{};
  iovec view{&registers, sizeof registers};
  if (ptrace(PTRACE_GETREGSET, task, NT_PRSTATUS, &view) != 0) return;
  registers.rax = static_cast<unsigned long long>(result);
  ptrace(PTRACE_SETREGSET, task, NT_PRSTATUS, &view);
}

/// Makes the kernel do nothing for the call that is about to start.
void skip_call(pid_t task) {
  user_regs_struct registers{};
  iovec view{&registers, sizeof registers};
  if (ptrace(PTRACE_GETREGSET, task, NT_PRSTATUS, &view) != 0) return;
  registers.orig_rax = static_cast<unsigned long long>(-1);
  ptrace(PTRACE_SETREGSET, task, NT_PRSTATUS, &view);
}

}  // namespace

SyscallTracer::SyscallTracer(std::vector<std::string> argv, std::vector<std::string> environment,
                             std::string directory, std::string output_prefix)
    : argv_(std::move(argv)),
      environment_(std::move(environment)),
      directory_(std::move(directory)),
      output_prefix_(std::move(output_prefix)) {}

bool SyscallTracer::start() {
  auto words = pointers(argv_);
  auto env = pointers(environment_);
  std::array<int, 2> go{};
  if (pipe2(go.data(), O_CLOEXEC) != 0) return false;
  command_ = fork();
  if (command_ == 0) {
    char byte = 0;
    const bool told = read(go[0], &byte, 1) == 1;
    const int out = open((output_prefix_ + ".out").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int err = open((output_prefix_ + ".err").c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    const int null = open("/dev/null", O_RDONLY);
    if (!told || dup2(null, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) _exit(126);
    for (const int fd : {out, err, null})
      if (fd > 2) close(fd);
    if (chdir(directory_.c_str()) != 0) _exit(126);
    execve(words[0], words.data(), env.data());
    _exit(127);
  }
  const bool seized = command_ > 0 && ptrace(PTRACE_SEIZE, command_, 0, kOptions) == 0;
  if (seized) tasks_.insert(command_);
  if (seized && write(go[1], "g", 1) != 1) kill(command_, SIGKILL);
  close(go[0]);
  close(go[1]);
  // Stops it once, from where on every system call is seen.
  if (seized) ptrace(PTRACE_INTERRUPT, command_, 0, 0);
  return seized;
}

bool SyscallTracer::is_daemon(pid_t task) const {
  return daemon_ > 0 && (task == daemon_ || process_of(task) == daemon_);
}

void SyscallTracer::resume(pid_t task, int signal) const {
  // Only the daemon is stopped at its calls; the rest runs at full speed.
  const auto request = is_daemon(task) ? PTRACE_SYSCALL : PTRACE_CONT;
  ptrace(request, task, 0, signal);
}

void SyscallTracer::on_system_call(pid_t task) {
  __ptrace_syscall_info info{};
  if (ptrace(PTRACE_GET_SYSCALL_INFO, task, sizeof info, &info) <= 0) return resume(task, 0);
  if (info.op == PTRACE_SYSCALL_INFO_EXIT) {
    if (failing_.erase(task) > 0) set_result(task, -failing_error_);
    return resume(task, 0);
  }
  if (info.op != PTRACE_SYSCALL_INFO_ENTRY || !is_daemon(task)) return resume(task, 0);
  if (runtime_code_.holds(task, info.instruction_pointer)) return resume(task, 0);
  const Fault fault = decide_(describe(info));
  if (fault.what == Fault::What::kill) kill(daemon_, SIGKILL);
  if (fault.what == Fault::What::fail) {
    failing_.insert(task);
    failing_error_ = fault.error;
    skip_call(task);
  }
  resume(task, 0);
}

void SyscallTracer::on_stop(pid_t task, int status) {
  if (tasks_.insert(task).second && process_of(task) == task && status_number(task, "PPid") == daemon_)
    ++daemon_processes_;
  const int signal = WSTOPSIG(status);
  const int event = status >> 16;
  if (signal == (SIGTRAP | 0x80)) return on_system_call(task);
  if (event == PTRACE_EVENT_EXEC) {
    if (slurp("/proc/" + std::to_string(task) + "/cmdline").starts_with(std::string("pty-daemon\0", 11))) {
      daemon_ = task;
      runtime_code_.forget();
    }
    return resume(task, 0);
  }
  if (event == PTRACE_EVENT_STOP) {
    // A new task, or the whole process stopped by a signal: a stopped process stays stopped.
    const bool group_stop = signal == SIGSTOP || signal == SIGTSTP || signal == SIGTTIN || signal == SIGTTOU;
    if (group_stop) {
      ptrace(PTRACE_LISTEN, task, 0, 0);
      return;
    }
    return resume(task, 0);
  }
  resume(task, event != 0 ? 0 : signal);
}

void SyscallTracer::on_end(pid_t task, int status) {
  tasks_.erase(task);
  if (task == daemon_) daemon_status_ = shell_status(status);
  if (task != command_) return;
  command_ended_ = true;
  command_status_ = shell_status(status);
  if (on_launched_) on_launched_(daemon_, command_status_);
}

void SyscallTracer::let_go() {
  for (const pid_t task : tasks_) {
    ptrace(PTRACE_INTERRUPT, task, 0, 0);
    int status = 0;
    if (waitpid(task, &status, __WALL) == task && WIFSTOPPED(status)) ptrace(PTRACE_DETACH, task, 0, 0);
  }
  tasks_.clear();
}

bool SyscallTracer::run(Until until, const Decide& decide, const OnLaunched& on_launched) {
  decide_ = decide;
  on_launched_ = on_launched;
  if (!start()) return false;
  const auto over = [&] {
    if (!command_ended_) return false;
    return until == Until::command_ends || daemon_ < 0 || daemon_status_.has_value();
  };
  const Alarm alarm(kDeadlineSeconds);
  while (!over()) {
    int status = 0;
    const pid_t task = waitpid(-1, &status, __WALL);
    if (task > 0) {
      if (WIFSTOPPED(status))
        on_stop(task, status);
      else
        on_end(task, status);
    } else if (errno != EINTR || Alarm::rang) {
      for (const pid_t one : tasks_) kill(one, SIGKILL);
      return false;
    }
  }
  let_go();
  return true;
}

}  // namespace pty::faults
