#include "pty/os/exec_plan.hpp"

#include <unistd.h>

#include <cerrno>
#include <string_view>

#include "pty/os/executable.hpp"

namespace pty::os {
namespace {

constexpr const char* kShell = "/bin/sh";

std::string_view search_path(const std::vector<std::string>& environment) {
  constexpr std::string_view kPrefix = "PATH=";
  for (const std::string_view entry : environment) {
    if (entry.starts_with(kPrefix)) return entry.substr(kPrefix.size());
  }
  return kDefaultPath;
}

/// Errors after which a search goes on with the next directory.
bool is_search_miss(int number) {
  return number == ENOENT || number == ENOTDIR || number == EACCES || number == ESTALE || number == ENODEV ||
         number == ETIMEDOUT;
}

char* mutable_text(const char* text) {
  return const_cast<char*>(text);  // execve takes char* for reasons of history and changes nothing
}

}  // namespace

ExecPlan::ExecPlan(const ProgramStart& start)
    : candidates_(executable_candidates(start.program, search_path(start.environment))) {
  arguments_.push_back(nullptr);
  for (const auto& argument : start.arguments) arguments_.push_back(mutable_text(argument.c_str()));
  if (start.arguments.empty()) arguments_.push_back(mutable_text(start.program.c_str()));
  arguments_.push_back(nullptr);
  for (const auto& entry : start.environment) environment_.push_back(mutable_text(entry.c_str()));
  environment_.push_back(nullptr);
}

int ExecPlan::run() {
  int reason = ENOENT;
  for (const auto& path : candidates_) {
    ::execve(path.c_str(), arguments_.data() + 1, environment_.data());
    if (errno == ENOEXEC) {  // a script without "#!"
      char* const name = arguments_[1];
      arguments_[0] = mutable_text(kShell);
      arguments_[1] = mutable_text(path.c_str());
      ::execve(kShell, arguments_.data(), environment_.data());
      arguments_[1] = name;
      return errno;
    }
    if (!is_search_miss(errno)) return errno;
    if (errno == EACCES) reason = EACCES;  // found, but not allowed: says more than a later miss
  }
  return reason;
}

}  // namespace pty::os
