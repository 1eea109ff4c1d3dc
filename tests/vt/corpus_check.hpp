#pragma once
// What every recorded stream must satisfy, whatever it shows: the restore dump brings back the state at
// several places, and cuts change nothing.

#include <string>
#include <vector>

#include "tests/vt/playback.hpp"

namespace pty::vt_test {

struct CheckBudget {
  std::size_t restores = 8;  ///< places at which the restore dump is checked
  std::size_t cuts = 64;     ///< places at which the stream is cut, spread evenly
};
/// Differences found, at most one of each kind.
std::vector<std::string> check_stream(const Setting& setting, const std::string& bytes, CheckBudget budget);

}  // namespace pty::vt_test
