// `kill` reports what it verified: every process of the session, not its daemon alone.

#include "pty/client/family_watch.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/wait.h>

#include <cstdlib>

#include "pty/client/launch.hpp"
#include "pty/client/stop.hpp"
#include "pty/os/directory.hpp"
#include "pty/os/file_io.hpp"
#include "pty/os/process_table.hpp"
#include "pty/os/scratch_directory.hpp"

namespace pty::client {
namespace {

using base::Errc;

/// A session whose daemon goes without its family.
class StoppingACarelessDaemon : public testing::Test {
 protected:
  StoppingACarelessDaemon() {
    LaunchRequest request;
    request.record.root = root.path();
    request.record.id = "s";
    request.record.command = "/bin/sh";
    request.record.args = {"careless"};
    request.record.cwd = "/";
    const auto launched = launch(request);
    EXPECT_TRUE(launched);
    daemon = launched ? launched->daemon_pid : 0;
    left = std::atoi(os::read_file(scratch.file("root/left"), 100).value_or("").c_str());
    EXPECT_TRUE(os::is_alive(left));
  }
  ~StoppingACarelessDaemon() override {
    if (os::process_name(left) == "left\tbehind") ::kill(left, SIGKILL);
    if (daemon > 0) {
      ::kill(daemon, SIGKILL);
      ::waitpid(daemon, nullptr, 0);
    }
  }
  base::Result<Stopped> stop() {
    return stop_session(root, registry::find_session(root, "s")->value_or(registry::Session{}));
  }

  os::ScratchDirectory scratch;
  registry::Root root{scratch.file("root")};
  pid_t daemon = 0;
  pid_t left = 0;
};

// D-173
TEST_F(StoppingACarelessDaemon, EndsWhatItLeftBehind) {
  EXPECT_TRUE(stop());
  EXPECT_FALSE(os::is_alive(daemon));
  EXPECT_FALSE(os::is_alive(left));
}

// D-173: a process that its tracer keeps from ending is, until then, as unkillable as one in a hung file
// system.
TEST_F(StoppingACarelessDaemon, NamesWhoCouldNotBeEndedAndFails) {
  ASSERT_EQ(::ptrace(PTRACE_SEIZE, left, nullptr, PTRACE_O_TRACEEXIT), 0);
  const base::Result<Stopped> stopped = stop();
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, Errc::denied);
  EXPECT_EQ(stopped.error().text, "Session \"s\": these processes could not be ended: " +
                                      std::to_string(left) + " (left\\tbehind)");
  EXPECT_FALSE(os::is_alive(daemon));
  EXPECT_FALSE(os::try_file_facts(scratch.file("root/s.sock")));
  EXPECT_EQ(::ptrace(PTRACE_CONT, left, nullptr, nullptr), 0);
  EXPECT_EQ(::waitpid(left, nullptr, 0), left);
}

TEST(FamilyWatch, ManySurvivorsAreCountedNotListed) {
  std::vector<os::FamilyMember> survivors;
  for (int pid = 1; pid <= 23; ++pid) survivors.push_back({pid, "", 0, "n"});
  const std::string text = survivors_error("x", survivors).text;
  EXPECT_TRUE(text.starts_with("Session \"x\": these processes could not be ended: 1 (n), 2 (n), "));
  EXPECT_TRUE(text.ends_with(", 20 (n), and 3 more"));
}

TEST(FamilyWatch, ANameThatIsAnEscapeSequenceIsShownNotObeyed) {
  EXPECT_EQ(survivors_error("x", {{7, "", 0, "\x1b[2J"}}).text,
            "Session \"x\": these processes could not be ended: 7 (\\e[2J)");
}

}  // namespace
}  // namespace pty::client
