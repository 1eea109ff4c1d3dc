#include "pty/cli/forwarding.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "pty/cli/program_signals.hpp"
#include "pty/os/environment.hpp"
#include "pty/os/exec.hpp"
#include "pty/os/executable.hpp"

namespace pty::cli {
namespace {

bool is_alphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/// Only such words are looked up, so that a command can never name a path.
bool may_name_plugin(std::string_view word) {
  if (word.empty() || !is_alphanumeric(word.front())) return false;
  return std::ranges::all_of(word,
                             [](char c) { return is_alphanumeric(c) || c == '.' || c == '_' || c == '-'; });
}

}  // namespace

base::Error forward_to_plugin(std::string_view word, ArgumentList arguments) {
  std::string name = "pty-" + std::string(word);
  std::optional<std::string> program;
  if (may_name_plugin(word)) {
    std::string path = os::environment_value("PATH").value_or(std::string(os::kDefaultPath));
    program = os::find_executable(name, path);
  }
  if (!program) return {base::Errc::not_found, 0, "Unknown command: " + std::string(word)};
  os::ProgramStart start;
  start.program = *program;
  start.arguments.push_back(name);
  for (std::string_view argument : arguments) start.arguments.emplace_back(argument);
  start.environment = os::environment_block(os::current_environment());
  give_back_signals();
  return os::exec_in_place(start);
}

}  // namespace pty::cli
