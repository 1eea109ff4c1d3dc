#pragma once
// Random applications for property tests: text and control sequences that meet each other at the edges of
// small screens. The same seed gives the same program everywhere.

#include <cstdint>
#include <string>

#include "pty/base/size.hpp"

namespace pty::vt_test {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed * 0x9E37'79B9'7F4A'7C15ULL + 0x1234'5678) {}
  /// 0 to limit - 1.
  std::uint32_t below(std::uint32_t limit);
  bool one_in(std::uint32_t n) { return below(n) == 0; }

 private:
  std::uint64_t state_;
};

/// Mostly small sizes, at least 1x2.
base::Size random_size(Dice& dice);

class RandomProgram {
 public:
  RandomProgram(Dice& dice, base::Size size) : dice_(dice), size_(size) {}
  /// The next piece of output: complete sequences and scalars only.
  std::string next();
  void set_size(base::Size size) { size_ = size; }

 private:
  std::string text();
  std::string word();
  std::string rendition();
  std::string movement();
  std::string erasure();
  std::string editing();
  std::string region();
  std::string rectangle();
  std::string mode();
  std::string cursor_keeping();
  std::string screen();
  std::string string_command();
  std::string charset();
  std::string keyboard();
  std::string notification();
  std::string csi(std::uint32_t limit, const char* final_bytes);
  std::string row_and_col();

  Dice& dice_;
  base::Size size_;
};

/// The bytes in printable form, for messages.
std::string printable(const std::string& bytes);

}  // namespace pty::vt_test
