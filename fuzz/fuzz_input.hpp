#pragma once
// Inputs of the terminal targets: two bytes of size, then an application's output in which bytes that never
// occur in UTF-8 are orders: F8 r c is a resize, F9 the end of a step (a cut, a check, a place to join). All
// four take the same inputs, so they share seeds and each other's finds.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tests/vt/playback.hpp"

namespace pty::fuzz {

inline constexpr std::size_t kMaxSteps = 16;
inline constexpr std::size_t kHistoryLines = 50;

struct Input {
  vt_test::Setting setting;
  std::vector<vt_test::Step> steps;  ///< at least one
};

/// Absent for inputs too short to be one.
std::optional<Input> read_input(const std::uint8_t* data, std::size_t size);
/// The first step with no resize at or behind it.
std::size_t first_step_after_resizes(const std::vector<vt_test::Step>& steps);
/// Reports and aborts if there is a difference.
void require_same(std::string_view what, const std::optional<std::string>& difference);

}  // namespace pty::fuzz
