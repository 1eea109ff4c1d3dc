#pragma once
// `pty peek --wait`: returns when any of the patterns has been on the session's screen, however briefly, on
// one line as the program wrote it (soft wraps joined) or on the viewport's rows.

#include <optional>
#include <string>
#include <vector>

#include "pty/attach/session_fate.hpp"
#include "pty/base/bytes.hpp"
#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/client/endpoint.hpp"
#include "pty/wire/packet.hpp"

namespace pty::attach {

struct WaitRequest {
  client::Endpoint endpoint;
  std::vector<std::string> patterns;  ///< Pre: at least one, none empty
  std::optional<base::Milliseconds> timeout;
  std::string timeout_text;  ///< as the user wrote it: "1.5", for `Timed out after 1.5s …`
  wire::PeekFlags view;      ///< plain: how the screen is printed; full: search and print the scrollback too
  FateProbe fate;
};

struct WaitOutcome {
  int exit_status = 0;
  base::ByteBuffer output;     ///< for stdout: the snapshot that matched and a newline
  base::ByteBuffer complaint;  ///< for stderr: escaped lines, with final newline; empty on success
};

/// Waits on a running session. Blocks: until a match, the timeout or the session's end.
/// Touches no descriptors of the caller, so the caller writes the outcome.
WaitOutcome run_wait(const WaitRequest& request);

/// The same question to the saved output of a session that is not running any more.
/// `exit_code`: absent when the session vanished.
WaitOutcome wait_in_last_lines(const std::string& name, const std::vector<std::string>& patterns,
                               const std::vector<std::string>& last_lines, std::optional<int> exit_code);

/// `"a" or "b"`
std::string quoted_patterns(const std::vector<std::string>& patterns);

}  // namespace pty::attach
