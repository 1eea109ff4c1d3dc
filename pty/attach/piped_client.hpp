#pragma once
// Test support: a client of a scripted daemon, run to its end with its output and its complaints in pipes.

#include <gtest/gtest.h>

#include <string>

#include "pty/attach/in_process_client.hpp"
#include "pty/attach/interactive_attach.hpp"
#include "pty/client/scripted_daemon.hpp"

namespace pty::attach {

struct PipedRun {
  int status = -1;
  AttachOutcome::Kind kind = AttachOutcome::Kind::lost;
  std::string out;
  std::string err;
};

/// `run`: run_attach, or a client that takes the same request. Blocks: until the client has ended.
template <class Run>
PipedRun run_piped(const client::ScriptedDaemon& daemon, const TypedInput& keyboard, Dialer* dialer,
                   Reconnect reconnect, Run run) {
  Collected out;
  Collected err;
  AttachRequest request;
  request.endpoint = daemon.endpoint();
  request.input_fd = keyboard.fd();
  request.output_fd = out.fd();
  request.error_fd = err.fd();
  request.dialer = dialer;
  request.reconnect = reconnect;
  const base::Result<AttachOutcome> outcome = run(request);
  EXPECT_TRUE(outcome) << (outcome ? "" : outcome.error().text);
  const AttachOutcome end = outcome.value_or(AttachOutcome{AttachOutcome::Kind::lost, 99});
  return {end.exit_status, end.kind, out.finish(), err.finish()};
}

}  // namespace pty::attach
