#include "pty/os/process_table.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>

#include "pty/os/executable.hpp"
#include "pty/os/exit_status.hpp"
#include "pty/os/scratch_directory.hpp"

namespace pty::os {
namespace {

/// A child that waits to be killed.
pid_t start_sleeper() {
  const pid_t pid = ::fork();
  while (pid == 0) ::pause();
  return pid;
}

TEST(ProcessTable, AStartTokenIsStableAndTellsProcessesApart) {
  const auto own = start_token(::getpid());
  ASSERT_TRUE(own);
  EXPECT_TRUE(own->starts_with("linux:"));
  EXPECT_GT(own->size(), 6U);
  EXPECT_EQ(start_token(::getpid()), own);
  EXPECT_NE(start_token(1), own);
  EXPECT_EQ(start_token(0), std::nullopt);
  EXPECT_EQ(start_token(-5), std::nullopt);
}

//
TEST(ProcessTable, AZombieIsDead) {
  const pid_t pid = start_sleeper();
  EXPECT_TRUE(is_alive(pid));
  ::kill(pid, SIGKILL);
  siginfo_t info{};
  ::waitid(P_PID, static_cast<id_t>(pid), &info, WEXITED | WNOWAIT);
  EXPECT_EQ(::kill(pid, 0), 0);  // the pid is still taken
  EXPECT_FALSE(is_alive(pid));
  EXPECT_EQ(process_resources(pid), std::nullopt);
  ASSERT_TRUE(wait_for_child(pid));
  EXPECT_FALSE(is_alive(pid));
  EXPECT_EQ(start_token(pid), std::nullopt);
}

TEST(ProcessTable, NoPidIsNobody) {
  EXPECT_FALSE(is_alive(0));
  EXPECT_FALSE(is_alive(-1));
  EXPECT_TRUE(is_alive(1));
}

// D-177
TEST(ProcessTable, ResourcesAreThoseOfThisProcess) {
  const auto resources = process_resources(::getpid());
  ASSERT_TRUE(resources);
  EXPECT_GT(resources->resident_kib, 100);
  EXPECT_GE(resources->cpu_percent, 0.0);
}

TEST(ProcessTable, ANameWithSpacesAndParenthesesDoesNotConfuseTheRecord) {
  EXPECT_EQ(in_forked_child([] {
              const auto before = start_token(::getpid());
              set_process_name("a) R 1 (b");
              if (process_name(::getpid()) != "a) R 1 (b") return 1;
              return start_token(::getpid()) == before && is_alive(::getpid()) ? 0 : 2;
            }),
            0);
}

// D-167
TEST(ProcessTable, ALongProcessNameIsCut) {
  EXPECT_EQ(in_forked_child([] {
              set_process_name("pty-daemon-with-a-long-name");
              return process_name(::getpid()) == "pty-daemon-with" ? 0 : 1;
            }),
            0);
}

TEST(ProcessTable, KnowsTheFirstWordOfTheCommandLine) {
  const auto command = process_command(::getpid());
  ASSERT_TRUE(command);
  EXPECT_NE(command->find("pty_os_tests"), std::string::npos) << *command;
  EXPECT_EQ(process_command(-1), std::nullopt);
}

TEST(ProcessTable, KnowsOwnerAndExecutable) {
  EXPECT_EQ(process_owner(::getpid()), ::geteuid());
  EXPECT_EQ(process_executable(::getpid()), *own_executable());
  EXPECT_EQ(process_owner(-1), std::nullopt);
}

}  // namespace
}  // namespace pty::os
