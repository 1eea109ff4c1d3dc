// The heart of the project: a fresh terminal fed with the restore dump is in the state of the one that saw
// everything.

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pty/vt/dump_plain.hpp"
#include "pty/vt/dump_restore.hpp"
#include "pty/vt/same_state.hpp"
#include "pty/vt/terminal.hpp"
#include "random_program.hpp"

namespace pty::vt_test {
namespace {

using vt::Terminal;

std::unique_ptr<Terminal> restored(const Terminal& terminal) {
  auto fresh = std::make_unique<Terminal>(terminal.size());
  fresh->write(vt::restore_dump(terminal));
  return fresh;
}

// What a step did, for messages.
struct Log {
  std::vector<std::string> steps;
  void write(const std::string& bytes) { steps.push_back(printable(bytes)); }
  void resize(base::Size size) {
    steps.push_back("resize " + std::to_string(size.rows) + "x" + std::to_string(size.cols));
  }
  [[nodiscard]] std::string text() const {
    std::string out;
    for (const std::string& step : steps) out += "  " + step + "\n";
    return out;
  }
};

enum class Resizes : std::uint8_t { no, yes };

void one_step(Terminal& terminal, RandomProgram& program, Dice& dice, Resizes resizes, Log& log) {
  if (resizes == Resizes::yes && dice.one_in(12)) {
    const base::Size size = random_size(dice);
    terminal.resize(size);
    program.set_size(size);
    log.resize(size);
    return;
  }
  const std::string bytes = program.next();
  terminal.write(bytes);
  log.write(bytes);
}

std::uint64_t seeds(std::uint64_t normal) {
  const char* more = std::getenv("PTY_TEST_SEEDS");
  return more == nullptr ? normal : std::strtoull(more, nullptr, 10);
}

std::uint64_t first_seed() {
  const char* first = std::getenv("PTY_TEST_FIRST_SEED");
  return first == nullptr ? 1 : std::strtoull(first, nullptr, 10);
}

// Runs `check` on seeds until three of them failed.
template <class Check>
void for_each_seed(std::uint64_t base, std::uint64_t normal, Check check) {
  int failures = 0;
  const std::uint64_t first = base + first_seed();
  for (std::uint64_t seed = first; seed < first + seeds(normal) && failures < 3; ++seed) {
    const std::optional<std::string> failure = check(seed);
    if (!failure) continue;
    ADD_FAILURE() << "seed " << seed << ": " << *failure;
    ++failures;
  }
}

std::optional<std::string> failure_at_some_step(std::uint64_t seed) {
  Dice dice(seed);
  Terminal terminal(random_size(dice));
  RandomProgram program(dice, terminal.size());
  Log log;
  log.resize(terminal.size());
  for (int step = 0; step < 60; ++step) {
    one_step(terminal, program, dice, Resizes::yes, log);
    const auto difference = vt::same_state(terminal, *restored(terminal));
    if (difference) return *difference + "\n" + log.text() + "dump: " + printable(vt::restore_dump(terminal));
  }
  return std::nullopt;
}

// D-025, D-049..D-068: at every step of a random program, with resizes
TEST(RestoreProperty, AFreshTerminalEqualsTheOriginalAtEveryStep) {
  for_each_seed(0, 60, failure_at_some_step);
}

std::optional<std::string> failure_of_late_client(std::uint64_t seed) {
  Dice dice(seed);
  Terminal terminal(random_size(dice));
  RandomProgram program(dice, terminal.size());
  Log log;
  log.resize(terminal.size());
  for (int step = 0; step < 30; ++step) one_step(terminal, program, dice, Resizes::yes, log);
  if (terminal.on_alternate()) return std::nullopt;
  const auto late = restored(terminal);
  log.steps.emplace_back("-- restored by " + printable(vt::restore_dump(terminal)));
  for (int step = 0; step < 30; ++step) {
    const std::string bytes = program.next();
    terminal.write(bytes);
    late->write(bytes);
    log.write(bytes);
    if (const auto difference = vt::same_state(terminal, *late)) return *difference + "\n" + log.text();
  }
  return std::nullopt;
}

// Design, invariant 1: a late client equals an early client, whatever the application goes on to do
TEST(RestoreProperty, ALateClientStaysEqual) {
  for_each_seed(100'000, 60, failure_of_late_client);
}

// What a client that joined on the alternate screen lacks after the application left it: history only.
std::optional<std::string> failure_of_alternate_client(std::uint64_t seed) {
  Dice dice(seed);
  Terminal terminal(random_size(dice));
  RandomProgram program(dice, terminal.size());
  Log log;
  log.resize(terminal.size());
  for (int step = 0; step < 30; ++step) one_step(terminal, program, dice, Resizes::yes, log);
  if (!terminal.on_alternate()) return std::nullopt;
  const auto late = restored(terminal);
  log.steps.emplace_back("-- restored by " + printable(vt::restore_dump(terminal)));
  for (int step = 0; step < 10 && terminal.on_alternate(); ++step) {
    const std::string bytes = program.next();
    terminal.write(bytes);
    late->write(bytes);
    log.write(bytes);
    if (!terminal.on_alternate()) break;
    if (const auto difference = vt::same_state(terminal, *late)) return *difference + "\n" + log.text();
  }
  for (Terminal* one : {&terminal, late.get()}) one->write("\x1b[?1049l");
  late->write(vt::primary_repaint(terminal));
  log.steps.emplace_back("-- repainted by " + printable(vt::primary_repaint(terminal)));
  const auto difference = vt::same_state(terminal, *late, {vt::SameStateOptions::Compare::without_history});
  if (difference) return *difference + "\n" + log.text();
  return std::nullopt;
}

// D-066
TEST(RestoreProperty, AClientThatJoinedOnTheAlternateScreenIsGivenThePrimary) {
  for_each_seed(200'000, 200, failure_of_alternate_client);
}

}  // namespace
}  // namespace pty::vt_test
