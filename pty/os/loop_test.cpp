#include "pty/os/loop.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "pty/os/fd_io.hpp"
#include "pty/os/fd_watch.hpp"
#include "pty/os/pipe.hpp"
#include "pty/os/scratch_directory.hpp"
#include "pty/os/timer.hpp"
#include "pty/os/unix_socket.hpp"

namespace pty::os {
namespace {

using base::Milliseconds;

constexpr Milliseconds kNoWait(0);
constexpr Milliseconds kForever(-1);

class LoopTest : public testing::Test {
 protected:
  void write_byte() { ASSERT_TRUE(write_all(pipe_.write_end.get(), "x")); }
  void read_byte() {
    std::array<char, 1> byte{};
    ASSERT_TRUE(read_some(pipe_.read_end.get(), byte));
  }

  Loop loop_ = *Loop::create();
  Pipe pipe_ = *create_pipe(Blocking::no);
};

TEST_F(LoopTest, AReadyDescriptorIsReportedUntilItIsRead) {
  int calls = 0;
  FdWatch watch(loop_);
  ASSERT_TRUE(watch.open(pipe_.read_end.get(), Interest::read, [&](Readiness ready) {
    EXPECT_TRUE(ready.readable);
    EXPECT_FALSE(ready.writable);
    ++calls;
  }));
  EXPECT_FALSE(loop_.run_once(kNoWait));
  write_byte();
  EXPECT_TRUE(loop_.run_once(kForever));
  EXPECT_TRUE(loop_.run_once(kForever));
  read_byte();
  EXPECT_FALSE(loop_.run_once(kNoWait));
  EXPECT_EQ(calls, 2);
}

TEST_F(LoopTest, HangUpShowsAsReadableAndNotAtAllWithoutInterest) {
  int calls = 0;
  FdWatch watch(loop_);
  ASSERT_TRUE(watch.open(pipe_.read_end.get(), Interest::none, [&](Readiness) { ++calls; }));
  pipe_.write_end.reset();
  EXPECT_FALSE(loop_.run_once(kNoWait));
  watch.set_interest(Interest::read);
  EXPECT_TRUE(loop_.run_once(kForever));
  watch.set_interest(Interest::none);
  EXPECT_FALSE(loop_.run_once(kNoWait));
  EXPECT_EQ(calls, 1);
}

// D-037: a socket whose peer only stopped sending can still be written to.
TEST_F(LoopTest, ASocketsHangUpIsToldApartFromAHalfClose) {
  auto pair = *create_socket_pair();
  std::vector<bool> hung_up;
  FdWatch watch(loop_);
  ASSERT_TRUE(watch.open(pair.first.get(), Interest::hang_up,
                         [&](Readiness ready) { hung_up.push_back(ready.hung_up); }));
  ASSERT_TRUE(write_all(pair.second.get(), "x"));
  shut_down_sending(pair.second.get());
  EXPECT_FALSE(loop_.run_once(kNoWait));
  watch.set_interest(Interest::read);
  EXPECT_TRUE(loop_.run_once(kForever));
  pair.second.reset();
  EXPECT_TRUE(loop_.run_once(kForever));
  watch.set_interest(Interest::hang_up);
  EXPECT_TRUE(loop_.run_once(kForever));
  EXPECT_EQ(hung_up, (std::vector<bool>{false, true, true}));
}

TEST_F(LoopTest, ABrokenWriterIsReportedAsWritable) {
  int writable = 0;
  FdWatch watch(loop_);
  const std::string filling(1 << 20, 'x');
  static_cast<void>(write_some(pipe_.write_end.get(), filling));
  ASSERT_TRUE(watch.open(pipe_.write_end.get(), Interest::write,
                         [&](Readiness ready) { writable += ready.writable; }));
  EXPECT_FALSE(loop_.run_once(kNoWait));
  pipe_.read_end.reset();
  EXPECT_TRUE(loop_.run_once(kForever));
  EXPECT_EQ(writable, 1);
}

TEST_F(LoopTest, AReaderThatLeavesIsReportedToAWriterThatHasNothingToWrite) {
  int calls = 0;
  FdWatch watch(loop_);
  ASSERT_TRUE(watch.open(pipe_.write_end.get(), Interest::hang_up, [&](Readiness ready) {
    ++calls;
    EXPECT_FALSE(ready.readable || ready.writable);
    watch.set_interest(Interest::none);
  }));
  EXPECT_FALSE(loop_.run_once(Milliseconds{0})) << "it could write, which is of no interest";
  pipe_.read_end.reset();
  EXPECT_TRUE(loop_.run_once(Milliseconds{0}));
  EXPECT_FALSE(loop_.run_once(Milliseconds{0}));
  EXPECT_EQ(calls, 1);
}

TEST_F(LoopTest, AFileThatNeverBlocksHasNobodyWhoCouldHangUp) {
  const Fd null = open_path("/dev/null", O_WRONLY | O_CLOEXEC);
  int calls = 0;
  FdWatch watch(loop_);
  ASSERT_TRUE(watch.open(null.get(), Interest::hang_up, [&](Readiness) { ++calls; }));
  EXPECT_FALSE(loop_.run_once(Milliseconds{0}));
  watch.set_interest(Interest::write);
  EXPECT_TRUE(loop_.run_once(Milliseconds{0}));
  watch.set_interest(Interest::hang_up);
  EXPECT_FALSE(loop_.run_once(Milliseconds{0}));
  EXPECT_EQ(calls, 1);
}

TEST_F(LoopTest, AnInterestDroppedByAnotherHandlerHoldsForTheSameTurn) {
  auto second = *create_pipe();
  ASSERT_TRUE(write_all(second.write_end.get(), "x"));
  write_byte();
  int calls = 0;
  FdWatch a(loop_);
  FdWatch b(loop_);
  ASSERT_TRUE(a.open(pipe_.read_end.get(), Interest::read, [&](Readiness) {
    ++calls;
    b.set_interest(Interest::none);
  }));
  ASSERT_TRUE(b.open(second.read_end.get(), Interest::read, [&](Readiness) {
    ++calls;
    a.set_interest(Interest::none);
  }));
  EXPECT_TRUE(loop_.run_once(kForever));
  EXPECT_EQ(calls, 1);
}

TEST_F(LoopTest, AHandlerMayDestroyItsOwnWatch) {
  write_byte();
  auto watch = std::make_unique<FdWatch>(loop_);
  auto content = std::make_shared<int>(0);
  ASSERT_TRUE(watch->open(pipe_.read_end.get(), Interest::read, [&watch, content](Readiness) {
    watch.reset();
    ++*content;  // the captures still live
  }));
  EXPECT_TRUE(loop_.run_once(kForever));
  EXPECT_EQ(*content, 1);
  EXPECT_EQ(content.use_count(), 1);
  EXPECT_FALSE(loop_.run_once(kNoWait));
}

TEST_F(LoopTest, AHandlerMayDestroyAnotherReadyWatchWhichThenStaysSilent) {
  auto second = *create_pipe();
  ASSERT_TRUE(write_all(second.write_end.get(), "x"));
  write_byte();
  int calls = 0;
  std::optional<FdWatch> a(std::in_place, loop_);
  std::optional<FdWatch> b(std::in_place, loop_);
  ASSERT_TRUE(a->open(pipe_.read_end.get(), Interest::read, [&](Readiness) {
    ++calls;
    b.reset();
  }));
  ASSERT_TRUE(b->open(second.read_end.get(), Interest::read, [&](Readiness) {
    ++calls;
    a.reset();
  }));
  EXPECT_TRUE(loop_.run_once(kForever));
  EXPECT_EQ(calls, 1);
}

TEST_F(LoopTest, ADescriptorNumberReusedInAHandlerDoesNotReachTheOldWatch) {
  write_byte();
  auto second = *create_pipe();
  ASSERT_TRUE(write_all(second.write_end.get(), "x"));
  std::vector<std::string> calls;
  std::optional<FdWatch> old(std::in_place, loop_);
  FdWatch replacement(loop_);
  FdWatch first(loop_);
  auto replace = [&](Readiness) {
    if (!old) return;
    old.reset();
    const int number = second.read_end.get();
    second.read_end.reset();
    auto third = *create_pipe();
    ASSERT_EQ(::dup2(third.read_end.get(), number), number);
    second.read_end = Fd(number);
    second.write_end = std::move(third.write_end);
    ASSERT_TRUE(replacement.open(number, Interest::read, [&](Readiness) { calls.push_back("new"); }));
  };
  ASSERT_TRUE(first.open(pipe_.read_end.get(), Interest::read, replace));
  ASSERT_TRUE(old->open(second.read_end.get(), Interest::read, [&](Readiness ready) { replace(ready); }));
  EXPECT_TRUE(loop_.run_once(kForever));
  read_byte();
  EXPECT_FALSE(loop_.run_once(kNoWait));
  EXPECT_TRUE(calls.empty());
  replacement.close();
}

TEST_F(LoopTest, AFileThatNeverBlocksCountsAsReady) {
  const Fd null(::open("/dev/null", O_RDWR | O_CLOEXEC));
  int calls = 0;
  FdWatch watch(loop_);
  ASSERT_TRUE(watch.open(null.get(), Interest::read, [&](Readiness ready) {
    EXPECT_TRUE(ready.readable);
    EXPECT_FALSE(ready.writable);
    if (++calls == 2) watch.close();
  }));
  EXPECT_TRUE(loop_.run_once(kForever));
  EXPECT_TRUE(loop_.run_once(kForever));
  EXPECT_FALSE(loop_.run_once(kNoWait));
  EXPECT_EQ(calls, 2);
}

TEST_F(LoopTest, ABadDescriptorIsAnError) {
  FdWatch watch(loop_);
  EXPECT_EQ(watch.open(9999, Interest::read, [](Readiness) {}).error().sys_errno, EBADF);
  EXPECT_FALSE(watch.is_open());
}

TEST_F(LoopTest, TimersFireOnceNeverEarlyAndInOrder) {
  std::vector<int> order;
  const auto start = loop_.now();
  Timer late(loop_, [&] {
    order.push_back(2);
    EXPECT_GE(loop_.now(), start + Milliseconds(6));
    loop_.stop();
  });
  Timer early(loop_, [&] { order.push_back(1); });
  Timer never(loop_, [&] { order.push_back(0); });
  late.start_at(start + Milliseconds(6));
  early.start_at(start + Milliseconds(3));
  never.start_at(start + Milliseconds(1));
  never.stop();
  loop_.run();
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
  EXPECT_FALSE(late.is_armed());
  EXPECT_FALSE(loop_.run_once(kNoWait));
}

TEST_F(LoopTest, ATimerThatRearmsItselfForNowLetsTheLoopGoOn) {
  int fired = 0;
  std::optional<Timer> timer;
  timer.emplace(loop_, [&] {
    ++fired;
    timer->start_after(Milliseconds(0));
  });
  timer->start_after(Milliseconds(0));
  EXPECT_TRUE(loop_.run_once(kForever));
  EXPECT_EQ(fired, 1);
  EXPECT_TRUE(loop_.run_once(kForever));
  EXPECT_EQ(fired, 2);
}

TEST_F(LoopTest, ATimerMayDestroyItselfAndAnotherDueOne) {
  int fired = 0;
  std::optional<Timer> a;
  std::optional<Timer> b;
  const auto both = [&] {
    ++fired;
    a.reset();
    b.reset();
  };
  a.emplace(loop_, both);
  b.emplace(loop_, both);
  a->start_after(Milliseconds(0));
  b->start_after(Milliseconds(0));
  EXPECT_TRUE(loop_.run_once(kForever));
  EXPECT_EQ(fired, 1);
}

TEST_F(LoopTest, PostedWorkRunsInOrderAndWorkPostedByItInTheNextTurn) {
  std::vector<int> order;
  loop_.post([&] {
    order.push_back(1);
    loop_.post([&] { order.push_back(3); });
  });
  loop_.post([&] { order.push_back(2); });
  EXPECT_TRUE(loop_.run_once(kForever));
  EXPECT_EQ(order, (std::vector<int>{1, 2}));
  EXPECT_TRUE(loop_.run_once(kForever));
  EXPECT_EQ(order, (std::vector<int>{1, 2, 3}));
  EXPECT_FALSE(loop_.run_once(kNoWait));
}

TEST_F(LoopTest, OtherThreadsWakeTheLoopAndNothingIsLost) {
  constexpr int kThreads = 4;
  constexpr int kEach = 500;
  int received = 0;  // written on the loop's thread only
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < kEach; ++n) {
        loop_.post([&] {
          if (++received == kThreads * kEach) loop_.stop();
        });
      }
    });
  }
  loop_.run();
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(received, kThreads * kEach);
}

TEST_F(LoopTest, StopBeforeRunIsRemembered) {
  loop_.stop();
  loop_.run();
}

TEST_F(LoopTest, AnIdleLoopIsNotWokenByAStoppedTimerOrASilentWatch) {
  FdWatch watch(loop_);
  ASSERT_TRUE(watch.open(pipe_.read_end.get(), Interest::read, [](Readiness) {}));
  Timer timer(loop_, [] {});
  timer.start_after(Milliseconds(1));
  timer.stop();
  rusage before{};
  rusage after{};
  std::thread stopper([&] {
    static_cast<void>(wait_ready(pipe_.read_end.get(), Direction::readable, Milliseconds(50)));
    loop_.post([&] { loop_.stop(); });
  });
  ::getrusage(RUSAGE_THREAD, &before);
  loop_.run();
  ::getrusage(RUSAGE_THREAD, &after);
  stopper.join();
  EXPECT_LE(after.ru_nvcsw - before.ru_nvcsw, 2);  // one wait, one wake-up
}

TEST(Loop, CreationWithoutDescriptorsIsAnError) {
  EXPECT_EQ(in_forked_child([] {
              const rlimit none{3, 3};
              ::setrlimit(RLIMIT_NOFILE, &none);
              close_descriptors_from(3);
              const auto loop = Loop::create();
              return !loop && loop.error().sys_errno == EMFILE ? 0 : 1;
            }),
            0);
}

}  // namespace
}  // namespace pty::os
