#include "pty/os/signal_watch.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <optional>

#include "pty/os/scratch_directory.hpp"
#include "pty/os/signals.hpp"

namespace pty::os {
namespace {

using base::Milliseconds;

TEST(SignalWatch, SignalsArriveOnTheLoopAndTheMaskReturns) {
  EXPECT_EQ(in_forked_child([] {
              auto loop = *Loop::create();
              int received = 0;
              {
                SignalWatch watch(loop);
                if (!watch.open({SIGTERM, SIGWINCH}, [&](int signal) { received += signal; })) return 1;
                ::raise(SIGTERM);
                ::raise(SIGWINCH);
                while (received < SIGTERM + SIGWINCH) loop.run_once(Milliseconds(-1));
              }
              ::raise(SIGTERM);  // not watched any more: ends the process
              return 2;
            }),
            256 + SIGTERM);
}

TEST(SignalWatch, AnIgnoredSignalIsStillReportedWhileWatched) {
  EXPECT_EQ(in_forked_child([] {
              ignore_signal(SIGHUP);
              auto loop = *Loop::create();
              int received = 0;
              SignalWatch watch(loop);
              if (!watch.open({SIGHUP}, [&](int) { ++received; })) return 1;
              ::raise(SIGHUP);
              while (received == 0) loop.run_once(Milliseconds(-1));
              return 0;
            }),
            0);
}

TEST(SignalWatch, AHandlerMayDestroyItsWatch) {
  EXPECT_EQ(in_forked_child([] {
              auto loop = *Loop::create();
              std::optional<SignalWatch> watch(std::in_place, loop);
              int received = 0;
              if (!watch->open({SIGUSR1, SIGUSR2}, [&](int) {
                    ++received;
                    watch.reset();
                  })) {
                return 1;
              }
              ignore_signal(SIGUSR1);
              ignore_signal(SIGUSR2);
              ::raise(SIGUSR1);
              ::raise(SIGUSR2);
              while (received == 0) loop.run_once(Milliseconds(-1));
              loop.run_once(Milliseconds(0));
              return received == 1 ? 0 : 2;
            }),
            0);
}

TEST(Signals, RaisingWithDefaultEndsTheProcessThatWay) {
  EXPECT_EQ(in_forked_child([] {
              ignore_signal(SIGHUP);
              sigset_t set;
              sigfillset(&set);
              ::sigprocmask(SIG_BLOCK, &set, nullptr);
              raise_with_default(SIGHUP);
              return 1;
            }),
            256 + SIGHUP);
}

TEST(Signals, NamesAreThoseOfTheHeader) {
  EXPECT_EQ(signal_name(SIGHUP), "SIGHUP");
  EXPECT_EQ(signal_name(SIGKILL), "SIGKILL");
  EXPECT_EQ(signal_name(0), "");
}

}  // namespace
}  // namespace pty::os
