#pragma once
// Runs the cases of a script against vt::Terminal.

#include <string>
#include <vector>

#include "tests/vt/vtt_script.hpp"

namespace pty::vt_test {

/// Failures as "case, line n: message"; empty when all is well.
std::vector<std::string> run_script(const Script& script);

}  // namespace pty::vt_test
