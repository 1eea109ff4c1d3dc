#include "runtime_code.hpp"

#include <algorithm>
#include <array>
#include <cinttypes>
#include <cstdio>
#include <sstream>
#include <string_view>

#include "program_words.hpp"

namespace pty::faults {
namespace {

constexpr std::array<std::string_view, 4> kRuntimes{"/ld-linux", "/libasan.", "/libubsan.", "/libtsan."};

bool is_runtime(std::string_view line) {
  return std::ranges::any_of(kRuntimes, [&](std::string_view name) { return line.find(name) != line.npos; });
}

}  // namespace

bool RuntimeCode::holds(pid_t process, std::uint64_t address) {
  const Mapping* found = find(address);
  if (found == nullptr) {
    read(process);
    found = find(address);
  }
  return found != nullptr && found->runtime;
}

const RuntimeCode::Mapping* RuntimeCode::find(std::uint64_t address) const {
  const auto at = std::ranges::find_if(
      mappings_, [&](const Mapping& one) { return one.begin <= address && address < one.end; });
  return at == mappings_.end() ? nullptr : &*at;
}

void RuntimeCode::read(pid_t process) {
  mappings_.clear();
  std::istringstream maps(scenario::slurp("/proc/" + std::to_string(process) + "/maps"));
  for (std::string line; std::getline(maps, line);) {
    Mapping mapping;
    std::array<char, 5> rights{};
    if (std::sscanf(line.c_str(), "%" SCNx64 "-%" SCNx64 " %4s", &mapping.begin, &mapping.end,
                    rights.data()) != 3)
      continue;
    mapping.runtime = is_runtime(line);
    if (rights[2] == 'x') mappings_.push_back(mapping);
  }
}

}  // namespace pty::faults
