#pragma once
// What a person's terminal is to a client: a pty of a given size, a program on it, and an emulated screen
// that answers queries. Time limits are deadlines for a condition that must come true, never pauses.

#include <gtest/gtest.h>
#include <sys/types.h>

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pty/base/size.hpp"
#include "pty/vt/terminal.hpp"

namespace pty::scenario {

class OuterTerminal {
 public:
  OuterTerminal(const std::vector<std::string>& argv, base::Size size,
                const std::vector<std::string>& environment);
  /// Ends the program if it still runs, by pid.
  ~OuterTerminal();
  OuterTerminal(const OuterTerminal&) = delete;
  OuterTerminal& operator=(const OuterTerminal&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }
  [[nodiscard]] const vt::Terminal& terminal() const { return terminal_; }
  /// Everything the program wrote, unparsed.
  [[nodiscard]] const std::string& bytes() const { return bytes_; }
  /// The visible screen as plain text.
  [[nodiscard]] std::string text() const;

  /// Fails the test if the program does not read it.
  void type(std::string_view bytes);
  /// Changes the window size; the program gets SIGWINCH.
  void resize(base::Size size);
  void signal(int number) const;

  testing::AssertionResult wait_until(const std::function<bool()>& condition, std::string_view what);
  testing::AssertionResult wait_for_text(std::string_view wanted);
  /// Waits for the program's end; its exit status, 128 + signal if killed.
  std::optional<int> wait_exit();
  /// Reads what was written before this call.
  void drain();

 private:
  bool pump(int timeout_ms);

  int master_ = -1;
  pid_t pid_ = -1;
  bool reaped_ = false;
  vt::Terminal terminal_;
  std::string bytes_;
  std::string replies_;  ///< of the terminal, not yet taken by the program
};

/// Without the blanks at line ends and the empty lines at the end: a letterbox writes them.
std::string content(const std::string& text);

}  // namespace pty::scenario
