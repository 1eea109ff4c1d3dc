#include "pty/os/file_io.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string>
#include <thread>

#include "pty/os/fd.hpp"
#include "pty/os/file_identity.hpp"
#include "pty/os/scratch_directory.hpp"
#include "pty/os/signals.hpp"
#include "pty/os/whole_file.hpp"

namespace pty::os {
namespace {

using base::Errc;

constexpr std::size_t kEnough = 1 << 20;

class FileIoTest : public testing::Test {
 protected:
  std::size_t file_count() { return directory_entries(scratch_.path())->size(); }

  ScratchDirectory scratch_;
  std::string path_ = scratch_.file("record.json");
};

//
TEST_F(FileIoTest, AtomicWritingReplacesContentAndGivesTheExactMode) {
  const mode_t before = ::umask(0377);
  EXPECT_TRUE(write_file_atomic(path_, "old"));
  EXPECT_TRUE(write_file_atomic(path_, "new", 0640));
  ::umask(before);
  EXPECT_EQ(*read_file(path_, kEnough), "new");
  EXPECT_EQ(try_file_facts(path_)->permissions, mode_t{0640});
  EXPECT_EQ(file_count(), 1U);
}

//
TEST_F(FileIoTest, AReaderDuringRewritesSeesOnlyWholeFiles) {
  const std::string a(5000, 'a');
  const std::string b(9000, 'b');
  ASSERT_TRUE(write_file_atomic(path_, a));
  std::thread writer([&] {
    for (int i = 0; i < 200; ++i) EXPECT_TRUE(write_file_atomic(path_, i % 2 == 0 ? b : a));
  });
  for (int i = 0; i < 200; ++i) {
    const auto seen = read_file(path_, kEnough);
    ASSERT_TRUE(seen);
    EXPECT_TRUE(*seen == a || *seen == b);
  }
  writer.join();
  EXPECT_EQ(file_count(), 1U);
}

//
TEST_F(FileIoTest, AFailedAtomicWriteKeepsTheOldFileAndLeavesNoTemporary) {
  ASSERT_TRUE(write_file_atomic(path_, "old"));
  EXPECT_EQ(in_forked_child([&] {
              ignore_signal(SIGXFSZ);
              const rlimit small{100, 100};
              ::setrlimit(RLIMIT_FSIZE, &small);
              const auto written = write_file_atomic(path_, std::string(5000, 'x'));
              return !written && written.error().sys_errno == EFBIG ? 0 : 1;
            }),
            0);
  EXPECT_EQ(*read_file(path_, kEnough), "old");
  EXPECT_EQ(file_count(), 1U);
}

TEST_F(FileIoTest, AnAtomicWriteOverADirectoryFailsAndLeavesNoTemporary) {
  ASSERT_EQ(::mkdir(path_.c_str(), 0700), 0);
  EXPECT_FALSE(write_file_atomic(path_, "x"));
  EXPECT_EQ(file_count(), 1U);
  EXPECT_EQ(write_file_atomic(scratch_.file("no/dir"), "x").error().code, Errc::not_found);
}

TEST_F(FileIoTest, TemporaryNamesFollowTheDocumentedForm) {
  const std::string name = temporary_name("/r/x.json");
  const std::string prefix = "/r/x.json.tmp." + std::to_string(::getpid()) + ".";
  EXPECT_TRUE(name.starts_with(prefix)) << name;
  EXPECT_EQ(name.size(), prefix.size() + 16);
  EXPECT_NE(name, temporary_name("/r/x.json"));
}

TEST_F(FileIoTest, ReadingIsBoundedExactly) {
  for (const std::size_t size : {0U, 1U, 511U, 512U, 513U, 5000U}) {
    const std::string content(size, 'c');
    ASSERT_TRUE(write_file_atomic(path_, content));
    EXPECT_EQ(*read_file(path_, size), content);
    if (size > 0) {
      EXPECT_EQ(read_file(path_, size - 1).error().code, Errc::too_large) << size;
    }
  }
}

TEST_F(FileIoTest, AFileWithoutASizeIsReadToItsEnd) {
  const auto status = read_file("/proc/self/status", kEnough);
  ASSERT_TRUE(status);
  EXPECT_TRUE(status->contains("SigIgn"));
}

TEST_F(FileIoTest, OnlyRegularFilesAreReadAndAFifoDoesNotBlock) {
  ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
  EXPECT_EQ(read_file(path_, kEnough).error().code, Errc::invalid);
  EXPECT_EQ(read_file(scratch_.path(), kEnough).error().code, Errc::invalid);
  const auto missing = read_file(scratch_.file("none"), kEnough);
  EXPECT_EQ(missing.error().code, Errc::not_found);
  EXPECT_TRUE(missing.error().text.contains("none"));
}

TEST_F(FileIoTest, ExclusiveCreationNeverTouchesWhatIsThere) {
  ASSERT_TRUE(create_exclusive(path_, "first"));
  EXPECT_EQ(create_exclusive(path_, "second").error().code, Errc::already_exists);
  EXPECT_EQ(*read_file(path_, kEnough), "first");
  EXPECT_EQ(try_file_facts(path_)->permissions, mode_t{0600});
}

TEST_F(FileIoTest, ExclusiveCreationThatCannotWriteLeavesNothing) {
  EXPECT_EQ(in_forked_child([&] {
              ignore_signal(SIGXFSZ);
              const rlimit none{0, 0};
              ::setrlimit(RLIMIT_FSIZE, &none);
              return create_exclusive(path_, "content") ? 1 : 0;
            }),
            0);
  EXPECT_EQ(file_count(), 0U);
}

TEST_F(FileIoTest, AWholeFileAppearsCompleteOrNotAtAll) {
  ASSERT_TRUE(create_whole(path_, "first"));
  EXPECT_EQ(create_whole(path_, "second").error().code, Errc::already_exists);
  EXPECT_EQ(*read_file(path_, kEnough), "first");
  EXPECT_EQ(file_count(), 1U);
}

TEST_F(FileIoTest, AppendingAddsAtTheEndAndAFailureLeavesNoFragment) {
  ASSERT_TRUE(append_file(path_, "one\n"));
  ASSERT_TRUE(append_file(path_, "two\n"));
  EXPECT_EQ(in_forked_child([&] {
              ignore_signal(SIGXFSZ);
              const rlimit small{12, 12};
              ::setrlimit(RLIMIT_FSIZE, &small);
              return append_file(path_, "too long for the limit\n") ? 1 : 0;
            }),
            0);
  EXPECT_EQ(*read_file(path_, kEnough), "one\ntwo\n");
  ASSERT_TRUE(truncate_file(path_));
  EXPECT_EQ(*read_file(path_, kEnough), "");
  EXPECT_TRUE(truncate_file(scratch_.file("none")));
  EXPECT_EQ(file_count(), 1U);
}

TEST_F(FileIoTest, WritesFailCleanlyWithoutDescriptors) {
  EXPECT_EQ(in_forked_child([&] {
              const rlimit none{3, 3};
              close_descriptors_from(3);
              ::setrlimit(RLIMIT_NOFILE, &none);
              return write_file_atomic(path_, "x").error().sys_errno == EMFILE &&
                             read_file("/proc/self/stat", kEnough).error().sys_errno == EMFILE
                         ? 0
                         : 1;
            }),
            0);
  EXPECT_EQ(file_count(), 0U);
}

TEST_F(FileIoTest, RemovingTellsWhetherTheFileWasThere) {
  ASSERT_TRUE(create_exclusive(path_, ""));
  EXPECT_TRUE(*remove_file(path_));
  EXPECT_FALSE(*remove_file(path_));
}

// D-158
TEST_F(FileIoTest, AFileIsUnlinkedOnlyWhileItIsTheSame) {
  ASSERT_TRUE(create_exclusive(path_, "mine"));
  const auto identity = try_file_identity(path_);
  ASSERT_TRUE(identity);
  ASSERT_TRUE(write_file_atomic(path_, "successor"));
  EXPECT_FALSE(*unlink_if_same(path_, *identity));
  EXPECT_EQ(*read_file(path_, kEnough), "successor");
  EXPECT_TRUE(*unlink_if_same(path_, *try_file_identity(path_)));
  EXPECT_FALSE(*unlink_if_same(path_, *identity));
  EXPECT_EQ(try_file_identity(path_), std::nullopt);
}

TEST_F(FileIoTest, AnOpenFileAndItsPathHaveOneIdentity) {
  ASSERT_TRUE(create_exclusive(path_, ""));
  const Fd file(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
  EXPECT_EQ(*file_identity(file.get()), *try_file_identity(path_));
  EXPECT_FALSE(file_identity(-1));
}

}  // namespace
}  // namespace pty::os
