#pragma once
// Waiting without a loop: blocks until one of a few descriptors is ready. For library calls that block by
// contract and must stay cheap to start; anything long-lived uses Loop.

#include <span>

#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/os/fd_watch.hpp"

namespace pty::os {

struct PollItem {
  int fd = -1;  ///< negative: ignored
  Interest wanted = Interest::read;
  Readiness ready{};  ///< set by poll_many; hang-up and errors as in FdWatch
};

/// Returns false when `limit` passed first (negative: waits for ever). Blocks: at most `limit`. Fails:
/// system.
base::Result<bool> poll_many(std::span<PollItem> items, base::Milliseconds limit);

}  // namespace pty::os
