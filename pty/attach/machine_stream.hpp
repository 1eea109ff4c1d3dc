#pragma once
// `pty attach --attach-stream-fd-v1`: another program sees the session, as packets on a descriptor that it
// gave us; keys and size come from the terminal. See stream_core.hpp for the grammar.

#include "pty/attach/interactive_attach.hpp"

namespace pty::attach {

/// Attaches and writes to `stream_fd` until the outcome is there and has been taken. Nothing goes to
/// `output_fd`, which is only asked for its size. Neither the flags nor the lifetime of `stream_fd` are
/// changed. Complaints have been written. Blocks: until the reader has taken all. Fails: as run_attach.
base::Result<AttachOutcome> run_machine_stream(const AttachRequest& request, int stream_fd);

}  // namespace pty::attach
