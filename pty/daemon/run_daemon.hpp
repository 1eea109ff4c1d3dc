#pragma once
// The session daemon's entry point: one process, one program on one pseudo-terminal, one emulated screen, one
// socket. The launcher has made this process the leader of its own session before it calls here.
//
// The launch record (registry::LaunchRecord, JSON) is read from `config_fd`; the outcome of the start goes as
// one line of JSON (registry::LaunchReport) to `ready_fd`, which is then closed. Every other descriptor above
// 2 is closed. After a successful start the call returns when the session has ended.

namespace pty::daemon {

/// Runs one session to its end. Blocks: for the life of the session.
/// Returns the exit status of the process: the child's code after a natural end, 0 after an external stop, 1
/// when the start failed (the report says why, nothing is left on disk).
int run_daemon(int config_fd, int ready_fd);

}  // namespace pty::daemon
