#include "pty/os/process_family.hpp"

#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <set>
#include <thread>

#include "pty/os/exit_status.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/os/file_io.hpp"
#include "pty/os/pipe.hpp"
#include "pty/os/process_handle.hpp"
#include "pty/os/process_table.hpp"
#include "pty/os/scratch_directory.hpp"

namespace pty::os {
namespace {

using base::Errc;
using base::Milliseconds;

[[noreturn]] void stay() {
  while (true) ::pause();
}

/// Where processes of a test tell their pids to the one that looks for them.
class PidPipe {
 public:
  void tell_own() const {
    const pid_t pid = ::getpid();
    static_cast<void>(::write(pipe_.write_end.get(), &pid, sizeof pid) > 0);
  }
  pid_t next() const {
    pid_t pid = 0;
    static_cast<void>(::read(pipe_.read_end.get(), &pid, sizeof pid) > 0);
    return pid;
  }

 private:
  Pipe pipe_ = *create_pipe();
};

template <class Body>
pid_t start(Body body) {
  const pid_t pid = ::fork();
  if (pid != 0) return pid;
  body();
  ::_exit(0);
}

/// A process that has left its parent's session and lost its parent, as daemons do.
pid_t start_twice_forked(const PidPipe& pids) {
  const pid_t first = start([&pids] {
    ::setsid();
    start([&pids] {
      pids.tell_own();
      stay();
    });
  });
  static_cast<void>(wait_for_child(first));
  return pids.next();
}

std::set<pid_t> pids_of(const std::vector<FamilyMember>& family) {
  std::set<pid_t> pids;
  for (const auto& member : family) pids.insert(member.pid);
  return pids;
}

std::set<pid_t> own_family() {
  return pids_of(process_family(::getpid(), "another root"));
}

/// Ends this process's whole family; 0, or 99 if somebody is left.
int end_family(int result) {
  for (const auto& member : process_family(::getpid(), "")) static_cast<void>(signal_member(member, SIGKILL));
  while (::waitpid(-1, nullptr, 0) > 0) {
  }
  return process_family(::getpid(), "").empty() ? result : 99;
}

// D-173
TEST(ProcessFamily, HasWhoCalledSetsidForkedTwiceOrWasStartedByAThread) {
  EXPECT_EQ(in_forked_child([] {
              if (!become_subreaper()) return 1;
              PidPipe pids;
              std::set<pid_t> expected;
              const pid_t parent = start([&pids] {
                start([&pids] {
                  pids.tell_own();
                  stay();
                });
                std::thread([&pids] {
                  start([&pids] {
                    pids.tell_own();
                    stay();
                  });
                  stay();
                }).join();
              });
              expected = {parent, pids.next(), pids.next(), start_twice_forked(pids)};
              return end_family(own_family() == expected && expected.size() == 4 ? 0 : 2);
            }),
            0);
}

TEST(ProcessFamily, WithoutASubreaperAnOrphanIsLost) {
  EXPECT_EQ(in_forked_child([] {
              PidPipe pids;
              const pid_t orphan = start_twice_forked(pids);
              const bool lost = !own_family().contains(orphan);
              ::kill(orphan, SIGKILL);
              return lost ? 0 : 1;
            }),
            0);
}

TEST(ProcessFamily, NeitherZombiesNorStrangersAreInIt) {
  EXPECT_EQ(in_forked_child([] {
              const pid_t dead = start([] {});
              siginfo_t info{};
              ::waitid(P_PID, static_cast<id_t>(dead), &info, WEXITED | WNOWAIT);
              return own_family().empty() ? 0 : 1;
            }),
            0);
  EXPECT_TRUE(process_family(0, "").empty());
  EXPECT_TRUE(process_family(-1, "").empty());
}

/// Becomes what a session's daemon is: a leader of its own session, without a terminal, with this name.
void lead_another_family(const char* name) {
  ::setsid();
  set_process_name(name);
}

TEST(ProcessFamily, AnotherRootAndAllBelowItAreLeftOut) {
  EXPECT_EQ(in_forked_child([] {
              PidPipe pids;
              const pid_t other = start([&pids] {
                lead_another_family("another root");
                start([&pids] {
                  pids.tell_own();
                  stay();
                });
                stay();
              });
              const pid_t below = pids.next();
              const bool left_out = own_family().empty();
              const auto everybody = pids_of(process_family(::getpid(), "somebody else"));
              return end_family(left_out && everybody == std::set<pid_t>{other, below} ? 0 : 1);
            }),
            0);
}

// A name alone protects nobody.
TEST(ProcessFamily, AProcessOfThatNameInOurSessionIsNoOtherRoot) {
  EXPECT_EQ(in_forked_child([] {
              PidPipe pids;
              const pid_t namesake = start([&pids] {
                set_process_name("another root");
                pids.tell_own();
                stay();
              });
              pids.next();
              return end_family(own_family() == std::set<pid_t>{namesake} ? 0 : 1);
            }),
            0);
}

TEST(ProcessFamily, AMemberIsSignalledByItsTokenNotByItsNumber) {
  PidPipe pids;
  const pid_t pid = start([&pids] {
    pids.tell_own();
    stay();
  });
  pids.next();
  const FamilyMember member{pid, start_token(pid).value_or(""), 0, ""};
  const FamilyMember earlier{pid, "linux:1", 0, ""};
  EXPECT_TRUE(is_alive(member));
  EXPECT_FALSE(is_alive(earlier));
  EXPECT_EQ(signal_member(earlier, SIGKILL).error().code, Errc::not_found);
  EXPECT_TRUE(is_alive(pid));
  EXPECT_TRUE(signal_member(member, SIGKILL));
  EXPECT_EQ(wait_for_child(pid)->signal, SIGKILL);
  EXPECT_FALSE(is_alive(member));
  EXPECT_EQ(signal_member(member, SIGKILL).error().code, Errc::not_found);
}

/// A /proc of our own making: what a kernel with lists of children shows, and what no test could provoke.
class MadeUpProc : public testing::Test {
 protected:
  void process(pid_t pid, pid_t parent, const std::string& name = "name", const std::string& state = "S",
               int threads = 1) {
    const std::string directory = "/" + std::to_string(pid);
    ::mkdir(scratch.file(directory).c_str(), 0700);
    const std::string text = std::to_string(pid) + " (" + name + ") " + state + " " + std::to_string(parent) +
                             " " + std::to_string(pid + 1000) + " " + std::to_string(pid) +
                             " 0 -1 0 0 0 0 0 0 0 0 0 20 0 " + std::to_string(threads) + " 0 " +
                             std::to_string(pid * 7) + " 0 0\n";
    ASSERT_TRUE(write_file_atomic(scratch.file(directory + "/stat"), text));
  }
  void children(pid_t pid, pid_t thread, const std::string& list) {
    const std::string task = scratch.file(std::to_string(pid) + "/task");
    ::mkdir(task.c_str(), 0700);
    ::mkdir((task + "/" + std::to_string(thread)).c_str(), 0700);
    ASSERT_TRUE(write_file_atomic(task + "/" + std::to_string(thread) + "/children", list));
  }
  [[nodiscard]] std::vector<FamilyMember> family() const {
    return process_family(10, "another root", scratch.path());
  }
  ScratchDirectory scratch;
};

TEST_F(MadeUpProc, MembersHaveTokenGroupAndName) {
  process(10, 1);
  process(11, 10, "a) S 99 (b");
  const auto found = family();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].pid, 11);
  EXPECT_EQ(found[0].token, "linux:77");
  EXPECT_EQ(found[0].group, 1011);
  EXPECT_EQ(found[0].name, "a) S 99 (b");
}

TEST_F(MadeUpProc, ListsOfChildrenAreFollowedThroughEveryThread) {
  process(10, 1);
  children(10, 10, "11 12 ");
  process(11, 10);
  children(11, 11, "");
  children(11, 15, "13");
  process(12, 10);
  process(13, 11);
  process(14, 13);  // in nobody's list
  EXPECT_EQ(pids_of(family()), (std::set<pid_t>{11, 12, 13}));
}

TEST_F(MadeUpProc, WithoutListsEverybodysParentIsAsked) {
  process(10, 1);
  process(9, 12);  // numbers say nothing about age
  process(11, 1);
  process(12, 10);
  EXPECT_EQ(pids_of(family()), (std::set<pid_t>{9, 12}));
}

// Between the list and the look the child ended and somebody else got its number.
TEST_F(MadeUpProc, AListedNumberThatBelongsToAStrangerByNowIsNotFamily) {
  process(10, 1);
  children(10, 10, "11 12 ");
  process(11, 1);
  process(12, 10);
  EXPECT_EQ(pids_of(family()), (std::set<pid_t>{12}));
}

// Its parent ended in between, and the root has it now.
TEST_F(MadeUpProc, AListedChildThatCameToTheRootMeanwhileIsFamily) {
  process(10, 1);
  children(10, 10, "11");
  process(11, 10);
  children(11, 11, "12");
  process(12, 10);
  EXPECT_EQ(pids_of(family()), (std::set<pid_t>{11, 12}));
}

TEST_F(MadeUpProc, AProcessWhoseFirstThreadHasEndedLives) {
  process(10, 1);
  process(11, 10, "threads", "Z", 3);
  process(12, 10, "zombie", "Z", 1);
  process(13, 10, "gone", "X", 0);
  EXPECT_EQ(pids_of(family()), (std::set<pid_t>{11}));
}

// A child that has ended holds its group until it is reaped.
TEST_F(MadeUpProc, TheGroupsOfChildrenAreThoseOfEndedOnesToo) {
  process(10, 1);
  process(11, 10, "zombie", "Z");
  process(12, 10);
  process(13, 12);  // a grandchild's group is not held by us
  process(14, 10, "another root");
  process(15, 1);
  EXPECT_EQ(child_groups(10, "another root", scratch.path()), (std::vector<pid_t>{1011, 1012}));
}

TEST_F(MadeUpProc, NonsenseIsNoFamily) {
  process(10, 1);
  children(10, 10, "11 x 0 -5 99999999999 10 12  11");
  ::mkdir(scratch.file("11").c_str(), 0700);
  ASSERT_TRUE(write_file_atomic(scratch.file("11/stat"), ") 11 ("));
  process(12, 12);
  EXPECT_TRUE(family().empty());
}

TEST(ProcessTable, AProcessLivesUntilItsLastThreadHasEnded) {
  PidPipe pids;
  const pid_t pid = start([&pids] {
    std::thread([&pids] {
      // The first thread is on its way out; it has ended when its state says so.
      while (read_file("/proc/self/stat", 4096).value_or("").find(") Z") == std::string::npos)
        std::this_thread::yield();
      pids.tell_own();
      stay();
    }).detach();
    ::syscall(SYS_exit, 0);
  });
  pids.next();
  EXPECT_TRUE(is_alive(pid));
  ::kill(pid, SIGKILL);
  ASSERT_TRUE(wait_for_child(pid));
  EXPECT_FALSE(is_alive(pid));
}

}  // namespace
}  // namespace pty::os
