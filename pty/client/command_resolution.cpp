// What `run` checks before it creates anything: the command.

#include <fmt/format.h>

#include "pty/client/launch.hpp"
#include "pty/os/directory.hpp"
#include "pty/os/executable.hpp"
#include "pty/registry/root.hpp"

namespace pty::client {
base::Result<std::string> resolve_command(std::string_view command, std::string_view cwd,
                                          std::string_view path) {
  if (command.find('/') != std::string_view::npos) {
    std::string absolute = registry::lexically_absolute(command, cwd);
    if (os::try_file_facts(absolute)) return absolute;
  } else if (!command.empty()) {
    // An empty or relative element of PATH is searched from `cwd`, but stored absolute.
    if (std::optional<std::string> found = os::find_executable(command, path)) {
      return registry::lexically_absolute(*found, cwd);
    }
  }
  return base::fail(base::Errc::not_found, fmt::format("Command not found: {}", command));
}

}  // namespace pty::client
