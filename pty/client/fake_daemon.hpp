#pragma once
// For this room's tests: the test program, run as "__daemon", is a daemon without a terminal. The first
// argument of the launch record says how it behaves:
// - plain: publishes, reports, dies of SIGTERM leaving socket and pid file behind
// - graceful: the same, but cleans up and records its exit on SIGTERM
// - stubborn: the same, but ignores SIGTERM
// - careless: as graceful, but leaves a process of its own behind that no hang-up ends
//   ($PTY_ROOT/left names it)
// - orphan: waits until its launcher is dead before it publishes anything; then graceful
// - refuse: reports an error and ends
// - half: publishes everything, then reports an error and leaves it all there
// - crash: writes two lines to stderr and exits with 3
// - silent: never says anything

namespace pty::client {

/// Runs until told to end; the process's exit status.
int run_fake_daemon();

}  // namespace pty::client
