#include "pty/os/executable.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>

namespace pty::os {

bool is_executable_file(const std::string& path) {
  struct stat facts{};
  return ::stat(path.c_str(), &facts) == 0 && S_ISREG(facts.st_mode) && ::access(path.c_str(), X_OK) == 0;
}

std::vector<std::string> executable_candidates(std::string_view program, std::string_view path_list) {
  if (program.empty()) return {};
  if (program.contains('/')) return {std::string(program)};
  std::vector<std::string> candidates;
  while (true) {
    const std::size_t colon = path_list.find(':');
    const std::string_view directory = path_list.substr(0, colon);
    std::string candidate(directory.empty() ? std::string_view(".") : directory);
    candidates.push_back(candidate.append("/").append(program));
    if (colon == std::string_view::npos) return candidates;
    path_list.remove_prefix(colon + 1);
  }
}

std::optional<std::string> find_executable(std::string_view name, std::string_view path_list) {
  for (auto& candidate : executable_candidates(name, path_list)) {
    if (is_executable_file(candidate)) return std::move(candidate);
  }
  return std::nullopt;
}

}  // namespace pty::os
