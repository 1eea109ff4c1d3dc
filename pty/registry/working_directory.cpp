#include "pty/registry/working_directory.hpp"

#include <fmt/format.h>

#include <optional>

#include "pty/os/directory.hpp"

namespace pty::registry {
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

base::Status check_working_directory(const std::string& cwd, std::string_view id, std::string_view command) {
  std::optional<os::DirectoryFault> fault = os::try_directory_fault(cwd);
  if (!fault) return {};
  return base::fail(base::Errc::invalid, fmt::format("{} Cannot start session \"{}\" for command \"{}\".",
                                                     fault_text(*fault, cwd), id, command));
}

}  // namespace pty::registry
