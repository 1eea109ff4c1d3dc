#include "recovery_check.hpp"

namespace pty::scenario {

void expect_readable_and_cleanable(Sandbox& box) {
  const Outcome list = box.pty({"list", "--json"});
  EXPECT_EQ(list.code, 0) << list.err;
  EXPECT_EQ(list.out.find("\"running\""), std::string::npos)
      << "a dead daemon is listed as running: " << list.out;
  if (list.out.find("\"x\"") != std::string::npos) {
    const bool told = list.out.find("\"vanished\"") != std::string::npos ||
                      list.out.find("\"exited\"") != std::string::npos;
    EXPECT_TRUE(told) << list.out;
    const Outcome removed = box.pty({"rm", "x"});
    EXPECT_EQ(removed.code, 0) << removed.err;
  }
  const Outcome again = box.pty({"run", "-d", "--id", "x", "--", "sleep", "1000"});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(box.pty({"kill", "x"}).code, 0);
  EXPECT_EQ(box.pty({"rm", "x"}).code, 0);
  for (const auto& file : box.files()) {
    EXPECT_NE(file.substr(0, 2), "x.") << "left behind: " << file;
    EXPECT_EQ(file.find(".tmp."), std::string::npos) << "left behind: " << file;
  }
}

}  // namespace pty::scenario
