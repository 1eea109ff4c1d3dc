#pragma once
// What must hold for a registry in which a daemon died at any moment.

#include "sandbox.hpp"

namespace pty::scenario {

/// Session "x" of the sandbox has no live daemon: `list` reads the registry and does not call it running,
/// `rm` removes what is left, the id can be used again, and nothing stays behind.
void expect_readable_and_cleanable(Sandbox& box);

}  // namespace pty::scenario
