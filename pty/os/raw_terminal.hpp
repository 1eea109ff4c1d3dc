#pragma once
// Raw mode on the user's terminal, and the exact way back. Only for a descriptor that is a terminal. Bytes
// typed ahead survive both changes, and a terminal held by ^S does not block them.

#include <termios.h>

#include "pty/base/error.hpp"

namespace pty::os {

class RawTerminal {
 public:
  RawTerminal() = default;
  RawTerminal(const RawTerminal&) = delete;
  RawTerminal& operator=(const RawTerminal&) = delete;
  /// Restores.
  ~RawTerminal();

  /// Remembers the settings of `fd` and makes it raw (cfmakeraw). A terminal that is raw already stays so,
  /// and restore() leaves it alone. Entering again after restore() remembers anew. Fails: invalid (not a
  /// terminal), system.
  base::Status enter(int fd);
  /// Puts back exactly what enter() found; also from a background process group. Idempotent.
  /// Async-signal-safe.
  void restore() noexcept;
  [[nodiscard]] bool is_active() const { return fd_ >= 0; }

 private:
  volatile int fd_ = -1;
  termios saved_{};
};

/// Drops what was written to the terminal `fd` and nobody has read yet; also from a background process group.
void drop_unread_output(int fd);

}  // namespace pty::os
