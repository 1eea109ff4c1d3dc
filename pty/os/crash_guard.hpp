#pragma once
// Last words of a process that dies of its own fault (SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGSYS, SIGTRAP,
// SIGABRT): what
// was kept is written, the terminal's settings go back, and the process dies of the same signal, with its
// core. The handler runs on a stack of its own and calls nothing that is not async-signal-safe. One guard is
// open at a time in a process; forked children are not guarded. SIGKILL cannot be seen by anybody who dies of
// it.

#include "pty/base/bytes.hpp"
#include "pty/base/error.hpp"
#include "pty/os/raw_terminal.hpp"

namespace pty::os {

class CrashGuard {
 public:
  /// Longer last words are not kept: nothing is, then.
  static constexpr std::size_t kMaxWords = std::size_t{16} << 10;
  /// A terminal that takes nothing for so long gets no words.
  static constexpr int kPatienceMs = 1000;

  CrashGuard() = default;
  CrashGuard(const CrashGuard&) = delete;
  CrashGuard& operator=(const CrashGuard&) = delete;
  /// Closes.
  ~CrashGuard();

  /// Guards from now on. `output_fd` is better non-blocking. Lifetime: `output_fd` and `terminal` until
  /// close(). Fails: busy (another guard is open), system.
  base::Status open(int output_fd, RawTerminal& terminal);
  /// What is to be written from now on; a crash during the call finds the words of before. Pre: open.
  void keep(base::ByteView words);
  /// Signals have the effect of before.
  void close();

 private:
  bool open_ = false;
};

}  // namespace pty::os
