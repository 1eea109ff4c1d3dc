#include "pty/registry/leading_pid.hpp"

#include <algorithm>
#include <charconv>

namespace pty::registry {

std::optional<int> leading_pid(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \n\t"), text.size()));
  int pid = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), pid);
  if (error != std::errc() || pid <= 0) return std::nullopt;
  return pid;
}

}  // namespace pty::registry
