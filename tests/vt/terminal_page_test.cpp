// docs/terminal.md says what the tables, the corpora and the programs say.

#include "tests/vt/terminal_page.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>

#include "tests/vt/test_files.hpp"

namespace pty::vt_test {
namespace {

std::filesystem::path page_path() {
  return data_folder() / "../../docs/terminal.md";
}

TEST(TerminalPage, HasAPlaceForEachPartThatIsWrittenFromTheCode) {
  const std::string page = read_bytes(page_path());
  for (const std::string& name : page_parts()) {
    EXPECT_NE(page.find("<!-- " + name + ":"), std::string::npos) << name;
    EXPECT_NE(page.find("<!-- end of " + name + " -->"), std::string::npos) << name;
  }
}

TEST(TerminalPage, SaysWhatTheTablesAndCorporaSay) {
  const std::string page = read_bytes(page_path());
  const std::string wanted = written_again(page);
  if (std::getenv("PTY_ACCEPT") != nullptr) {
    std::ofstream(page_path(), std::ios::binary) << wanted;
    return;
  }
  EXPECT_EQ(page, wanted) << "the target terminal_page writes docs/terminal.md again";
}

}  // namespace
}  // namespace pty::vt_test
