#pragma once
// For tests: a private directory that goes away with its content, and a child process that runs a function.
// Nothing else of the project uses this.

#include <dirent.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

#include "pty/os/directory.hpp"

namespace pty::os {

class ScratchDirectory {
 public:
  ScratchDirectory() {
    if (::mkdtemp(path_.data()) == nullptr) std::abort();
  }
  ScratchDirectory(const ScratchDirectory&) = delete;
  ScratchDirectory& operator=(const ScratchDirectory&) = delete;
  ~ScratchDirectory() { remove_all(path_); }

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string file(std::string_view name) const {
    return std::string(path_).append("/").append(name);
  }

 private:
  static void remove_all(const std::string& path) {
    const auto facts = try_file_facts(path, Links::look_at_link);
    if (facts && facts->kind == FileFacts::Kind::directory) {
      ::chmod(path.c_str(), 0700);
      if (const auto names = directory_entries(path)) {
        for (const auto& name : *names) remove_all(path + "/" + name);
      }
      ::rmdir(path.c_str());
    } else {
      ::unlink(path.c_str());
    }
  }

  std::string path_ = "/tmp/pty-test-XXXXXX";
};

/// Runs `body` in a forked child, where limits and dispositions may be changed freely; its result is the exit
/// code. Returns that code, or 256 + signal.
template <class Body>
int in_forked_child(Body body) {
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(body());
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0) {
  }
  return WIFSIGNALED(status) ? 256 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace pty::os
