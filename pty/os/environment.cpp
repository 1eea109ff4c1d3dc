#include "pty/os/environment.hpp"

#include <pwd.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string_view>

extern char** environ;

namespace pty::os {

Environment current_environment() {
  Environment environment;
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    const std::string_view text = *entry;
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) continue;
    environment.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return environment;
}

std::vector<std::string> environment_block(const Environment& environment) {
  std::vector<std::string> block;
  block.reserve(environment.size());
  for (const auto& [name, value] : environment) {
    std::string entry;
    entry.reserve(name.size() + value.size() + 1);
    block.push_back(std::move(entry.append(name).append("=").append(value)));
  }
  return block;
}

std::optional<std::string> environment_value(const char* name) {
  const char* value = std::getenv(name);
  if (value == nullptr) return std::nullopt;
  return std::string(value);
}

void set_environment_value(const char* name, const std::string& value) {
  ::setenv(name, value.c_str(), 1);
}

void unset_environment_value(const char* name) {
  ::unsetenv(name);
}

base::Result<std::string> home_directory() {
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home != '\0') return std::string(home);
  passwd entry{};
  passwd* found = nullptr;
  std::array<char, 4096> buffer;
  const int failed = ::getpwuid_r(::getuid(), &entry, buffer.data(), buffer.size(), &found);
  if (failed != 0 || found == nullptr || found->pw_dir == nullptr || *found->pw_dir == '\0') {
    return base::fail(base::Errc::not_found, "no home directory: HOME is not set");
  }
  return std::string(found->pw_dir);
}

unsigned int effective_user() {
  return ::geteuid();
}

int own_pid() {
  return ::getpid();
}

int parent_pid() {
  return ::getppid();
}

}  // namespace pty::os
