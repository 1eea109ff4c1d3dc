#pragma once
// Calls a handler while a descriptor is ready. Level-triggered: it is called again until the reason is gone
// or the interest is dropped. The watch borrows the descriptor: declare it after the Fd so that it dies
// first. Descriptors that can never block (regular files, /dev/null) count as always ready, so that stdin may
// be anything.

#include <cstdint>
#include <functional>
#include <memory>

#include "pty/base/error.hpp"
#include "pty/os/loop.hpp"

namespace pty::os {

enum class Interest : std::uint8_t {
  none,     ///< handler not called, not even for hang-up; costs no wake-ups
  hang_up,  ///< only when the other side is gone altogether; never for a file that cannot block
  read,
  write,
  read_write,
};

/// Why the handler was called. Hang-up and errors also appear as readable and/or writable, whichever was
/// asked for: the next read or write tells what happened.
struct Readiness {
  bool readable = false;
  bool writable = false;
  /// The descriptor is broken in both directions: a socket's peer was closed or died. A peer that only sends
  /// no more (a half-close) has not hung up. Source: epoll's EPOLLHUP and EPOLLERR; with kqueue it is EV_EOF
  /// of EVFILT_WRITE, since EVFILT_READ has it at a half-close too.
  bool hung_up = false;
};

class FdWatch {
 public:
  using Handler = std::function<void(Readiness)>;

  /// Does nothing until open().
  explicit FdWatch(Loop& loop);
  FdWatch(const FdWatch&) = delete;
  FdWatch& operator=(const FdWatch&) = delete;
  ~FdWatch();

  /// Starts watching. Fails: system (ENOMEM, ENOSPC, EBADF; EEXIST when this loop already watches `fd`).
  base::Status open(int fd, Interest interest, Handler handler);
  /// Changes what is waited for. Cost: one system call when it differs, none when not. Pre: open.
  void set_interest(Interest interest);
  [[nodiscard]] Interest interest() const;
  [[nodiscard]] bool is_open() const { return source_ != nullptr; }
  /// Stops watching; call before the descriptor is closed. Idempotent.
  void close();

 private:
  struct Source;
  LoopCore& core_;
  std::unique_ptr<Source> source_;
};

}  // namespace pty::os
