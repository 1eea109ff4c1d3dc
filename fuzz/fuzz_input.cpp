#include "fuzz/fuzz_input.hpp"

#include <cstdio>
#include <cstdlib>

namespace pty::fuzz {
namespace {

constexpr std::uint8_t kResize = 0xF8;
constexpr std::uint8_t kNextStep = 0xF9;

base::Size size_from(std::uint8_t rows, std::uint8_t cols) {
  return {static_cast<std::uint16_t>(1 + rows % 40), static_cast<std::uint16_t>(2 + cols % 120)};
}

}  // namespace

std::optional<Input> read_input(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return std::nullopt;
  Input input{{size_from(data[0], data[1]), {}}, std::vector<vt_test::Step>(1)};
  input.setting.options.history_lines = kHistoryLines;
  std::vector<vt_test::Step>& steps = input.steps;
  for (std::size_t i = 2; i < size; ++i) {
    const bool more_steps = steps.size() < kMaxSteps;
    if (data[i] == kResize && i + 2 < size && more_steps) {
      steps.push_back({{}, size_from(data[i + 1], data[i + 2])});
      steps.emplace_back();
      i += 2;
    } else if (data[i] == kNextStep && more_steps) {
      steps.emplace_back();
    } else {
      steps.back().bytes += static_cast<char>(data[i]);
    }
  }
  return input;
}

std::size_t first_step_after_resizes(const std::vector<vt_test::Step>& steps) {
  std::size_t join = 0;
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (steps[i].resize) join = i + 1;
  return join;
}

void require_same(std::string_view what, const std::optional<std::string>& difference) {
  if (!difference) return;
  std::fprintf(stderr, "%.*s: %s\n", static_cast<int>(what.size()), what.data(), difference->c_str());
  std::abort();
}

}  // namespace pty::fuzz
