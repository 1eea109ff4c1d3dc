#pragma once
// `pty attach`: the person's terminal becomes the session's until the detach key, the end of the session, a
// signal or a loss. Whatever way it ends, the terminal is as it was before.

#include <cstdint>

#include "pty/attach/detach_key.hpp"
#include "pty/attach/dialer.hpp"
#include "pty/attach/session_fate.hpp"
#include "pty/base/error.hpp"
#include "pty/client/endpoint.hpp"

namespace pty::attach {

/// Whether a terminal is told which session it is attached to and how to leave, above the session's screen.
enum class Banner : std::uint8_t { none, shown };

struct AttachRequest {
  client::Endpoint endpoint;
  FateProbe fate;  ///< asked after a loss; empty: a loss is simply a loss
  int input_fd = 0;
  int output_fd = 1;
  int error_fd = 2;
  DetachKey detach_key{};
  Banner banner = Banner::none;
  Dialer* dialer = nullptr;  ///< dials again after a loss, instead of asking `fate`; outlives the call
  Reconnect reconnect{};
  os::Fd* connected = nullptr;  ///< the first connection, if there is one already; taken over
};

struct AttachOutcome {
  enum class Kind : std::uint8_t {
    detached,   ///< by the detach key or a hang-up of the terminal
    exited,     ///< the session's program ended
    ended,      ///< the session is gone and left no exit record
    lost,       ///< the connection broke and nothing is known
    signalled,  ///< a signal ended this client
    unwritten,  ///< what the session showed could not be written
  };
  Kind kind = Kind::lost;
  int exit_status = 1;  ///< what the process should exit with
};

/// Attaches and returns when it is over. Messages (`[detached]`, `[<id> exited with code N]`, `[<id> ended]`,
/// `[<id>: connection lost]`, what is wrong with the output) have been written. Installs signal handling for
/// its duration only. Blocks: until the end. Fails: before the terminal was touched, as client::dial().
base::Result<AttachOutcome> run_attach(const AttachRequest& request);

}  // namespace pty::attach
