#pragma once
// The last lines of a session that is gone, as `peek` and `attach` show them.

#include <string>
#include <vector>

#include "pty/base/error.hpp"
#include "pty/cli/invocation.hpp"
#include "pty/registry/metadata.hpp"

namespace pty::cli {

/// The record of `session`. Fails: not_found (`Session "<id>" not found.`), corrupt.
base::Result<registry::Metadata> record_of(const registry::Root& root, const registry::Session& session);

/// Prints them, or reports that there are none. Always status 0.
base::Result<int> print_saved_output(Invocation& call, const registry::Session& session);

}  // namespace pty::cli
