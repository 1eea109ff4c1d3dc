#pragma once
// The descriptor of --attach-stream-fd-v1: given by the caller, its own, open for writing. To be judged
// before anything is opened here, or one of ours could be taken for it.

#include <optional>

#include "pty/base/error.hpp"
#include "pty/cli/argument_parser.hpp"

namespace pty::cli {

/// Nothing when the option is not given. Fails: invalid.
base::Result<std::optional<int>> stream_descriptor(const Arguments& arguments);

}  // namespace pty::cli
