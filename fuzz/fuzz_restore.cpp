// The restore dump brings everything back after any step; a client that joins between steps sees the same;
// a restored terminal also takes a resize like the original. Input: fuzz_input.hpp.

#include <cstddef>
#include <cstdint>

#include "fuzz/fuzz_input.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pty;
  const auto input = fuzz::read_input(data, size);
  if (!input) return 0;
  vt_test::Played played = vt_test::start(input->setting);
  for (const vt_test::Step& step : input->steps) {
    played.step(step);
    fuzz::require_same("restore", vt_test::restore_difference(*played.terminal, input->setting));
  }
  const std::size_t first = fuzz::first_step_after_resizes(input->steps);
  const std::size_t last = input->steps.size() - 1;
  // Not at every place: the cost would be quadratic, and an input is free to put its first step anywhere.
  for (const std::size_t join : {first, (first + last) / 2, last})
    if (join <= last && join >= first)
      fuzz::require_same("late client", vt_test::late_client_difference(input->setting, input->steps, join));
  const base::Size other{static_cast<std::uint16_t>(1 + data[1] % 40),
                         static_cast<std::uint16_t>(2 + data[0] % 120)};
  fuzz::require_same("restored, then resized",
                     vt_test::resized_difference(*played.terminal, input->setting, other));
  return 0;
}
