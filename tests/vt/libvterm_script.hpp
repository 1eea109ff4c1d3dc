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
/// Is each push also restored, and what was pushed cut? (That takes most of the time.)
enum class LibvtermProof { answers_only, restores_and_cuts };
LibvtermOutcome run_libvterm_script(const std::string& text,
                                    LibvtermProof proof = LibvtermProof::restores_and_cuts);

}  // namespace pty::vt_test
