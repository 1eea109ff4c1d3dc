#include "pty/os/orphan_reaper.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <optional>

#include "pty/os/fd_io.hpp"
#include "pty/os/loop_core.hpp"
#include "pty/os/pipe.hpp"
#include "pty/os/process_family.hpp"
#include "pty/os/process_watch.hpp"
#include "pty/os/scratch_directory.hpp"

namespace pty::os {
namespace {

using base::Milliseconds;

/// With and without process descriptors: the other watch of children then shares SIGCHLD.
class OrphanReaperTest : public testing::TestWithParam<bool> {
 protected:
  /// Runs `body` as a subreaper of its own, with a loop.
  template <class Body>
  int as_subreaper(Body body) {
    return in_forked_child([&] {
      if (!become_subreaper()) return 90;
      auto loop = *Loop::create();
      loop.core().has_process_descriptors = GetParam();
      return body(loop);
    });
  }
};

/// A process without its parent, that ends when `go` is closed.
void start_orphan(Pipe& go) {
  const pid_t parent = ::fork();
  if (parent != 0) {
    ::waitpid(parent, nullptr, 0);
    return;
  }
  if (::fork() == 0) {
    go.write_end.reset();
    std::string nothing;
    static_cast<void>(read_to_end(go.read_end.get(), 1, nothing));
  }
  ::_exit(5);
}

pid_t start_child(Pipe& go, int code) {
  const pid_t pid = ::fork();
  if (pid != 0) return pid;
  go.write_end.reset();
  std::string nothing;
  static_cast<void>(read_to_end(go.read_end.get(), 1, nothing));
  ::_exit(code);
}

TEST_P(OrphanReaperTest, NoOrphanStaysAZombie) {
  EXPECT_EQ(as_subreaper([](Loop& loop) {
              auto go = *create_pipe();
              OrphanReaper reaper(loop);
              if (!reaper.open(0, [] {})) return 1;
              for (int i = 0; i < 40; ++i) start_orphan(go);
              if (!has_children()) return 2;
              go.write_end.reset();
              while (has_children()) loop.run_once(Milliseconds(-1));
              return 0;
            }),
            0);
}

TEST_P(OrphanReaperTest, TheSparedChildKeepsItsExitStatus) {
  EXPECT_EQ(as_subreaper([](Loop& loop) {
              auto go = *create_pipe();
              const pid_t child = start_child(go, 42);
              start_orphan(go);
              start_orphan(go);
              std::optional<ExitStatus> ended;
              int told = 0;
              OrphanReaper reaper(loop);
              ChildWatch watch(loop);
              if (!reaper.open(child, [&told] { ++told; })) return 1;
              const auto watched = watch.open(child, [&](ExitStatus status) {
                ended = status;
                reaper.spare_nobody();
              });
              if (!watched) return 2;
              go.write_end.reset();
              while (has_children()) loop.run_once(Milliseconds(-1));
              if (!ended || *ended != ExitStatus{42, 0}) return 3;
              return told >= 1 ? 0 : 4;
            }),
            0);
}

TEST_P(OrphanReaperTest, WhoEndedBeforeItOpenedIsReaped) {
  EXPECT_EQ(as_subreaper([](Loop& loop) {
              auto go = *create_pipe();
              start_orphan(go);
              go.write_end.reset();
              siginfo_t info{};
              ::waitid(P_ALL, 0, &info, WEXITED | WNOWAIT);
              OrphanReaper reaper(loop);
              if (!reaper.open(0, [] {})) return 1;
              while (has_children()) loop.run_once(Milliseconds(-1));
              return 0;
            }),
            0);
}

TEST_P(OrphanReaperTest, AHandlerMayCloseIt) {
  EXPECT_EQ(as_subreaper([](Loop& loop) {
              auto go = *create_pipe();
              start_orphan(go);
              OrphanReaper reaper(loop);
              bool told = false;
              if (!reaper.open(0, [&] {
                    told = true;
                    reaper.close();
                  }))
                return 1;
              go.write_end.reset();
              while (!told) loop.run_once(Milliseconds(-1));
              return 0;
            }),
            0);
}

TEST_P(OrphanReaperTest, NobodyEndsNobodyIsTold) {
  EXPECT_EQ(as_subreaper([](Loop& loop) {
              auto go = *create_pipe();
              start_orphan(go);
              bool told = false;
              OrphanReaper reaper(loop);
              if (!reaper.open(0, [&told] { told = true; })) return 1;
              while (loop.run_once(Milliseconds(0))) {
              }
              return told ? 2 : 0;
            }),
            0);
}

INSTANTIATE_TEST_SUITE_P(WithAndWithoutProcessDescriptors, OrphanReaperTest, testing::Bool());

}  // namespace
}  // namespace pty::os
