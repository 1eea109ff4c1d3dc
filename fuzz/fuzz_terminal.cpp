// Any output and any resizes: no crash, the restore dump brings everything back, cuts do not matter, a client
// that joins in the middle sees the same. Input: two bytes of size, then output in which bytes that never
// occur in UTF-8 are orders: F8 r c resize, F9 next step (a cut and a place to join).

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "tests/vt/playback.hpp"

namespace {

using namespace pty;

constexpr std::size_t kMaxSteps = 16;

base::Size size_from(std::uint8_t rows, std::uint8_t cols) {
  return {static_cast<std::uint16_t>(1 + rows % 40), static_cast<std::uint16_t>(2 + cols % 120)};
}

std::vector<vt_test::Step> steps_of(const std::uint8_t* data, std::size_t size) {
  std::vector<vt_test::Step> steps(1);
  for (std::size_t i = 0; i < size; ++i) {
    if (data[i] == 0xF8 && i + 2 < size && steps.size() < kMaxSteps) {
      steps.push_back({{}, size_from(data[i + 1], data[i + 2])});
      steps.push_back({});
      i += 2;
    } else if (data[i] == 0xF9 && steps.size() < kMaxSteps) {
      steps.push_back({});
    } else {
      steps.back().bytes += static_cast<char>(data[i]);
    }
  }
  return steps;
}

void require_same(const char* what, const std::optional<std::string>& difference) {
  if (!difference) return;
  std::fprintf(stderr, "%s: %s\n", what, difference->c_str());
  std::abort();
}

std::size_t first_step_after_resizes(const std::vector<vt_test::Step>& steps) {
  std::size_t join = 0;
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (steps[i].resize) join = i + 1;
  return join;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  vt_test::Setting setting{size_from(data[0], data[1]), {}};
  setting.options.history_lines = 50;
  std::vector<vt_test::Step> steps = steps_of(data + 2, size - 2);

  vt_test::Played played = vt_test::start(setting);
  for (const vt_test::Step& step : steps) {
    played.step(step);
    require_same("restore", vt_test::restore_difference(*played.terminal, setting));
  }
  require_same("byte by byte", vt_test::bytewise_difference(setting, steps, played));
  for (std::size_t join = first_step_after_resizes(steps); join < steps.size(); ++join)
    require_same("late client", vt_test::late_client_difference(setting, steps, join));
  return 0;
}
