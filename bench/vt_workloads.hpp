#pragma once
// Generated terminal output for the core benchmark: the same bytes on every machine.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pty::bench {

struct Workload {
  std::string_view name;
  std::string (*generate)(int rows, int cols, std::size_t bytes);  ///< at least `bytes` long
};
const std::vector<Workload>& vt_workloads();

}  // namespace pty::bench
