#pragma once
// `pty peek --wait` and its like: returns when one of the conditions holds. A text or a regular expression
// counts when it has been on the session's screen, however briefly, on one line as the program wrote it (soft
// wraps joined) or on the viewport's rows. Never polls a session that runs: one connection, one look per
// piece of output.

#include <optional>
#include <string>
#include <vector>

#include "pty/attach/session_fate.hpp"
#include "pty/attach/wait_conditions.hpp"
#include "pty/base/bytes.hpp"
#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/client/endpoint.hpp"
#include "pty/wire/packet.hpp"

namespace pty::attach {

struct WaitRequest {
  client::Endpoint endpoint;
  WaitConditions conditions;  ///< Pre: at least one
  std::optional<base::Milliseconds> timeout;
  std::string timeout_text;  ///< as the user wrote it: "1.5", for `Timed out after 1.5s …`
  wire::PeekFlags view;      ///< plain: how the screen is printed; full: search and print the scrollback too
  FateProbe fate;
};

struct WaitOutcome {
  int exit_status = 0;         ///< 0: a condition held, 1: none did
  base::ByteBuffer output;     ///< for stdout: the snapshot that matched and a newline
  base::ByteBuffer complaint;  ///< for stderr: escaped lines, with final newline; empty on success
  std::string matched;         ///< the condition that held, as a noun; empty on failure
};

/// Waits on a running session. Blocks: until a match, the timeout or the session's end.
/// Touches no descriptors of the caller, so the caller writes the outcome.
WaitOutcome run_wait(const WaitRequest& request);

/// The same question to the saved output of a session that is not running any more. Its end and the absence
/// of what it does not show are known when it exited; `exit_code` is absent when it vanished: then nothing
/// is.
WaitOutcome wait_in_last_lines(const std::string& name, const WaitConditions& conditions,
                               const std::vector<std::string>& last_lines, std::optional<int> exit_code);

}  // namespace pty::attach
