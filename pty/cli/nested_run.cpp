#include "pty/cli/nested_run.hpp"

#include <optional>

#include "pty/cli/program_signals.hpp"
#include "pty/client/launch.hpp"
#include "pty/os/directory.hpp"
#include "pty/os/environment.hpp"
#include "pty/os/exec.hpp"
#include "pty/registry/reference.hpp"
#include "pty/registry/working_directory.hpp"

namespace pty::cli {
namespace {

using base::Result;

/// The running session that `-a` means: by --id, else by --name as a reference.
std::optional<registry::Session> running_target(const registry::Root& root, const RunPlan& plan) {
  if (plan.id) {
    Result<std::optional<registry::Session>> found = registry::find_session(root, *plan.id);
    if (found && *found && !(*found)->gone()) return std::move(*found);
    return std::nullopt;
  }
  if (!plan.name) return std::nullopt;
  Result<registry::Session> found = registry::resolve_reference(root, *plan.name);
  if (found && !found->gone()) return *found;
  return std::nullopt;
}

}  // namespace

base::Error run_in_place(Invocation& call, const RunPlan& plan, const std::string& outer,
                         const std::string& command) {
  if (plan.attach) {
    if (std::optional<registry::Session> target = running_target(call.root, plan))
      return {base::Errc::denied, 0,
              "pty run: already inside pty session \"" + outer + "\" and \"" + target->id +
                  "\" is running. Use --force to attach to it from here."};
  }
  os::ProgramStart start;
  registry::StringMap environment =
      registry::in_place_environment(os::current_environment(), plan.environment);
  if (plan.cwd) {
    // An empty path must stay empty to be refused as such.
    std::string cwd = *plan.cwd;
    if (!cwd.empty()) cwd = registry::lexically_absolute(cwd, os::current_directory().value_or("/"));
    if (base::Status usable = registry::check_working_directory(cwd, outer, plan.command.front()); !usable)
      return std::move(usable).error();
    start.working_directory = cwd;
    environment.insert_or_assign("PWD", cwd);
  }
  report("Already inside pty session \"" + outer + "\", running directly.");
  start.program = command;
  start.arguments = plan.command;
  start.environment = os::environment_block(environment);
  give_back_signals();
  return os::exec_in_place(start);
}

}  // namespace pty::cli
