#include "pty/os/launch_detached.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <string>

#include "pty/os/exec.hpp"
#include "pty/os/exit_status.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/os/pipe.hpp"
#include "pty/os/scratch_directory.hpp"
#include "pty/os/signals.hpp"

namespace pty::os {
namespace {

using base::Errc;

std::string read_all(int fd) {
  std::string content;
  static_cast<void>(read_to_end(fd, 1 << 20, content));
  return content;
}

/// Runs a shell script as a detached process; its descriptor 3 is what is returned.
std::string output_of_detached(const std::string& script) {
  auto pipe = *create_pipe();
  const auto started = launch_detached(
      {"/bin/sh", {"pty-daemon", "-c", script}, {"PATH=/usr/bin:/bin", "ONE=1"}, {pipe.write_end.get()}});
  if (!started) return started.error().text;
  pipe.write_end.reset();
  std::string output = read_all(pipe.read_end.get());
  output += read_all(started->errors.get());
  static_cast<void>(wait_for_child(started->pid));
  return output;
}

// D-167
TEST(Launch, TheProcessHasItsOwnSessionWithoutTerminalAndNullInput) {
  EXPECT_EQ(output_of_detached("test \"$(cut -d' ' -f6 /proc/$$/stat)\" = $$ || echo no session; "
                               "(: </dev/tty) 2>/dev/null && echo has tty; "
                               "a=$(readlink /proc/$$/fd/0 /proc/$$/fd/1); echo \"$a\" >&3"),
            "/dev/null\n/dev/null\n");
}

// D-165
TEST(Launch, OnlyTheGivenDescriptorsAreOpen) {
  const int leaked = ::fcntl(0, F_DUPFD, 50);
  const std::string output =
      output_of_detached("cd /proc/$$/fd && for f in *; do readlink $f >/dev/null && echo $f >&3; done");
  if (leaked >= 0) ::close(leaked);
  EXPECT_EQ(output, "0\n1\n2\n3\n");
}

TEST(Launch, SignalsAreDefaultWhateverTheLauncherHad) {
  EXPECT_EQ(in_forked_child([] {
              ignore_signal(SIGHUP);
              ignore_signal(SIGPIPE);
              sigset_t set;
              sigfillset(&set);
              ::sigprocmask(SIG_BLOCK, &set, nullptr);
              // The two that the C library keeps for itself are its own matter.
              return output_of_detached(
                         "sed -n 's/^Sig\\(Blk\\|Ign\\):.*\\(.......\\)$/\\2/p' /proc/self/status >&3") ==
                             "0000000\n0000000\n"
                         ? 0
                         : 1;
            }),
            0);
}

TEST(Launch, ArgumentsEnvironmentAndErrorsPassThrough) {
  EXPECT_EQ(output_of_detached("echo $0 $ONE >&3; echo oops >&2"), "pty-daemon 1\noops\n");
}

TEST(Launch, PassedDescriptorsKeepTheirOrderWhateverTheirNumbers) {
  EXPECT_EQ(in_forked_child([] {
              close_descriptors_from(3);
              auto first = *create_pipe();   // 3 and 4
              auto second = *create_pipe();  // 5 and 6
              // Swapped against their targets: 4 becomes 4, 3's place is taken by 6.
              const auto started = launch_detached({"/bin/sh",
                                                    {"sh", "-c", "echo one >&3; echo two >&4"},
                                                    {},
                                                    {second.write_end.get(), first.write_end.get()}});
              if (!started) return 1;
              second.write_end.reset();
              first.write_end.reset();
              const bool right =
                  read_all(second.read_end.get()) == "one\n" && read_all(first.read_end.get()) == "two\n";
              static_cast<void>(wait_for_child(started->pid));
              return right ? 0 : 2;
            }),
            0);
}

TEST(Launch, AMissingProgramIsReportedAtOnceAndLeavesNoChild) {
  const auto started = launch_detached({"/nonexistent", {"x"}, {}, {}});
  EXPECT_EQ(started.error().code, Errc::not_found);
  EXPECT_FALSE(try_reap_child(-1));
}

TEST(Launch, TheOwnProgramIsFoundEvenWhenItsFileIsGone) {
  const auto started = launch_detached({kOwnExecutable, {"pty-test", "--gtest_list_tests"}, {}, {}});
  ASSERT_TRUE(started) << started.error().text;
  read_all(started->errors.get());
  EXPECT_EQ(wait_for_child(started->pid)->signal, 0);
}

TEST(Exec, ReplacesThisProcessKeepingItsPidAndDescriptors) {
  auto pipe = *create_pipe();
  const pid_t pid = ::fork();
  if (pid == 0) {
    static_cast<void>(set_on_exec(pipe.write_end.get(), OnExec::keep));
    const std::string script = "echo $$ $1 $PWD >&" + std::to_string(pipe.write_end.get());
    exec_in_place({"sh", {"sh", "-c", script, "sh", "arg"}, {"PATH=/nowhere:/bin"}, "/"});
    ::_exit(1);
  }
  pipe.write_end.reset();
  EXPECT_EQ(read_all(pipe.read_end.get()), std::to_string(pid) + " arg /\n");
  EXPECT_EQ(wait_for_child(pid)->shell_code(), 0);
}

TEST(Exec, ReturnsTheReasonWhenThereIsNoProgram) {
  EXPECT_EQ(exec_in_place({"no-such-tool", {}, {"PATH=/bin"}, ""}).text,
            "cannot run no-such-tool: No such file or directory");
  EXPECT_EQ(exec_in_place({"/bin", {}, {}, ""}).code, Errc::denied);
}

}  // namespace
}  // namespace pty::os
