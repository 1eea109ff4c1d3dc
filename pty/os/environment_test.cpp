#include "pty/os/environment.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <set>
#include <string>
#include <vector>

#include "pty/os/random.hpp"
#include "pty/os/scratch_directory.hpp"

namespace pty::os {
namespace {

TEST(Environment, IsReadSetAndUnset) {
  EXPECT_EQ(in_forked_child([] {
              set_environment_value("PTY_OS_TEST", "a=b");
              if (environment_value("PTY_OS_TEST") != "a=b") return 1;
              if (current_environment().at("PTY_OS_TEST") != "a=b") return 2;
              set_environment_value("PTY_OS_TEST", "");
              if (environment_value("PTY_OS_TEST") != "") return 3;
              unset_environment_value("PTY_OS_TEST");
              return environment_value("PTY_OS_TEST") || current_environment().contains("PTY_OS_TEST") ? 4
                                                                                                       : 0;
            }),
            0);
}

TEST(Environment, ABlockHasOneEntryPerName) {
  EXPECT_EQ(environment_block({{"B", "2=3"}, {"A", ""}}), (std::vector<std::string>{"A=", "B=2=3"}));
}

TEST(Environment, HomeComesFromHomeElseFromTheUserDatabase) {
  EXPECT_EQ(in_forked_child([] {
              set_environment_value("HOME", "/some/where");
              if (*home_directory() != "/some/where") return 1;
              set_environment_value("HOME", "");
              const auto home = home_directory();
              return home && home->starts_with('/') ? 0 : 2;
            }),
            0);
}

TEST(Random, HexTokensHaveTheirLengthAndDiffer) {
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) {
    const std::string token = random_hex(16);
    EXPECT_EQ(token.size(), 32U);
    EXPECT_EQ(token.find_first_not_of("0123456789abcdef"), std::string::npos);
    seen.insert(token);
  }
  EXPECT_EQ(seen.size(), 100U);
  EXPECT_EQ(random_hex(0), "");
}

TEST(Random, NumbersStayBelowTheirBoundAndReachEveryValue) {
  std::array<int, 31> hits{};
  for (int i = 0; i < 3100; ++i) ++hits.at(random_below(31));
  for (const int count : hits) EXPECT_GT(count, 0);
  EXPECT_EQ(random_below(1), 0U);
}

}  // namespace
}  // namespace pty::os
