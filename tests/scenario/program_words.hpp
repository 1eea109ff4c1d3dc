#pragma once
// What everybody needs who starts programs and reads what they left.

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace pty::scenario {

/// A file's bytes; empty if it cannot be read.
inline std::string slurp(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// argv or envp for exec, ended by a null. Lifetime: that of `words`.
inline std::vector<char*> pointers(const std::vector<std::string>& words) {
  std::vector<char*> out;
  for (const auto& word : words) out.push_back(const_cast<char*>(word.c_str()));
  out.push_back(nullptr);
  return out;
}

}  // namespace pty::scenario
