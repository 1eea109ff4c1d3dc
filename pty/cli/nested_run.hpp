#pragma once
// `pty run` inside a session: the program runs here, in place of the command, and no session is created.

#include <string>

#include "pty/base/error.hpp"
#include "pty/cli/invocation.hpp"
#include "pty/cli/run_plan.hpp"

namespace pty::cli {

/// Becomes the program `command` (resolved); returns only on failure.
/// Fails: denied (`-a` names a session that runs already), invalid (working directory), not_found, system.
base::Error run_in_place(Invocation& call, const RunPlan& plan, const std::string& outer,
                         const std::string& command);

}  // namespace pty::cli
