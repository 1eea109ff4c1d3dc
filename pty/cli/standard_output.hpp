#pragma once
// The command's two streams. Results are collected and written to stdout at once; diagnostics go to stderr
// immediately. A reader that went away (EPIPE) ends the output quietly; a full disk is an error.

#include <string>
#include <string_view>

#include "pty/base/error.hpp"

namespace pty::cli {

class StandardOutput {
 public:
  void print(std::string_view text);
  void print_line(std::string_view text);
  /// For a text that comes piece by piece: prints it and tells at once when that failed. Fails: as flush();
  /// closed when the reader went away, for then the rest need not be fetched.
  base::Status pass_on(std::string_view piece);
  /// The reader went away.
  [[nodiscard]] bool reader_gone() const { return reader_gone_; }
  /// Writes what is collected. Call before somebody else writes to the descriptor. Fails: system (not EPIPE).
  base::Status flush();
  /// For the last line of a command whose work is done and stays done: what cannot be written is reported on
  /// stderr and dropped, so that the exit status tells of the work.
  void flush_or_report();
  /// Colours are for a terminal, and only while NO_COLOR is unset or empty.
  [[nodiscard]] static bool wants_colour();

 private:
  base::Status write(std::string_view text);

  std::string pending_;
  bool reader_gone_ = false;
};

/// One line on stderr. Messages quote what people and files said, so control characters are shown escaped,
/// newlines too: whatever a value holds, its message stays one line. Failures to write are ignored.
void report(std::string_view line);
/// The error's line, then those that follow it.
void report(const base::Error& error);

}  // namespace pty::cli
