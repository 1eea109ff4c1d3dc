#include "pty/registry/registry_lock.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>

#include "pty/os/directory.hpp"
#include "pty/os/file_io.hpp"
#include "pty/os/scratch_directory.hpp"

namespace pty::registry {
namespace {

using base::Errc;

constexpr const char* kDeadOwner = "999999999";

class RegistryLock : public testing::Test {
 protected:
  [[nodiscard]] base::Result<MetadataLock> take(base::Milliseconds wait = kNoWait) const {
    return MetadataLock::acquire(paths, wait);
  }
  void plant(const std::string& content) const { ASSERT_TRUE(os::write_file_atomic(paths.lock, content)); }
  [[nodiscard]] bool present() const { return os::try_file_facts(paths.lock).has_value(); }

  os::ScratchDirectory scratch;
  SessionPaths paths = session_paths(Root(scratch.path()), "s");
};

//
TEST_F(RegistryLock, SecondAcquireFailsWhileTheHolderLivesAndReleaseIsIdempotent) {
  base::Result<MetadataLock> first = take();
  ASSERT_TRUE(first);
  base::Result<MetadataLock> second = take();
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, Errc::busy);
  EXPECT_EQ(second.error().text, "Session id \"s\" metadata is busy. Retry the operation.");
  first->release();
  first->release();
  EXPECT_FALSE(present());
  EXPECT_TRUE(take());
}

TEST_F(RegistryLock, FileNamesItsHolderOnTheFirstLineAndIsPrivate) {
  base::Result<MetadataLock> lock = take();
  ASSERT_TRUE(lock);
  std::string content = os::read_file(paths.lock, 100).value();
  EXPECT_TRUE(content.starts_with(std::to_string(::getpid()) + "\nlinux:")) << content;
  EXPECT_EQ(os::try_file_facts(paths.lock)->permissions, 0600U);
  EXPECT_EQ(os::directory_entries(scratch.path())->size(), 1U) << "no temporary stays";
}

// R-052 R-209
TEST_F(RegistryLock, DeadAndGarbageHoldersAreStolen) {
  for (const char* stale : {kDeadOwner, "garbage", "-1", "0\n"}) {
    plant(stale);
    EXPECT_TRUE(take()) << stale;
    EXPECT_FALSE(present()) << stale;
  }
}

//
TEST_F(RegistryLock, AFileMadeByHandWithALivePidIsRespected) {
  plant(std::to_string(::getppid()));
  EXPECT_FALSE(take());
  EXPECT_TRUE(present());
}

TEST_F(RegistryLock, ARecycledPidDoesNotHoldALockForEver) {
  plant(std::to_string(::getpid()) + "\nlinux:1\n");
  EXPECT_TRUE(take());
}

TEST_F(RegistryLock, AZombieHolderIsDead) {
  pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  siginfo_t info{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT), 0);
  plant(std::to_string(child));
  EXPECT_TRUE(take());
  ::waitpid(child, nullptr, 0);
}

TEST_F(RegistryLock, AnEmptyFileIsBeingTakenUntilItIsOld) {
  plant("");
  EXPECT_FALSE(take());
  std::array<timespec, 2> long_ago{timespec{1000, 0}, timespec{1000, 0}};
  ASSERT_EQ(::utimensat(AT_FDCWD, paths.lock.c_str(), long_ago.data(), 0), 0);
  EXPECT_TRUE(take());
}

TEST_F(RegistryLock, ReleaseDoesNotRemoveSomebodyElsesFile) {
  base::Result<MetadataLock> lock = take();
  ASSERT_TRUE(lock);
  plant(std::to_string(::getppid()));
  lock->release();
  EXPECT_TRUE(present());
}

TEST_F(RegistryLock, EventLockComesFirstAndIsGivenBackWhenTheOtherIsBusy) {
  base::Result<MetadataLock> other = take();
  base::Result<SessionLocks> both = acquire_session_locks(paths, base::Milliseconds(30));
  ASSERT_FALSE(both);
  EXPECT_EQ(both.error().text, metadata_busy_text("s"));
  EXPECT_FALSE(os::try_file_facts(paths.event_lock));
  other->release();
  EXPECT_TRUE(acquire_session_locks(paths, kNoWait));
}

//
TEST_F(RegistryLock, AHeldEventLockIsNamedInTheError) {
  base::Result<EventLock> held = EventLock::acquire(paths, kNoWait);
  ASSERT_TRUE(held);
  EXPECT_EQ(EventLock::acquire(paths, base::Milliseconds(5)).error().text,
            "Session id \"s\" event log is busy. Retry the operation.");
}

TEST_F(RegistryLock, NoRootIsNotFoundAndIsNotCreated) {
  SessionPaths elsewhere = session_paths(Root(scratch.file("absent")), "s");
  EXPECT_EQ(MetadataLock::acquire(elsewhere, kNoWait).error().code, Errc::not_found);
  EXPECT_FALSE(os::try_file_facts(elsewhere.root));
}

TEST_F(RegistryLock, AWaiterGetsTheLockWhenTheHolderGivesItBack) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  pid_t child = ::fork();
  if (child == 0) {
    base::Result<MetadataLock> held = take();
    if (!held || ::write(ends[1], "x", 1) != 1) ::_exit(1);
    base::Result<std::vector<std::string>> names = os::directory_entries(scratch.path());
    held->release();
    ::_exit(0);
  }
  char byte = 0;
  ASSERT_EQ(::read(ends[0], &byte, 1), 1);
  EXPECT_TRUE(take(base::Milliseconds(30'000)));
  ::waitpid(child, nullptr, 0);
  ::close(ends[0]);
  ::close(ends[1]);
}

/// Waits for `go` to be closed, tries once, tells the result, and holds what it got until `done` is closed.
[[noreturn]] void steal_once(const SessionPaths& paths, int go, int result, int done) {
  char byte = 0;
  (void)!::read(go, &byte, 1);
  base::Result<MetadataLock> lock = MetadataLock::acquire(paths, kNoWait);
  (void)!::write(result, lock ? "W" : "L", 1);
  (void)!::read(done, &byte, 1);
  ::_exit(0);
}

//
TEST_F(RegistryLock, OfManySimultaneousStealersExactlyOneWins) {
  constexpr int kStealers = 6;
  for (int round = 0; round < 8; ++round) {
    plant(kDeadOwner);
    std::array<std::array<int, 2>, 3> pipes{};
    for (auto& ends : pipes) ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
    auto& [go, result, done] = pipes;
    for (int i = 0; i < kStealers; ++i) {
      if (::fork() != 0) continue;
      ::close(go[1]);
      ::close(done[1]);
      steal_once(paths, go[0], result[1], done[0]);
    }
    ::close(go[1]);
    int winners = 0;
    for (int i = 0; i < kStealers; ++i) {
      char outcome = 0;
      ASSERT_EQ(::read(result[0], &outcome, 1), 1);
      if (outcome == 'W') ++winners;
    }
    EXPECT_EQ(winners, 1) << "round " << round;
    ::close(done[1]);
    for (int i = 0; i < kStealers; ++i) ::wait(nullptr);
    for (int fd : {go[0], result[0], result[1], done[0]}) ::close(fd);
  }
}

}  // namespace
}  // namespace pty::registry
