#pragma once
// An owned file descriptor. Every descriptor the project opens is born close-on-exec; only spawn and launch
// hand descriptors to other programs, and they say which. Functions of this room take a plain `int fd` when
// they borrow and an `Fd` when they take ownership.

#include <utility>

#include "pty/base/error.hpp"

namespace pty::os {

class Fd {
 public:
  Fd() = default;
  explicit Fd(int number) : number_(number) {}
  Fd(Fd&& other) noexcept : number_(other.release()) {}
  Fd& operator=(Fd&& other) noexcept {
    if (this != &other) reset(other.release());
    return *this;
  }
  Fd(const Fd&) = delete;
  Fd& operator=(const Fd&) = delete;
  ~Fd() { reset(); }

  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] bool valid() const { return number_ >= 0; }
  explicit operator bool() const { return valid(); }
  /// Gives the number away; the caller closes it.
  [[nodiscard]] int release() { return std::exchange(number_, -1); }
  /// Closes what is held (errors are ignored: the descriptor is gone either way) and holds `number`. Keeps
  /// errno.
  void reset(int number = -1) noexcept;

 private:
  int number_ = -1;
};

/// open(2), made again when a signal interrupts it: that of a terminal may wait. Nothing and errno on
/// failure.
Fd open_path(const char* path, int flags, unsigned mode = 0);

enum class Blocking : unsigned char { yes, no };
enum class OnExec : unsigned char { close, keep };

base::Status set_blocking(int fd, Blocking mode);
base::Status set_on_exec(int fd, OnExec mode);

/// A second descriptor for the same open file, close-on-exec, numbered `at_least` or more.
base::Result<Fd> duplicate(int fd, int at_least = 3);

/// True if `fd` is open.
bool is_open(int fd);
/// True if `fd` is a terminal.
bool is_terminal(int fd);

/// True if `fd` is a socket.
bool is_socket(int fd);
/// True if `fd` is open and programs executed from here would have it too. At the start of a program: it was
/// given to it.
bool is_inherited(int fd);

/// True if `fd` is open and was opened for writing.
bool is_writable(int fd);

/// Makes `target` (0, 1, 2, …) refer to /dev/null, open for reading and writing.
base::Status point_at_null(int target);

/// Gives /dev/null to each of 0, 1 and 2 that is closed, so that nothing opened later gets a number that
/// means something to others. What was missing stays missing: reading finds the end, writing fails with
/// EBADF, and programs executed from here find the number closed. For the start of main.
void fill_standard_descriptors();

/// Closes every descriptor from `first` on.
void close_descriptors_from(int first);

}  // namespace pty::os
