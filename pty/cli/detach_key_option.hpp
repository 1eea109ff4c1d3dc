#pragma once
// Which key leaves the session: --detach-key, else $PTY_DETACH_KEY, else Ctrl+\. To be asked before anything
// is touched.

#include "pty/attach/detach_key.hpp"
#include "pty/base/error.hpp"
#include "pty/cli/invocation.hpp"

namespace pty::cli {

/// Whether the call ends attached: only then does the environment matter.
enum class WillAttach : std::uint8_t { no, yes };

/// Fails: invalid, `pty <verb>: --detach-key: <reason>` or `PTY_DETACH_KEY: <reason>`.
base::Result<attach::DetachKey> chosen_detach_key(const Invocation& call, WillAttach will);

}  // namespace pty::cli
