#pragma once
// Test data on disk and the ledger of known differences.

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace pty::vt_test {

/// tests/vt of the source tree.
std::filesystem::path data_folder();
std::string read_bytes(const std::filesystem::path& path);
/// Files of a folder with this ending, sorted by name.
std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder, const std::string& ending);

/// corpus/ledger.txt: `<set>/<name> <reason>` a line; `#` comments.
class Ledger {
 public:
  Ledger();
  [[nodiscard]] bool lists(const std::string& name) const { return reasons_.contains(name); }
  /// Names that begin so.
  [[nodiscard]] std::vector<std::string> names(const std::string& prefix) const;
  /// Entries of a set that count against its floor: those that are no `choice:` of the recording terminal.
  [[nodiscard]] std::size_t misses(const std::string& set) const;
  [[nodiscard]] std::size_t choices(const std::string& set) const {
    return names(set + "/").size() - misses(set);
  }

 private:
  std::map<std::string, std::string> reasons_;
};

}  // namespace pty::vt_test
