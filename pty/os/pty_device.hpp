#pragma once
// Pseudo-terminals. The master is ours: non-blocking, close-on-exec. The slave goes to spawn_on_pty, which
// gives it to the child and closes our copy: a master whose slaves are all closed reads as ended (fd_io.hpp:
// read_master).

#include <cstddef>
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

/// How many bytes of input wait in the terminal for whoever reads the slave. While it is in canonical mode
/// only whole lines count. What was written to the master a moment ago may not be there yet. Nothing if it
/// cannot be known.
std::optional<std::size_t> unread_input(int slave);

/// Works on either side; the foreground program gets SIGWINCH when the size differs.
base::Status set_window_size(int fd, base::Size size);
/// The size of the terminal behind `fd`; nothing if it is not a terminal or its size is not known (0).
std::optional<base::Size> window_size(int fd);

}  // namespace pty::os
