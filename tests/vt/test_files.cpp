#include "tests/vt/test_files.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

namespace pty::vt_test {

std::filesystem::path data_folder() {
  return PTY_VT_TESTS_DIR;
}

std::string read_bytes(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder, const std::string& ending) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().filename().string().ends_with(ending)) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

Ledger::Ledger() {
  std::istringstream lines(read_bytes(data_folder() / "corpus" / "ledger.txt"));
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    std::size_t blank = line.find(' ');
    reasons_[line.substr(0, blank)] = blank == std::string::npos ? "" : line.substr(blank + 1);
  }
}

std::vector<std::string> Ledger::names(const std::string& prefix) const {
  std::vector<std::string> out;
  for (const auto& [name, reason] : reasons_)
    if (name.starts_with(prefix)) out.push_back(name);
  return out;
}

std::size_t Ledger::misses(const std::string& set) const {
  std::size_t count = 0;
  for (const std::string& name : names(set + "/"))
    if (!reasons_.at(name).starts_with("choice:")) ++count;
  return count;
}

}  // namespace pty::vt_test
