// Random programs of writes, resizes and cuts: whatever an application sends, in whatever pieces, a terminal
// stays in order, its restore brings everything back, pieces do not matter, and a client that joins in
// between, also in the middle of a sequence, sees what an early one sees.

#include <gtest/gtest.h>

#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "random_program.hpp"
#include "tests/vt/playback.hpp"
#include "tests/vt/terminal_order.hpp"

namespace pty::vt_test {
namespace {

constexpr std::size_t kPieces = 50;
constexpr std::uint64_t kSeeds = 120;

/// A program, and the same bytes with the cuts elsewhere.
struct Program {
  Setting setting;
  std::vector<Step> whole;  ///< one step between resizes
  std::vector<Step> cut;    ///< cut anywhere, also in the middle of sequences
};

void append_cut(const std::string& bytes, Dice& dice, std::vector<Step>& steps) {
  for (std::size_t at = 0; at < bytes.size();) {
    const std::size_t size = 1 + dice.below(dice.one_in(3) ? 4 : 60);
    steps.push_back({bytes.substr(at, size), std::nullopt});
    at += size;
  }
}

Program random_program(std::uint64_t seed) {
  Dice dice(seed);
  Program program{{random_size(dice), {}}, {}, {}};
  if (dice.one_in(3)) program.setting.options.history_lines = dice.below(12);
  RandomProgram pieces(dice, program.setting.size);
  std::string bytes;
  const auto flush = [&] {
    if (bytes.empty()) return;
    append_cut(bytes, dice, program.cut);
    program.whole.push_back({std::exchange(bytes, {}), std::nullopt});
  };
  for (std::size_t i = 0; i < kPieces; ++i) {
    bytes += pieces.next();
    if (!dice.one_in(16)) continue;
    flush();
    const base::Size size = random_size(dice);
    pieces.set_size(size);
    program.whole.push_back({{}, size});
    program.cut.push_back({{}, size});
  }
  flush();
  return program;
}

std::optional<std::string> difference(std::string_view what, const std::optional<std::string>& found) {
  if (!found) return std::nullopt;
  return std::string(what) + ": " + *found;
}

std::optional<std::string> failure_of_program(std::uint64_t seed) {
  const Program program = random_program(seed);
  const Setting& setting = program.setting;
  Played played = start(setting);
  std::size_t last_resize = 0;
  for (std::size_t i = 0; i < program.cut.size(); ++i) {
    const Step& step = program.cut[i];
    if (step.resize) last_resize = i + 1;
    played.step(step);
    const std::string where = "step " + std::to_string(i);
    if (auto found = difference(where + ", order", disorder(*played.terminal))) return found;
    if (auto found = difference(where + ", restore", restore_difference(*played.terminal, setting)))
      return found;
  }
  if (auto found = difference("whole", pieces_difference(setting, program.whole, played))) return found;
  if (auto found = difference("byte by byte", bytewise_difference(setting, program.whole, played)))
    return found;
  Dice dice(seed + 1);
  for (int i = 0; i < 4 && last_resize < program.cut.size(); ++i) {
    const std::size_t join =
        last_resize + dice.below(static_cast<std::uint32_t>(program.cut.size() - last_resize));
    if (auto found = difference("joined before step " + std::to_string(join),
                                late_client_difference(setting, program.cut, join)))
      return found;
  }
  return difference("restored, then resized",
                    resized_difference(*played.terminal, setting, random_size(dice)));
}

std::string listing(std::uint64_t seed) {
  const Program program = random_program(seed);
  std::string out = "size " + std::to_string(program.setting.size.rows) + " " +
                    std::to_string(program.setting.size.cols) + "\nhistory_lines " +
                    std::to_string(program.setting.options.history_lines) + "\n";
  for (const Step& step : program.cut)
    out += step.resize ? "resize " + std::to_string(step.resize->rows) + " " +
                             std::to_string(step.resize->cols) + "\n"
                       : "push \"" + printable(step.bytes) + "\"\n";
  return out;
}

std::uint64_t number_from(const char* name, std::uint64_t normal) {
  const char* given = std::getenv(name);
  return given == nullptr ? normal : std::strtoull(given, nullptr, 10);
}

// D-025, D-049..D-068; design, invariant 1. PTY_TEST_SEEDS and PTY_TEST_FIRST_SEED run others.
TEST(ProgramProperty, HoldsForWritesResizesAndCuts) {
  const std::uint64_t first = number_from("PTY_TEST_FIRST_SEED", 1);
  int failures = 0;
  for (std::uint64_t seed = first; seed < first + number_from("PTY_TEST_SEEDS", kSeeds); ++seed) {
    const auto failure = failure_of_program(seed);
    if (!failure) continue;
    ADD_FAILURE() << "seed " << seed << ": " << *failure << "\n" << listing(seed);
    if (++failures == 3) break;
  }
}

}  // namespace
}  // namespace pty::vt_test
