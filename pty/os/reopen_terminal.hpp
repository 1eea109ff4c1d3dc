#pragma once
// A second open file for a terminal somebody else gave us, so that it can be non-blocking without changing
// how the terminal behaves for everybody who shares the first one (a shell, its other jobs).

#include "pty/base/error.hpp"
#include "pty/os/fd.hpp"

namespace pty::os {

/// Opens the terminal behind `fd` again: write only, non-blocking, close-on-exec, never as controlling
/// terminal. Fails: invalid (not a terminal), denied or system (it cannot be opened by name).
base::Result<Fd> reopen_terminal_for_writing(int fd);

}  // namespace pty::os
