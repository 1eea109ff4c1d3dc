// libvterm's scripts: every portable line. Lines in the ledger are `libvterm/<script>:<line>`.

#include <gtest/gtest.h>

#include <set>

#include "tests/vt/libvterm_script.hpp"
#include "tests/vt/test_files.hpp"

namespace pty::vt_test {
namespace {

class LibvtermScript : public testing::TestWithParam<std::string> {};

TEST_P(LibvtermScript, HoldsLineByLine) {
  std::string text = read_bytes(data_folder() / "corpus" / "libvterm" / (GetParam() + ".test"));
  LibvtermOutcome outcome = run_libvterm_script(text);
  Ledger ledger;
  std::set<std::string> failed;
  for (const std::string& failure : outcome.failures) {
    std::string entry = "libvterm/" + GetParam() + ":" + failure.substr(0, failure.find(' '));
    failed.insert(entry);
    EXPECT_TRUE(ledger.lists(entry)) << entry << " " << failure;
  }
  for (const std::string& entry : ledger.names("libvterm/" + GetParam() + ":"))
    EXPECT_TRUE(failed.contains(entry)) << entry << ": listed in the ledger, but passes";
  for (const std::string& fault : outcome.restore_faults) ADD_FAILURE() << "restore at line " << fault;
}

std::vector<std::string> scripts() {
  std::vector<std::string> out;
  for (const auto& path : files_in(data_folder() / "corpus" / "libvterm", ".test"))
    out.push_back(path.stem().string());
  return out;
}

std::string test_name(const testing::TestParamInfo<std::string>& info) {
  std::string name = "s" + info.param;
  for (char& c : name)
    if (c == '-') c = '_';
  return name;
}

INSTANTIATE_TEST_SUITE_P(Corpus, LibvtermScript, testing::ValuesIn(scripts()), test_name);

}  // namespace
}  // namespace pty::vt_test
