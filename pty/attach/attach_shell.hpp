#pragma once
// The I/O around AttachCore, for attach and follow: loop, terminal, signals, connection. Everything it
// installs is gone when run() returns.

#include <optional>

#include "pty/attach/attach_core.hpp"
#include "pty/attach/dialer.hpp"
#include "pty/attach/interactive_attach.hpp"
#include "pty/attach/session_fate.hpp"
#include "pty/base/error.hpp"
#include "pty/client/endpoint.hpp"
#include "pty/wire/packet.hpp"

namespace pty::attach {

struct ShellRequest {
  client::Endpoint endpoint;
  AttachRole::Part part = AttachRole::Part::writable;
  wire::PeekFlags view{};  ///< of a watcher
  FateProbe fate{};
  int input_fd = 0;
  int output_fd = 1;
  int error_fd = 2;
  DetachKey detach_key{};
  Banner banner = Banner::none;
  std::optional<int> stream_fd{};  ///< the session goes there as packets, and nothing to `output_fd`
  Dialer* dialer = nullptr;        ///< dials again after a loss; outlives the call
  Reconnect reconnect{};
  os::Fd* connected = nullptr;  ///< the first connection, if there is one already; taken over
};

/// Blocks: until the end. Fails: before the terminal was touched, as client::dial(); system.
base::Result<AttachOutcome> run_shell(const ShellRequest& request);

}  // namespace pty::attach
