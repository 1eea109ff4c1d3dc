#pragma once
// A private registry and a clean environment for one test. Runs the real `pty` program; whatever was started
// in the registry is stopped by pid when the sandbox goes.

#include <gtest/gtest.h>
#include <sys/types.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "outer_terminal.hpp"

namespace pty::scenario {

struct Outcome {
  int code = -1;  ///< exit status, 128 + signal if killed
  std::string out;
  std::string err;
};

class Sandbox {
 public:
  Sandbox();
  ~Sandbox();
  Sandbox(const Sandbox&) = delete;
  Sandbox& operator=(const Sandbox&) = delete;

  [[nodiscard]] const std::string& root() const { return root_; }
  /// A directory for the programs under test (scripts, files).
  [[nodiscard]] const std::string& work() const { return work_; }
  [[nodiscard]] std::vector<std::string> environment() const;
  void set_env(const std::string& name, const std::string& value) { env_[name] = value; }

  /// Runs `pty <args>` without a terminal and waits for its end.
  Outcome pty(const std::vector<std::string>& args);
  /// Starts `pty <args>` without waiting; output is discarded. Ended with the sandbox, as start_shell's.
  pid_t start_pty(const std::vector<std::string>& args);
  /// `pty <args>` on a terminal of its own.
  [[nodiscard]] OuterTerminal on_terminal(const std::vector<std::string>& args, base::Size size = {}) const;
  /// The same through a shell line, as a person types it (`pty` is on PATH).
  [[nodiscard]] OuterTerminal shell_line(const std::string& line, base::Size size = {}) const;
  Outcome shell(const std::string& line);
  /// Starts a shell line without waiting.
  [[nodiscard]] pid_t start_shell(const std::string& line);

  [[nodiscard]] std::string path(const std::string& file) const { return root_ + "/" + file; }
  [[nodiscard]] bool exists(const std::string& file) const;
  [[nodiscard]] std::string read(const std::string& file) const;
  /// A file of the work directory.
  [[nodiscard]] std::string read_work(const std::string& file) const;
  [[nodiscard]] std::vector<std::string> files() const;
  /// From `<id>.pid`; 0 if there is none.
  [[nodiscard]] pid_t daemon_pid(const std::string& id) const;
  /// What `pty stats --json` prints of a running session: asks again while its daemon is too busy to answer
  /// in time. Fails the test if there is no answer.
  std::string stats(const std::string& id);
  /// The program's pid by stats(). Fails the test, and is 0, if that does not tell.
  pid_t child_pid(const std::string& id);
  /// The session's size by stats(), as "24x80".
  std::string size_of(const std::string& id);
  /// The plain screen by `pty peek --plain`, without the final newline.
  std::string peek(const std::string& id);

 private:
  std::string base_;
  std::string root_;
  std::string work_;
  std::map<std::string, std::string> env_;
  std::vector<pid_t> started_;  ///< those nobody waits for, perhaps
};

/// True while the process exists and is not a zombie.
bool alive(pid_t pid);
/// Waits, bounded, for something that other processes bring about.
testing::AssertionResult eventually(const std::function<bool()>& condition, std::string_view what);
/// The integer after `"key":` in a JSON text; empty if absent or not a number.
std::optional<long> json_number(std::string_view json, std::string_view key);

}  // namespace pty::scenario
