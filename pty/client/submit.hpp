#pragma once
// Types a message into a session for somebody and submits it: the daemon puts the text in as one paste (if
// the program asked for pastes to be marked), waits until the program has read and shown it, and presses
// Enter, with nobody else's input in between (docs/protocol.md, SUBMIT).

#include "pty/base/bytes.hpp"
#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/client/endpoint.hpp"
#include "pty/wire/packet.hpp"

namespace pty::client {

/// Others' submissions come first, each within the daemon's own limits.
inline constexpr base::Milliseconds kSubmitAnswerLimit{300'000};

/// Success: the program has read the text and, if asked for, Enter.
/// Blocks: until the daemon says how it ended.
/// Fails: as dial(); too_large; unsupported (an older daemon: nothing was sent); closed (the program or the
/// session ended before); timed_out (the program does not read, or nothing was answered in time).
base::Status submit_text(const Endpoint& endpoint, const wire::SubmitRequest& request,
                         base::Milliseconds limit = kSubmitAnswerLimit);

}  // namespace pty::client
