#pragma once
// One terminal driven by JSON lines: `vtdump json`. Each line of input is one or more commands for the
// terminal and gives one line of output; docs/terminal.md ("vtdump") describes both.

#include <memory>
#include <string>
#include <string_view>

#include "pty/vt/terminal.hpp"

namespace pty::vtdump {

/// A terminal larger than that would silently be made smaller.
bool is_possible(base::Size size);
inline constexpr std::string_view kTooManyCells = "a terminal has at most 4194304 cells";
static_assert(base::kMaxCells == 4'194'304);

class DumpSession {
 public:
  explicit DumpSession(base::Size size);

  /// Obeys one line; returns the answer, without a newline. A line that is not understood changes nothing and
  /// is answered by {"error":"..."}.
  std::string obey(std::string_view line);
  /// Counts a line that could not be read at all.
  std::string refuse(std::string_view reason);
  /// True once a line was refused.
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  std::unique_ptr<vt::Terminal> terminal_;
  bool failed_ = false;
};

/// The rows of the active screen without trailing blanks, each with a newline.
std::string screen_lines(const vt::Terminal& terminal);

}  // namespace pty::vtdump
