#pragma once
// Choices fixed when a terminal is created.

#include <cstddef>
#include <cstdint>
#include <string>

namespace pty::vt {

/// DECRQCRA lets whoever prints read the screen: only for tests.
enum class ChecksumReports : std::uint8_t { off, on };

struct TerminalOptions {
  std::size_t history_lines = 10'000;
  std::size_t history_bytes =
      std::size_t{64} * 1024 * 1024;  ///< packed size at which the oldest lines go as well
  std::string version = "0.0";        ///< answered to XTVERSION
  ChecksumReports checksums = ChecksumReports::off;
};

}  // namespace pty::vt
