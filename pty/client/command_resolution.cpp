// What `run` checks before it creates anything: the command and the directory.

#include <fmt/format.h>

#include "pty/client/launch.hpp"
#include "pty/os/directory.hpp"
#include "pty/os/executable.hpp"
#include "pty/registry/root.hpp"

namespace pty::client {
namespace {

std::string fault_text(const os::DirectoryFault& fault, const std::string& path) {
  switch (fault.problem) {
    case os::DirectoryProblem::empty:
      return "Working directory is empty.";
    case os::DirectoryProblem::missing:
      return fmt::format("Working directory does not exist: {}.", path);
    case os::DirectoryProblem::not_a_directory:
      return fmt::format("Working directory is not a directory: {}.", path);
    case os::DirectoryProblem::not_searchable:
      return fmt::format("Working directory is not searchable: {}.", path);
    case os::DirectoryProblem::not_accessible:
      return fmt::format("Working directory is not accessible: {} ({}).", path, fault.reason);
  }
  return {};
}

}  // namespace

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

base::Status check_working_directory(const std::string& cwd, std::string_view id, std::string_view command) {
  std::optional<os::DirectoryFault> fault = os::try_directory_fault(cwd);
  if (!fault) return {};
  return base::fail(base::Errc::invalid, fmt::format("{} Cannot start session \"{}\" for command \"{}\".",
                                                     fault_text(*fault, cwd), id, command));
}

}  // namespace pty::client
