#include "pty/vt/charset_functions.hpp"

#include <array>
#include <string>

namespace pty::vt {
namespace {

constexpr std::string_view kSetIntermediates = "()*+";

char first_intermediate(std::uint32_t key) {
  return static_cast<char>((key >> 16) & 0xff);
}
char second_intermediate(std::uint32_t key) {
  return static_cast<char>((key >> 8) & 0xff);
}
char final_of(std::uint32_t key) {
  return static_cast<char>(key & 0xff);
}

}  // namespace

void shift_to(TerminalState& state, std::uint8_t set) {
  state.charsets.gl = set;
}

bool is_designation(std::uint32_t key) {
  const char first = first_intermediate(key);
  return first != 0 && kSetIntermediates.find(first) != kSetIntermediates.npos;
}

void escape_designate(TerminalState& state, std::uint32_t key) {
  std::string designator;
  if (second_intermediate(key) != 0) designator.push_back(second_intermediate(key));
  designator.push_back(final_of(key));
  const auto set = find_charset(designator);
  if (set) state.charsets.designated[kSetIntermediates.find(first_intermediate(key))] = *set;
}

void escape_shift(TerminalState& state, std::uint32_t key) {
  switch (final_of(key)) {
    case 'n':
      state.charsets.gl = 2;
      break;
    case 'o':
      state.charsets.gl = 3;
      break;
    case '~':
      state.charsets.gr = 1;
      break;
    case '}':
      state.charsets.gr = 2;
      break;
    case '|':
      state.charsets.gr = 3;
      break;
    case 'N':
      state.charsets.single_shift = 2;
      break;
    case 'O':
      state.charsets.single_shift = 3;
      break;
    default:
      break;
  }
}

}  // namespace pty::vt
