#pragma once
// Becoming another program: git-style forwarding and the nested `run` replace this process, so pid,
// descriptors and terminal stay those the caller knows.

#include "pty/base/error.hpp"
#include "pty/os/spawn.hpp"

namespace pty::os {

/// Replaces this process by the program, with the rules of spawn.hpp for PATH and scripts. Descriptors
/// without close-on-exec, umask and ignored signals pass on: undo with default_signal() what was ignored, and
/// close open SignalWatches first. Returns only on failure: not_found, denied, system, "cannot run <program>:
/// <reason>"; then nothing has changed, except possibly the working directory.
base::Error exec_in_place(const ProgramStart& start);

}  // namespace pty::os
