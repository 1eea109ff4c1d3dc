#pragma once
// Sending signals to processes and to everything that runs on a session's terminal.

#include <sys/types.h>

#include <optional>

#include "pty/base/error.hpp"

namespace pty::os {

/// Fails: not_found (no such process), denied, invalid (pid <= 1: never a group or everybody by accident).
base::Status send_signal(pid_t pid, int signal);

/// The foreground process group of the terminal whose master (or slave) is `fd`; nothing if it has none.
std::optional<pid_t> foreground_group(int fd);

/// Signals a process group, but never our own. Pre: `group` is known to exist now (child_groups).
void signal_group(pid_t group, int signal);

/// Signals a session's child, its process group and the foreground group of its terminal, each once; whoever
/// is gone already is skipped. Pre: `child` is an unreaped child of ours and a session leader. `master` may
/// be -1.
void signal_session(pid_t child, int master, int signal);

}  // namespace pty::os
