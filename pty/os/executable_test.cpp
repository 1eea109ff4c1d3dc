#include "pty/os/executable.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

#include "pty/os/file_io.hpp"
#include "pty/os/scratch_directory.hpp"

namespace pty::os {
namespace {

class ExecutableTest : public testing::Test {
 protected:
  void make(const std::string& name, mode_t mode) {
    ASSERT_TRUE(make_private_directories(scratch_.file(name.substr(0, name.find('/')))));
    ASSERT_TRUE(create_exclusive(scratch_.file(name), "", mode));
  }

  ScratchDirectory scratch_;
};

//
TEST_F(ExecutableTest, TheFirstExecutableRegularFileOnThePathWins) {
  make("a/tool", 0600);  // not executable: passed over
  make("b/tool", 0700);
  make("c/tool", 0700);
  ASSERT_TRUE(make_private_directories(scratch_.file("d/dir")));
  const std::string path = scratch_.file("none") + ":" + scratch_.file("a") + ":" + scratch_.file("b") + ":" +
                           scratch_.file("c") + ":" + scratch_.file("d");
  EXPECT_EQ(find_executable("tool", path), scratch_.file("b/tool"));
  EXPECT_EQ(find_executable("dir", path), std::nullopt);
  EXPECT_EQ(find_executable("absent", path), std::nullopt);
  EXPECT_EQ(find_executable("", path), std::nullopt);
}

TEST_F(ExecutableTest, ANameWithASlashIsNotSearched) {
  make("b/tool", 0700);
  EXPECT_EQ(find_executable(scratch_.file("b/tool"), ""), scratch_.file("b/tool"));
  EXPECT_EQ(find_executable("b/tool", scratch_.path()), std::nullopt);
}

TEST_F(ExecutableTest, AnEmptyElementMeansTheCurrentDirectory) {
  EXPECT_EQ(executable_candidates("x", "/a::/b/:"),
            (std::vector<std::string>{"/a/x", "./x", "/b//x", "./x"}));
  EXPECT_EQ(executable_candidates("x", ""), (std::vector<std::string>{"./x"}));
}

TEST_F(ExecutableTest, TheOwnExecutableIsAnAbsoluteExecutablePath) {
  const auto own = own_executable();
  ASSERT_TRUE(own);
  EXPECT_TRUE(own->starts_with('/'));
  EXPECT_TRUE(is_executable_file(*own));
}

}  // namespace
}  // namespace pty::os
