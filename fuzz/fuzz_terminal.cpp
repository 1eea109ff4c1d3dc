// Any output and any resizes: no crash, and the terminal stays in order (terminal_order.hpp) within its
// bounds. Input: fuzz_input.hpp.

#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "fuzz/fuzz_input.hpp"
#include "pty/text/utf8.hpp"
#include "pty/vt/dump_plain.hpp"
#include "tests/vt/terminal_order.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pty;
  const auto input = fuzz::read_input(data, size);
  if (!input) return 0;
  vt::Terminal terminal(input->setting.size, input->setting.options);
  for (const vt_test::Step& step : input->steps) {
    if (step.resize)
      terminal.resize(*step.resize);
    else
      terminal.write(step.bytes);
    fuzz::require_same("order", vt_test::disorder(terminal));
  }
  if (!text::is_valid_utf8(vt::plain_text(terminal, vt::Extent::full))) std::abort();
  return 0;
}
