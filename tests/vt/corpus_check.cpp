#include "tests/vt/corpus_check.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace pty::vt_test {
namespace {

/// `count` places in 1..size-1, spread evenly, the last one always among them.
std::vector<std::size_t> places(std::size_t size, std::size_t count) {
  std::vector<std::size_t> out;
  if (size < 2) return out;
  count = std::min(count, size - 1);
  for (std::size_t i = 1; i <= count; ++i) out.push_back(std::max<std::size_t>(1, (size - 1) * i / count));
  return out;
}

}  // namespace

std::vector<std::string> check_stream(const Setting& setting, const std::string& bytes, CheckBudget budget) {
  std::vector<std::string> differences;
  Played played = start(setting);
  std::size_t done = 0;
  for (std::size_t at : places(bytes.size() + 1, budget.restores)) {
    played.write(std::string_view(bytes).substr(done, at - done));
    done = at;
    auto difference = restore_difference(*played.terminal, setting);
    if (!difference) continue;
    differences.push_back(fmt::format("restore after {} bytes: {}", at, *difference));
    break;
  }
  std::vector<Step> steps{{bytes, std::nullopt}};
  Played whole = play(setting, steps);
  for (std::size_t at : places(bytes.size(), budget.cuts)) {
    auto difference = cut_difference(setting, steps, whole, 0, at);
    if (!difference) continue;
    differences.push_back(fmt::format("cut at {}: {}", at, *difference));
    break;
  }
  if (auto difference = bytewise_difference(setting, steps, whole))
    differences.push_back("byte by byte: " + *difference);
  return differences;
}

}  // namespace pty::vt_test
