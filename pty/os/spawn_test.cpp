#include "pty/os/spawn.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <string>

#include "pty/os/exit_status.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/os/file_io.hpp"
#include "pty/os/process_signals.hpp"
#include "pty/os/pty_device.hpp"
#include "pty/os/scratch_directory.hpp"
#include "pty/os/signals.hpp"

namespace pty::os {
namespace {

using base::Errc;
using base::Milliseconds;
using base::Size;

struct Ran {
  std::string output;
  ExitStatus status;
};

std::string read_master_to_end(int master) {
  std::string output;
  std::array<char, 4096> buffer{};
  while (true) {
    const auto got = read_master(master, buffer);
    if (!got || got->state == IoState::end) return output;
    output.append(buffer.data(), got->bytes);
    if (got->state == IoState::would_block) {
      static_cast<void>(wait_ready(master, Direction::readable, Milliseconds(-1)));
    }
  }
}

base::Result<Ran> run_on_pty(const ProgramStart& start) {
  auto device = *open_pty(Size{24, 80});
  auto child = spawn_on_pty(start, std::move(device.slave));
  if (!child) return base::fail(child.error());
  const auto released = child->release();
  if (!released) return base::fail(released.error());
  Ran ran;
  ran.output = read_master_to_end(device.master.get());
  ran.status = *wait_for_child(child->pid());
  return ran;
}

ProgramStart shell(const std::string& script) {
  return {"/bin/sh", {"sh", "-c", script}, {"PATH=/usr/local/bin:/usr/bin:/bin"}, ""};
}

// D-166
TEST(Spawn, TheProgramLeadsItsOwnSessionAndControlsItsTerminal) {
  const auto ran =
      run_on_pty(shell("test \"$(cut -d' ' -f6 /proc/$$/stat)\" = $$ && : </dev/tty && tty >/dev/null"));
  ASSERT_TRUE(ran) << ran.error().text;
  EXPECT_EQ(ran->status, (ExitStatus{0, 0})) << ran->output;
}

// D-165, D-166
TEST(Spawn, OnlyTheTerminalIsOpenInTheProgram) {
  const int leaked = ::fcntl(0, F_DUPFD, 50);  // without close-on-exec, as a careless launcher has it
  const auto ran = run_on_pty({"/bin/ls", {"ls", "-1", "/proc/self/fd"}, {}, ""});
  if (leaked >= 0) ::close(leaked);
  ASSERT_TRUE(ran) << ran.error().text;
  EXPECT_EQ(ran->output, "0\r\n1\r\n2\r\n3\r\n");  // 3: the directory that ls reads
}

// D-166
TEST(Spawn, SignalsAreDefaultAndUnblockedWhateverTheLauncherHad) {
  EXPECT_EQ(in_forked_child([] {
              ignore_signal(SIGPIPE);
              ignore_signal(SIGHUP);
              sigset_t set;
              sigfillset(&set);
              ::sigprocmask(SIG_BLOCK, &set, nullptr);
              const auto ran =
                  run_on_pty({"/bin/grep", {"grep", "-E", "^Sig(Blk|Ign)", "/proc/self/status"}, {}, ""});
              const std::string expected = "SigBlk:\t0000000000000000\r\nSigIgn:\t0000000000000000\r\n";
              return ran && ran->output == expected ? 0 : 1;
            }),
            0);
}

TEST(Spawn, GetsExactlyTheGivenEnvironmentArgumentsAndDirectory) {
  const auto ran = run_on_pty({"/usr/bin/env", {}, {"B=2", "EMPTY=", "PATH=/nowhere"}, "/"});
  ASSERT_TRUE(ran) << ran.error().text;
  EXPECT_EQ(ran->output, "B=2\r\nEMPTY=\r\nPATH=/nowhere\r\n");
  const auto where = run_on_pty({"/bin/sh", {"other-name", "-c", "echo $0 $PWD"}, {}, "/usr"});
  EXPECT_EQ(where->output, "other-name /usr\r\n");
}

TEST(Spawn, SearchesThePathOfTheGivenEnvironment) {
  const ScratchDirectory scratch;
  ASSERT_TRUE(create_exclusive(scratch.file("only-here"), "#!/bin/sh\necho found $1\n", 0700));
  const auto ran = run_on_pty({"only-here", {"only-here", "it"}, {"PATH=/nowhere:" + scratch.path()}, ""});
  ASSERT_TRUE(ran) << ran.error().text;
  EXPECT_EQ(ran->output, "found it\r\n");
  EXPECT_EQ(run_on_pty({"only-here", {}, {"PATH=/nowhere"}, ""}).error().code, Errc::not_found);
}

TEST(Spawn, AScriptWithoutInterpreterLineIsRunByTheShell) {
  const ScratchDirectory scratch;
  ASSERT_TRUE(create_exclusive(scratch.file("script"), "echo script $1 $2\n", 0700));
  const auto ran = run_on_pty({scratch.file("script"), {"script", "a", "b c"}, {}, ""});
  ASSERT_TRUE(ran) << ran.error().text;
  EXPECT_EQ(ran->output, "script a b c\r\n");
}

// D-161
TEST(Spawn, NothingRunsBeforeReleaseAndNeverWithoutIt) {
  const ScratchDirectory scratch;
  pid_t pid = -1;
  {
    auto device = *open_pty(Size{});
    auto child = spawn_on_pty(shell("echo ran > " + scratch.file("trace")), std::move(device.slave));
    ASSERT_TRUE(child);
    pid = child->pid();
    EXPECT_TRUE(send_signal(pid, 0));
  }
  EXPECT_EQ(send_signal(pid, 0).error().code, Errc::not_found);
  EXPECT_EQ(try_file_facts(scratch.file("trace")), std::nullopt);
}

// D-161
TEST(Spawn, AHeldChildEndsWhenItsStarterDies) {
  auto device = *open_pty(Size{});
  const int master = device.master.get();
  EXPECT_EQ(in_forked_child([&]() -> int {
              auto child = spawn_on_pty(shell("echo ran"), std::move(device.slave));
              ::_exit(child ? 0 : 1);  // without destructors, as a crash ends
            }),
            0);
  device.slave.reset();
  EXPECT_EQ(read_master_to_end(master), "");
}

// D-171
TEST(Spawn, AFailedExecComesBackWithItsReasonAndLeavesNoChild) {
  const ScratchDirectory scratch;
  ASSERT_TRUE(create_exclusive(scratch.file("plain"), "data", 0600));
  const auto missing = run_on_pty({"/nonexistent/tool", {}, {}, ""});
  EXPECT_EQ(missing.error().code, Errc::not_found);
  EXPECT_EQ(missing.error().text, "cannot run /nonexistent/tool: No such file or directory");
  EXPECT_EQ(run_on_pty({scratch.file("plain"), {}, {}, ""}).error().code, Errc::denied);
  EXPECT_EQ(run_on_pty({"plain", {}, {"PATH=" + scratch.path() + ":/nowhere"}, ""}).error().code,
            Errc::denied);
  EXPECT_EQ(run_on_pty({"", {}, {}, ""}).error().code, Errc::not_found);
  EXPECT_FALSE(try_reap_child(-1));
}

// D-162
TEST(Spawn, AMissingDirectoryComesBackWithItsName) {
  ProgramStart start = shell("true");
  start.working_directory = "/nonexistent/dir";
  EXPECT_EQ(run_on_pty(start).error().text, "cannot enter /nonexistent/dir: No such file or directory");
}

TEST(Spawn, AChildKilledWhileHeldIsReportedByRelease) {
  auto device = *open_pty(Size{});
  auto child = spawn_on_pty(shell("true"), std::move(device.slave));
  ASSERT_TRUE(child);
  ::kill(child->pid(), SIGKILL);
  siginfo_t info{};
  ::waitid(P_PID, static_cast<id_t>(child->pid()), &info, WEXITED | WNOWAIT);
  EXPECT_EQ(child->release().error().code, Errc::closed);
}

TEST(Spawn, RunningOutOfDescriptorsIsAnError) {
  EXPECT_EQ(in_forked_child([] {
              auto device = *open_pty(Size{});
              const rlimit few{5, 5};
              ::setrlimit(RLIMIT_NOFILE, &few);
              while (::dup(0) >= 0) {
              }
              const auto child = spawn_on_pty(shell("true"), std::move(device.slave));
              return !child && child.error().sys_errno == EMFILE ? 0 : 1;
            }),
            0);
}

TEST(Spawn, TheUmaskOfTheStarterIsKept) {
  const mode_t before = ::umask(027);
  const auto ran = run_on_pty(shell("umask"));
  ::umask(before);
  ASSERT_TRUE(ran);
  EXPECT_EQ(ran->output, "0027\r\n");
}

// D-173
TEST(ProcessSignals, ASessionIsReachedInBothItsGroups) {
  auto device = *open_pty(Size{});
  // The job runs in a process group of its own, in the foreground, and ignores nothing; the shell ignores
  // SIGTERM.
  auto child = spawn_on_pty(
      shell("trap '' TERM; set -m; sh -c 'trap \"exit 9\" TERM; echo up; while :; do sleep 1; done'; "
            "echo job $?"),
      std::move(device.slave));
  ASSERT_TRUE(child && child->release());
  ASSERT_TRUE(wait_ready(device.master.get(), Direction::readable, Milliseconds(-1)));
  const auto foreground = foreground_group(device.master.get());
  ASSERT_TRUE(foreground);
  EXPECT_NE(*foreground, child->pid());
  signal_session(child->pid(), device.master.get(), SIGKILL);
  EXPECT_EQ(wait_for_child(child->pid())->signal, SIGKILL);
  read_master_to_end(device.master.get());  // ends only when the job is gone, too
}

TEST(ProcessSignals, AGroupOrEverybodyIsNeverSignalledByAccident) {
  EXPECT_EQ(send_signal(0, 0).error().code, Errc::invalid);
  EXPECT_EQ(send_signal(-1, 0).error().code, Errc::invalid);
  EXPECT_EQ(send_signal(1, 0).error().code, Errc::invalid);
}

}  // namespace
}  // namespace pty::os
