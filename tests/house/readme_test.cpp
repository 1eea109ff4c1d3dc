// README.md says what the tables of the code say.

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <string>

#include "pty/cli/wait_exits.hpp"

namespace pty::cli {
namespace {

TEST(Readme, ListsTheExitCodesOfAWaitAsTheHelpDoes) {
  std::ifstream in(std::string(PROJECT_SOURCE) + "/README.md");
  const std::string readme{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  std::string table = "| status of a wait | meaning |\n|---|---|\n";
  for (const WaitExit& exit : kWaitExits) {
    if (exit.code.empty()) continue;
    table.append("| ").append(exit.code).append(" | ").append(exit.meaning).append(" |\n");
    EXPECT_EQ(exit.line, std::string("  ").append(exit.code).append("  ").append(exit.meaning));
  }
  EXPECT_NE(readme.find(table), std::string::npos) << table;
}

}  // namespace
}  // namespace pty::cli
