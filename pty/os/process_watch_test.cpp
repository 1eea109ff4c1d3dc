#include "pty/os/process_watch.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <memory>
#include <optional>
#include <vector>

#include "pty/os/fd_io.hpp"
#include "pty/os/loop_core.hpp"
#include "pty/os/pipe.hpp"
#include "pty/os/scratch_directory.hpp"

namespace pty::os {
namespace {

using base::Errc;
using base::Milliseconds;

/// A child that ends with `code` when `go` is closed.
pid_t start_waiting_child(Pipe& go, int code) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    go.write_end.reset();
    std::string nothing;
    static_cast<void>(read_to_end(go.read_end.get(), 1, nothing));
    ::_exit(code);
  }
  return pid;
}

class ChildWatchTest : public testing::TestWithParam<bool> {
 protected:
  ChildWatchTest() { loop_.core().has_process_descriptors = GetParam(); }
  Loop loop_ = *Loop::create();
};

// D-152
TEST_P(ChildWatchTest, ReportsTheExitCodeOfAChildThatEndsLater) {
  auto go = *create_pipe();
  const pid_t pid = start_waiting_child(go, 42);
  std::optional<ExitStatus> status;
  ChildWatch watch(loop_);
  ASSERT_TRUE(watch.open(pid, [&](ExitStatus ended) { status = ended; }));
  loop_.run_once(Milliseconds(0));
  EXPECT_FALSE(status);
  go.write_end.reset();
  while (!status) loop_.run_once(Milliseconds(-1));
  EXPECT_EQ(*status, (ExitStatus{42, 0}));
  EXPECT_EQ(status->shell_code(), 42);
}

// D-152
TEST_P(ChildWatchTest, ReportsTheSignalThatEndedAChild) {
  auto go = *create_pipe();
  const pid_t pid = start_waiting_child(go, 0);
  std::optional<ExitStatus> status;
  ChildWatch watch(loop_);
  ASSERT_TRUE(watch.open(pid, [&](ExitStatus ended) { status = ended; }));
  ::kill(pid, SIGKILL);
  while (!status) loop_.run_once(Milliseconds(-1));
  EXPECT_EQ(*status, (ExitStatus{0, SIGKILL}));
  EXPECT_EQ(status->shell_code(), 137);
}

TEST_P(ChildWatchTest, ReportsAChildThatEndedBeforeTheWatchOpened) {
  auto go = *create_pipe();
  const pid_t pid = start_waiting_child(go, 7);
  go.write_end.reset();
  siginfo_t info{};
  ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT);
  std::optional<ExitStatus> status;
  ChildWatch watch(loop_);
  ASSERT_TRUE(watch.open(pid, [&](ExitStatus ended) { status = ended; }));
  while (!status) loop_.run_once(Milliseconds(-1));
  EXPECT_EQ(status->code, 7);
}

TEST_P(ChildWatchTest, AHandlerMayDestroyItsWatchAndOthers) {
  auto go = *create_pipe();
  const pid_t first = start_waiting_child(go, 1);
  const pid_t second = start_waiting_child(go, 2);
  int calls = 0;
  std::optional<ChildWatch> a(std::in_place, loop_);
  std::optional<ChildWatch> b(std::in_place, loop_);
  const auto end_both = [&](ExitStatus) {
    ++calls;
    a.reset();
    b.reset();
  };
  ASSERT_TRUE(a->open(first, end_both));
  ASSERT_TRUE(b->open(second, end_both));
  go.write_end.reset();
  while (calls == 0) loop_.run_once(Milliseconds(-1));
  loop_.run_once(Milliseconds(0));
  EXPECT_EQ(calls, 1);
  int reaped = 0;
  for (const pid_t pid : {first, second}) reaped += wait_for_child(pid).has_value();
  EXPECT_EQ(reaped, 1);  // the other one was left to us
}

INSTANTIATE_TEST_SUITE_P(WithAndWithoutProcessDescriptors, ChildWatchTest, testing::Bool());

// D-170
TEST(ProcessWatch, TellsWhenAProcessThatIsNotOursToReapEnds) {
  auto loop = *Loop::create();
  auto go = *create_pipe();
  const pid_t pid = start_waiting_child(go, 0);
  bool gone = false;
  ProcessWatch watch(loop);
  ASSERT_TRUE(watch.open(pid, [&] { gone = true; }));
  loop.run_once(Milliseconds(0));
  EXPECT_FALSE(gone);
  go.write_end.reset();
  while (!gone) loop.run_once(Milliseconds(-1));
  EXPECT_TRUE(wait_for_child(pid));  // still ours: the watch does not reap
}

// D-170
TEST(ProcessWatch, AProcessThatIsGoneAlreadyIsNotFound) {
  auto loop = *Loop::create();
  auto go = *create_pipe();
  const pid_t pid = start_waiting_child(go, 0);
  go.write_end.reset();
  ASSERT_TRUE(wait_for_child(pid));
  ProcessWatch watch(loop);
  EXPECT_EQ(watch.open(pid, [] {}).error().code, Errc::not_found);
}

TEST(ExitStatus, ReapingWhatIsNotOurChildIsAnError) {
  EXPECT_FALSE(wait_for_child(::getpid()));
  EXPECT_FALSE(try_reap_child(1));
}

TEST(ExitStatus, ARunningChildIsNotReapedYet) {
  auto go = *create_pipe();
  const pid_t pid = start_waiting_child(go, 0);
  const auto now = try_reap_child(pid);
  ASSERT_TRUE(now);
  EXPECT_FALSE(*now);
  go.write_end.reset();
  EXPECT_EQ(*wait_for_child(pid), (ExitStatus{0, 0}));
}

}  // namespace
}  // namespace pty::os
