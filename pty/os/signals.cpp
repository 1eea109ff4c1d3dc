#include "pty/os/signals.hpp"

#include <pthread.h>

#include <array>
#include <csignal>

namespace pty::os {
namespace {

struct SignalRow {
  int number;
  std::string_view name;
};

constexpr std::array kSignals{
    SignalRow{SIGHUP, "SIGHUP"},   SignalRow{SIGINT, "SIGINT"},       SignalRow{SIGQUIT, "SIGQUIT"},
    SignalRow{SIGILL, "SIGILL"},   SignalRow{SIGTRAP, "SIGTRAP"},     SignalRow{SIGABRT, "SIGABRT"},
    SignalRow{SIGBUS, "SIGBUS"},   SignalRow{SIGFPE, "SIGFPE"},       SignalRow{SIGKILL, "SIGKILL"},
    SignalRow{SIGUSR1, "SIGUSR1"}, SignalRow{SIGSEGV, "SIGSEGV"},     SignalRow{SIGUSR2, "SIGUSR2"},
    SignalRow{SIGPIPE, "SIGPIPE"}, SignalRow{SIGALRM, "SIGALRM"},     SignalRow{SIGTERM, "SIGTERM"},
    SignalRow{SIGCHLD, "SIGCHLD"}, SignalRow{SIGCONT, "SIGCONT"},     SignalRow{SIGSTOP, "SIGSTOP"},
    SignalRow{SIGTSTP, "SIGTSTP"}, SignalRow{SIGTTIN, "SIGTTIN"},     SignalRow{SIGTTOU, "SIGTTOU"},
    SignalRow{SIGURG, "SIGURG"},   SignalRow{SIGXCPU, "SIGXCPU"},     SignalRow{SIGXFSZ, "SIGXFSZ"},
    SignalRow{SIGIO, "SIGIO"},     SignalRow{SIGVTALRM, "SIGVTALRM"}, SignalRow{SIGPROF, "SIGPROF"},
    SignalRow{SIGSYS, "SIGSYS"},   SignalRow{SIGWINCH, "SIGWINCH"},
};

void set_disposition(int signal, void (*handler)(int)) {
  struct sigaction action{};
  action.sa_handler = handler;
  ::sigaction(signal, &action, nullptr);
}

}  // namespace

void ignore_signal(int signal) {
  set_disposition(signal, SIG_IGN);
}

void default_signal(int signal) {
  set_disposition(signal, SIG_DFL);
}

std::vector<int> fatal_signals() {
  std::vector<int> all{SIGHUP,  SIGINT,  SIGQUIT,   SIGTERM, SIGUSR1, SIGUSR2,
                       SIGALRM, SIGPIPE, SIGVTALRM, SIGPROF, SIGXCPU, SIGXFSZ};
#ifdef __linux__
  all.insert(all.end(), {SIGIO, SIGPWR, SIGSTKFLT});
#endif
#ifdef SIGRTMIN
  for (int number = SIGRTMIN; number <= SIGRTMAX; ++number) all.push_back(number);
#endif
  std::erase_if(all, [](int number) {
    struct sigaction action{};
    return ::sigaction(number, nullptr, &action) != 0 || action.sa_handler != SIG_DFL;
  });
  return all;
}

std::string_view signal_name(int signal) {
  for (const auto& row : kSignals) {
    if (row.number == signal) return row.name;
  }
  return {};
}

void raise_with_default(int signal) {
  struct sigaction action{};
  struct sigaction before{};
  action.sa_handler = SIG_DFL;
  ::sigaction(signal, &action, &before);
  sigset_t one;
  sigset_t mask;
  sigemptyset(&one);
  sigaddset(&one, signal);
  ::raise(signal);  // waits while blocked, comes with the unblocking otherwise
  ::pthread_sigmask(SIG_UNBLOCK, &one, &mask);
  ::pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  ::sigaction(signal, &before, nullptr);
}

}  // namespace pty::os
