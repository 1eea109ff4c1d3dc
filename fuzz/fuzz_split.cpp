// Cuts do not matter: the same output whole, in its steps, and byte by byte gives the same state, answers,
// relayed bytes and events. Input: fuzz_input.hpp.

#include <cstddef>
#include <cstdint>

#include "fuzz/fuzz_input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pty;
  const auto input = fuzz::read_input(data, size);
  if (!input) return 0;
  std::vector<vt_test::Step> whole;
  for (const vt_test::Step& step : input->steps) {
    if (step.resize || whole.empty() || whole.back().resize)
      whole.push_back(step);
    else
      whole.back().bytes += step.bytes;
  }
  const vt_test::Played played = vt_test::play(input->setting, whole);
  fuzz::require_same("in steps", vt_test::pieces_difference(input->setting, input->steps, played));
  fuzz::require_same("byte by byte", vt_test::bytewise_difference(input->setting, whole, played));
  return 0;
}
