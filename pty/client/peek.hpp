#pragma once
// One look at a session's screen.

#include <functional>

#include "pty/base/bytes.hpp"
#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/base/size.hpp"
#include "pty/client/connection.hpp"

namespace pty::client {

/// Gets a picture piece by piece, in order: plain text without final newline, or terminal bytes in flow form.
/// What it fails with ends the look.
using PictureSink = std::function<base::Status(base::ByteView piece)>;

/// Connects, asks, hands the SCREEN on as it comes (also past an EXIT), closes. Changes nothing in the
/// session. `timeout` is how long the daemon may keep us waiting for the next piece; a slow sink costs none
/// of it. Returns the grid it was drawn at. Fails: as dial(); unreachable with the same text when closed
/// before the screen, closed when in the middle of it; timed_out; what the sink failed with.
base::Result<base::Size> peek_screen(const Endpoint& endpoint, wire::PeekFlags flags, const PictureSink& sink,
                                     base::Milliseconds timeout = base::Milliseconds{10'000});

}  // namespace pty::client
