#pragma once
// An interpreter for libvterm's test scripts: PUSH, RESIZE, RESET, $REP, $SEQ, and the questions ?cursor,
// ?screen_row, ?screen_chars, ?screen_cell, ?pen, ?lineinfo, and `output` (answers to queries). Lines about
// libvterm's callbacks are skipped, and so is the output of its keyboard and mouse encoders.

#include <string>
#include <vector>

namespace pty::vt_test {

struct LibvtermOutcome {
  std::size_t checks = 0;
  std::vector<std::string> failures;        ///< "<line> <message>"
  std::vector<std::string> restore_faults;  ///< differences of restores and cuts, likewise
};
LibvtermOutcome run_libvterm_script(const std::string& text);

}  // namespace pty::vt_test
