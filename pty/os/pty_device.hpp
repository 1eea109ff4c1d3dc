#pragma once
// Pseudo-terminals. The master is ours: non-blocking, close-on-exec. The slave goes to spawn_on_pty, which
// gives it to the child and closes our copy: a master whose slaves are all closed reads as ended (fd_io.hpp:
// read_master).

#include <optional>

#include "pty/base/error.hpp"
#include "pty/base/size.hpp"
#include "pty/os/fd.hpp"

namespace pty::os {

struct PtyDevice {
  Fd master;
  Fd slave;
};

/// A new pair with the documented start-up settings: canonical, echoing, UTF-8, 38400 baud. Never becomes our
/// controlling terminal. Fails: system (no more ptys, EMFILE …).
base::Result<PtyDevice> open_pty(base::Size size);

/// Works on either side; the foreground program gets SIGWINCH when the size differs.
base::Status set_window_size(int fd, base::Size size);
/// The size of the terminal behind `fd`; nothing if it is not a terminal or its size is not known (0).
std::optional<base::Size> window_size(int fd);

}  // namespace pty::os
