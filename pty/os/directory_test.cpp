#include "pty/os/directory.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "pty/os/fd_io.hpp"
#include "pty/os/file_guard.hpp"
#include "pty/os/file_io.hpp"
#include "pty/os/pipe.hpp"
#include "pty/os/scratch_directory.hpp"

namespace pty::os {
namespace {

using base::Errc;
using base::Milliseconds;

class DirectoryTest : public testing::Test {
 protected:
  ScratchDirectory scratch_;
};

//
TEST_F(DirectoryTest, EveryNewLevelIsPrivateAndExistingOnesStayAsTheyAre) {
  ASSERT_EQ(::mkdir(scratch_.file("a").c_str(), 0755), 0);
  ASSERT_EQ(::chmod(scratch_.file("a").c_str(), 0755), 0);
  const mode_t before = ::umask(0277);
  const auto made = make_private_directories(scratch_.file("a/b//c/"));
  ::umask(before);
  ASSERT_TRUE(made) << made.error().text;
  EXPECT_EQ(try_file_facts(scratch_.file("a"))->permissions, mode_t{0755});
  EXPECT_EQ(try_file_facts(scratch_.file("a/b"))->permissions, mode_t{0700});
  EXPECT_EQ(try_file_facts(scratch_.file("a/b/c"))->permissions, mode_t{0700});
  EXPECT_TRUE(make_private_directories(scratch_.file("a/b/c")));
  EXPECT_TRUE(make_private_directories("/"));
}

TEST_F(DirectoryTest, AFileInTheWayIsInvalid) {
  ASSERT_TRUE(create_exclusive(scratch_.file("file"), ""));
  EXPECT_EQ(make_private_directories(scratch_.file("file")).error().code, Errc::invalid);
  EXPECT_EQ(make_private_directories(scratch_.file("file/below")).error().code, Errc::invalid);
}

TEST_F(DirectoryTest, EntriesAreAllNamesWithinTheBound) {
  for (const char* name : {"x.json", ".hidden", "y"}) ASSERT_TRUE(create_exclusive(scratch_.file(name), ""));
  auto names = *directory_entries(scratch_.path());
  std::ranges::sort(names);
  EXPECT_EQ(names, (std::vector<std::string>{".hidden", "x.json", "y"}));
  EXPECT_TRUE(directory_entries(scratch_.path(), 3));
  EXPECT_EQ(directory_entries(scratch_.path(), 2).error().code, Errc::too_large);
  EXPECT_EQ(directory_entries(scratch_.file("none")).error().code, Errc::not_found);
}

TEST_F(DirectoryTest, FactsFollowLinksOnlyWhenAsked) {
  ASSERT_TRUE(create_exclusive(scratch_.file("target"), "12345"));
  ASSERT_EQ(::symlink("target", scratch_.file("link").c_str()), 0);
  EXPECT_EQ(try_file_facts(scratch_.file("link"))->bytes, 5U);
  EXPECT_EQ(try_file_facts(scratch_.file("link"))->kind, FileFacts::Kind::regular);
  EXPECT_EQ(try_file_facts(scratch_.file("link"), Links::look_at_link)->kind, FileFacts::Kind::symbolic_link);
  EXPECT_EQ(try_file_facts(scratch_.path())->kind, FileFacts::Kind::directory);
  EXPECT_EQ(try_file_facts(scratch_.path())->owner, ::geteuid());
}

// D-162
TEST_F(DirectoryTest, AWorkingDirectoryIsRefusedWithItsReason) {
  ASSERT_TRUE(create_exclusive(scratch_.file("file"), ""));
  EXPECT_EQ(try_directory_fault("")->problem, DirectoryProblem::empty);
  EXPECT_EQ(try_directory_fault(scratch_.file("none"))->problem, DirectoryProblem::missing);
  EXPECT_EQ(try_directory_fault(scratch_.file("file"))->problem, DirectoryProblem::not_a_directory);
  EXPECT_EQ(try_directory_fault(scratch_.file("file/x"))->problem, DirectoryProblem::not_a_directory);
  const auto loop = scratch_.file("loop");
  ASSERT_EQ(::symlink(loop.c_str(), loop.c_str()), 0);
  EXPECT_EQ(try_directory_fault(loop)->problem, DirectoryProblem::not_accessible);
  EXPECT_FALSE(try_directory_fault(loop)->reason.empty());
  EXPECT_FALSE(try_directory_fault(scratch_.path()));
}

// D-162
TEST_F(DirectoryTest, AnUnsearchableDirectoryIsToldFromAMissingOne) {
  ASSERT_EQ(::chmod(scratch_.path().c_str(), 0700), 0);
  const std::string closed = scratch_.file("closed");
  ASSERT_EQ(::mkdir(closed.c_str(), 0600), 0);
  EXPECT_EQ(in_forked_child([&] {
              if (::geteuid() == 0) {  // the superuser may search everything
                if (::chown(scratch_.path().c_str(), 65534, 65534) != 0 ||
                    ::chown(closed.c_str(), 65534, 65534) != 0)
                  return 1;
                if (::setgid(65534) != 0 || ::setuid(65534) != 0) return 2;
              }
              const auto fault = try_directory_fault(closed);
              return fault && fault->problem == DirectoryProblem::not_searchable ? 0 : 3;
            }),
            0);
}

TEST_F(DirectoryTest, ARemovedCurrentDirectoryIsNotFound) {
  const std::string doomed = scratch_.file("doomed");
  ASSERT_TRUE(make_private_directories(doomed));
  EXPECT_EQ(in_forked_child([&] {
              if (!change_directory(doomed) || *current_directory() != doomed) return 1;
              ::rmdir(doomed.c_str());
              return current_directory().error().code == Errc::not_found ? 0 : 2;
            }),
            0);
  EXPECT_EQ(change_directory(doomed).error().code, Errc::not_found);
}

TEST_F(DirectoryTest, AGuardExcludesOtherProcessesAndFallsWithItsHolder) {
  const std::string path = scratch_.file("guard");
  auto held = *create_pipe();
  auto go = *create_pipe();
  const pid_t pid = ::fork();
  if (pid == 0) {
    go.write_end.reset();
    const auto guard = FileGuard::acquire(path, Milliseconds(0));
    static_cast<void>(write_all(held.write_end.get(), guard ? "y" : "n"));
    held.write_end.reset();
    std::string nothing;
    static_cast<void>(read_to_end(go.read_end.get(), 1, nothing));
    ::_exit(0);  // without releasing
  }
  held.write_end.reset();
  std::string answer;
  ASSERT_TRUE(read_to_end(held.read_end.get(), 1, answer));
  ASSERT_EQ(answer, "y");
  EXPECT_EQ(FileGuard::acquire(path, Milliseconds(5)).error().code, Errc::busy);
  go.write_end.reset();
  EXPECT_TRUE(FileGuard::acquire(path, Milliseconds(10'000)));
  EXPECT_TRUE(FileGuard::acquire(path, Milliseconds(0)));
  EXPECT_EQ(try_file_facts(path)->permissions, mode_t{0600});
  int status = 0;
  ::waitpid(pid, &status, 0);
}

}  // namespace
}  // namespace pty::os
