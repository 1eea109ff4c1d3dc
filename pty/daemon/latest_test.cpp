#include "pty/daemon/latest.hpp"

#include <gtest/gtest.h>

namespace pty::daemon {
namespace {

TEST(Latest, OneIsOnItsWayAndItIsTheLast) {
  Latest<int> latest;
  EXPECT_EQ(latest.take(), std::nullopt);
  EXPECT_TRUE(latest.put(1));
  EXPECT_FALSE(latest.put(2));
  EXPECT_FALSE(latest.put(3));
  EXPECT_EQ(latest.take(), 3);
  EXPECT_EQ(latest.take(), std::nullopt);
  EXPECT_TRUE(latest.put(4));
}

}  // namespace
}  // namespace pty::daemon
