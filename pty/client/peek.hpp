#pragma once
// One look at a session's screen.

#include "pty/base/bytes.hpp"
#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/base/size.hpp"
#include "pty/client/connection.hpp"

namespace pty::client {

struct PeekedScreen {
  base::Size size;         ///< the grid it was drawn at
  base::ByteBuffer bytes;  ///< plain text without final newline, or terminal bytes in flow form
};

/// Connects, asks, waits for the SCREEN (also past an EXIT), closes. Changes nothing in the session.
/// Fails: as dial(); unreachable with the same text when closed before the screen; timed_out.
base::Result<PeekedScreen> peek_screen(const Endpoint& endpoint, wire::PeekFlags flags,
                                       base::Milliseconds timeout = base::Milliseconds{10'000});

}  // namespace pty::client
