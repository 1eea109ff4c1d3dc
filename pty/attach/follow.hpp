#pragma once
// `pty peek -f`: watches a session without taking part. Input is discarded, one detach key (Ctrl+\) or Ctrl+C
// ends it.

#include "pty/attach/interactive_attach.hpp"
#include "pty/client/endpoint.hpp"
#include "pty/wire/packet.hpp"

namespace pty::attach {

struct FollowRequest {
  client::Endpoint endpoint;
  wire::PeekFlags view;
  FateProbe fate;
  int input_fd = 0;
  int output_fd = 1;
  int error_fd = 2;
  DetachKey detach_key{};
};

/// Streams until the key (detached, 0), the session's end (its code) or a loss (1). Messages have been
/// written. Blocks: until the end. Fails: before anything was written, as client::dial().
base::Result<AttachOutcome> run_follow(const FollowRequest& request);

}  // namespace pty::attach
