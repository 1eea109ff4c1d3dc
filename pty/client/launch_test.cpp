#include "pty/client/launch.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>

#include <set>

#include "pty/client/remove.hpp"
#include "pty/client/restart.hpp"
#include "pty/client/stop.hpp"
#include "pty/os/directory.hpp"
#include "pty/os/environment.hpp"
#include "pty/os/file_io.hpp"
#include "pty/os/process_table.hpp"
#include "pty/os/scratch_directory.hpp"
#include "pty/os/unix_socket.hpp"
#include "pty/registry/event_log.hpp"

namespace pty::client {
namespace {

using base::Errc;
using registry::Session;
using registry::SessionStatus;

/// A registry of its own; every daemon it still knows at the end is killed by pid.
class Launching : public testing::Test {
 protected:
  ~Launching() override {
    for (int pid : pids_) {
      ::kill(pid, SIGKILL);
      ::waitpid(pid, nullptr, 0);
    }
  }

  [[nodiscard]] LaunchRequest request(const std::string& manner, const std::string& id = "s") const {
    LaunchRequest request;
    request.record.root = root.path();
    request.record.id = id;
    request.record.command = "/bin/sh";
    request.record.args = {manner};
    request.record.display_command = "sh " + manner;
    request.record.cwd = "/";
    request.record.tags = {{"t", "1"}};
    request.record.display_name = "label";
    return request;
  }
  base::Result<Launched> start(const LaunchRequest& request) {
    base::Result<Launched> launched = launch(request);
    if (launched && launched->daemon_pid > 0) pids_.insert(launched->daemon_pid);
    return launched;
  }
  [[nodiscard]] Session session(const std::string& id = "s") const {
    return registry::find_session(root, id)->value_or(Session{});
  }
  [[nodiscard]] std::set<std::string> files() const {
    base::Result<std::vector<std::string>> names = os::directory_entries(root.path());
    if (!names) return {};
    return {names->begin(), names->end()};
  }
  [[nodiscard]] std::string record_text() const {
    return os::read_file(paths.metadata, 1 << 20).value_or("");
  }
  /// A gone session whose daemon ended with an exit record.
  void make_gone(const std::string& manner = "graceful") {
    ASSERT_TRUE(start(request(manner)));
    ASSERT_TRUE(stop_session(root, session()));
  }

  os::ScratchDirectory scratch;
  registry::Root root{scratch.file("root")};
  registry::SessionPaths paths = registry::session_paths(root, "s");

 private:
  std::set<int> pids_;
};

const std::set<std::string> kPublished{"s.json", "s.sock", "s.pid", "s.events.jsonl"};

// R-034 R-053
TEST_F(Launching, ReturnsWhenEverythingIsPublishedAndTheLocksAreFree) {
  base::Result<Launched> launched = start(request("graceful"));
  ASSERT_TRUE(launched) << launched.error().text;
  EXPECT_EQ(launched->outcome, LaunchOutcome::created);
  EXPECT_EQ(launched->child_pid, 4242);
  EXPECT_EQ(launched->generation.size(), 32U);
  EXPECT_EQ(files(), kPublished);
  EXPECT_EQ(session().status, SessionStatus::running);
  EXPECT_EQ(session().pid, launched->daemon_pid);
  EXPECT_EQ(session().generation, launched->generation);
  EXPECT_EQ(registry::read_recent_events(paths)->front().type, "session_start");
}

//
TEST_F(Launching, TheDaemonLeadsItsOwnSessionAndSurvivesItsLauncher) {
  pid_t launcher = ::fork();
  if (launcher == 0) ::_exit(launch(request("graceful")) ? 0 : 1);
  int status = -1;
  ::waitpid(launcher, &status, 0);
  EXPECT_EQ(status, 0);
  Session here = session();
  ASSERT_TRUE(here.pid);
  EXPECT_EQ(::getsid(*here.pid), *here.pid);
  EXPECT_TRUE(stop_session(root, here));
}

//
TEST_F(Launching, SecretsAreNotInTheDaemonsEnvironment) {
  LaunchRequest secret = request("graceful");
  secret.record.environment.extra["TOKEN"] = "hidden-value-1234";
  base::Result<Launched> launched = start(secret);
  ASSERT_TRUE(launched);
  std::string environ_path = "/proc/" + std::to_string(launched->daemon_pid) + "/environ";
  EXPECT_EQ(os::read_file(environ_path, 1 << 20)->find("hidden-value"), std::string::npos);
}

//
TEST_F(Launching, ATakenIdIsRefusedRunningOrGone) {
  ASSERT_TRUE(start(request("graceful")));
  base::Result<Launched> again = start(request("graceful"));
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().text, "Session \"s\" is already running. Use \"pty attach s\" to connect.");
  ASSERT_TRUE(stop_session(root, session()));
  again = start(request("graceful"));
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().text, "Session id \"s\" is already in use.");
}

//
TEST_F(Launching, ABadDirectoryIsRefusedBeforeAnythingExists) {
  LaunchRequest bad = request("graceful");
  bad.record.cwd = "/nonexistent/dir";
  base::Result<Launched> launched = start(bad);
  ASSERT_FALSE(launched);
  EXPECT_NE(launched.error().text.find("Working directory does not exist: /nonexistent/dir"),
            std::string::npos);
  EXPECT_NE(launched.error().text.find("\"s\""), std::string::npos);
  bad.record.cwd = "/etc/passwd";
  EXPECT_NE(start(bad).error().text.find("is not a directory: /etc/passwd"), std::string::npos);
  EXPECT_FALSE(os::try_file_facts(root.path()));
}

// D-160, D-168: half a publication is a failed start, and the locks are free again.
TEST_F(Launching, AFailedStartLeavesNothingAndSaysWhy) {
  struct Case {
    const char* manner;
    const char* text;
  };
  for (Case failure : {Case{"refuse", "cannot run x: Permission denied"}, Case{"half", "half way"},
                       Case{"crash", "Daemon process exited immediately (code 3). boom second line"}}) {
    base::Result<Launched> launched = start(request(failure.manner));
    ASSERT_FALSE(launched) << failure.manner;
    EXPECT_EQ(launched.error().text, failure.text);
    EXPECT_TRUE(files().empty()) << failure.manner;
  }
}

// D-160: only the report of a published session is readiness.
TEST_F(Launching, ASilentDaemonTimesOutAndIsEnded) {
  LaunchRequest silent = request("silent");
  silent.start_timeout = base::Milliseconds(200);
  base::Result<Launched> launched = start(silent);
  ASSERT_FALSE(launched);
  EXPECT_EQ(launched.error().code, Errc::timed_out);
  EXPECT_EQ(launched.error().text, "Timeout waiting for session \"s\" to start");
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1) << "no child is left";
  EXPECT_TRUE(files().empty());
}

//
TEST_F(Launching, AHeldCreationLockMeansSomebodyElseIsCreatingIt) {
  ASSERT_TRUE(registry::create_root(root));
  ASSERT_TRUE(os::write_file_atomic(paths.lock, std::to_string(::getppid())));
  base::Result<Launched> launched = start(request("graceful"));
  ASSERT_FALSE(launched);
  EXPECT_EQ(launched.error().text, "Session \"s\" is being created by another process. Try again.");
  ASSERT_TRUE(os::write_file_atomic(paths.lock, "999999999"));
  EXPECT_TRUE(start(request("graceful")));
}

// R-051, D-168
TEST_F(Launching, OfManyConcurrentLaunchesExactlyOneSucceeds) {
  constexpr int kLaunchers = 20;
  for (int i = 0; i < kLaunchers; ++i) {
    if (::fork() != 0) continue;
    base::Result<Launched> launched = launch(request("graceful"));
    ::_exit(launched ? 0
            : launched.error().text.find("already running") != std::string::npos ||
                    launched.error().code == Errc::busy
                ? 1
                : 2);
  }
  int created = 0;
  for (int i = 0; i < kLaunchers; ++i) {
    int status = -1;
    ::wait(&status);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_LE(WEXITSTATUS(status), 1);
    if (WEXITSTATUS(status) == 0) ++created;
  }
  EXPECT_EQ(created, 1);
  std::set<std::string> left = files();
  left.erase(".lock-guard");
  EXPECT_EQ(left, kPublished);
  EXPECT_TRUE(stop_session(root, session()));
}

TEST_F(Launching, AKilledLauncherDoesNotLetASecondDaemonInBesideItsOwn) {
  pid_t launcher = ::fork();
  if (launcher == 0) ::_exit(launch(request("orphan")) ? 0 : 1);
  // A launcher whose daemon does not come this far gives up, and so does this.
  for (; !os::try_file_facts(root.path() + "/has-record"); ::poll(nullptr, 0, 5))
    ASSERT_EQ(::waitpid(launcher, nullptr, WNOHANG), 0);
  // The lock changed hands before the daemon could act.
  std::string holder = os::read_file(paths.lock, 100).value_or("");
  EXPECT_FALSE(holder.starts_with(std::to_string(launcher) + "\n")) << holder;
  ::kill(launcher, SIGKILL);
  ::waitpid(launcher, nullptr, 0);
  base::Result<Launched> second = start(request("graceful"));
  EXPECT_FALSE(second);
  LaunchRequest joining = request("graceful");
  joining.if_taken = IfTaken::use_or_renew;
  while (!(second = start(joining))) ASSERT_EQ(second.error().code, Errc::busy);
  EXPECT_EQ(second->outcome, LaunchOutcome::already_running);
  EXPECT_TRUE(holder.starts_with(std::to_string(second->daemon_pid) + "\n"));
  EXPECT_TRUE(stop_session(root, session()));
  EXPECT_FALSE(os::try_file_facts(paths.lock));
}

TEST_F(Launching, AProgramThatIsNoDaemonIsReportedAndLeavesNothing) {
  LaunchRequest late = request("graceful");
  late.daemon_executable = "/bin/true";
  base::Result<Launched> launched = start(late);
  ASSERT_FALSE(launched);
  EXPECT_TRUE(files().empty());
}

//
TEST_F(Launching, RenewingARunningSessionReportsIt) {
  base::Result<Launched> first = start(request("graceful"));
  LaunchRequest again = request("graceful");
  again.if_taken = IfTaken::use_or_renew;
  base::Result<Launched> second = start(again);
  ASSERT_TRUE(second);
  EXPECT_EQ(second->outcome, LaunchOutcome::already_running);
  EXPECT_EQ(second->generation, first->generation);
}

// R-049 R-050
TEST_F(Launching, RenewingAGoneSessionCarriesOverWhatWasNotGiven) {
  LaunchRequest first = request("graceful");
  first.record.cwd = "/tmp";
  first.record.environment.isolate = true;
  first.record.environment.extra = {{"K", "V"}};
  ASSERT_TRUE(start(first));
  ASSERT_TRUE(stop_session(root, session()));
  LaunchRequest again = request("graceful");
  again.if_taken = IfTaken::use_or_renew;
  again.record.display_name = "automatic";
  again.record.tags = {{"new", "2"}};
  again.given.tags = true;
  ASSERT_TRUE(start(again));
  registry::Metadata metadata = registry::read_metadata(paths)->metadata;
  EXPECT_EQ(metadata.cwd, "/tmp");
  EXPECT_EQ(metadata.display_name, "label");
  EXPECT_EQ(metadata.tags, (registry::Tags{{"new", "2"}}));
  EXPECT_EQ(metadata.environment, first.record.environment);
  EXPECT_FALSE(metadata.exit_code);
}

//
TEST_F(Launching, StoppingReturnsWhenTheDaemonIsGoneAndKeepsTheRecord) {
  base::Result<Launched> launched = start(request("plain"));
  ASSERT_TRUE(launched);
  ASSERT_TRUE(stop_session(root, session()));
  EXPECT_FALSE(os::is_alive(launched->daemon_pid));
  EXPECT_EQ(files(), (std::set<std::string>{"s.json", "s.events.jsonl"})) << "leftovers are removed";
  base::Result<Stopped> again = stop_session(root, session());
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().text, "Session \"s\" is not running. Use \"pty rm s\" to remove it.");
}

//
TEST_F(Launching, StoppingAPermanentSessionTakesItsStrategyAway) {
  LaunchRequest permanent = request("graceful");
  permanent.record.tags = {{"strategy", "permanent"}, {"ptyfile", "/x/pty.toml"}, {"t", "1"}};
  ASSERT_TRUE(start(permanent));
  base::Result<Stopped> stopped = stop_session(root, session());
  ASSERT_TRUE(stopped);
  EXPECT_TRUE(stopped->was_permanent);
  EXPECT_EQ(stopped->manifest, "/x/pty.toml");
  EXPECT_EQ(session().tags.count("strategy"), 0U);
  EXPECT_EQ(registry::read_recent_events(paths)->back().type, "tags_change");
}

TEST_F(Launching, ADaemonThatOutlivesTheWaitIsReportedAndNothingIsRemoved) {
  base::Result<Launched> launched = start(request("stubborn"));
  ASSERT_TRUE(launched);
  base::Result<Stopped> stopped = stop_session(root, session(), base::Milliseconds(50));
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, Errc::timed_out);
  EXPECT_EQ(files(), kPublished);
}

TEST_F(Launching, AProcessThatMerelyHasTheRecordedNumberIsNotSignalled) {
  pid_t bystander = ::fork();
  if (bystander == 0) {
    while (true) ::pause();
  }
  ASSERT_TRUE(registry::create_root(root));
  registry::Metadata metadata;
  metadata.generation = "g";
  metadata.daemon_pid = bystander;
  ASSERT_TRUE(registry::publish_metadata(paths, metadata));
  ASSERT_TRUE(os::write_file_atomic(paths.pid, std::to_string(bystander)));
  EXPECT_FALSE(stop_session(root, session()));
  EXPECT_TRUE(os::is_alive(bystander));
  ::kill(bystander, SIGKILL);
  ::waitpid(bystander, nullptr, 0);
}

// R-133 R-139
TEST_F(Launching, RemovingRefusesARunningSessionAndLeavesNoFileOfAGoneOne) {
  ASSERT_TRUE(start(request("graceful")));
  EXPECT_EQ(remove_session(root, session()).error().text,
            "Session \"s\" is still running. Use \"pty kill s\" first.");
  ASSERT_TRUE(stop_session(root, session()));
  ASSERT_TRUE(remove_session(root, session()));
  EXPECT_TRUE(files().empty());
}

//
TEST_F(Launching, RemoveThenRunTheSameIdWorksFiveTimesInARow) {
  for (int round = 0; round < 5; ++round) {
    make_gone("plain");
    ASSERT_TRUE(remove_session(root, session())) << round;
  }
}

//
TEST_F(Launching, AReplacementIsNotRemovedThroughAnOldLook) {
  make_gone();
  Session old = session();
  LaunchRequest again = request("graceful");
  again.if_taken = IfTaken::use_or_renew;
  ASSERT_TRUE(start(again));
  ASSERT_TRUE(stop_session(root, session()));
  EXPECT_NE(remove_session(root, old).error().text.find("was replaced while waiting"), std::string::npos);
  EXPECT_EQ(session().status, SessionStatus::exited);
}

/// A socket that nobody serves.
void leave_socket(const registry::SessionPaths& paths) {
  base::Result<os::UnixListener> listener = os::listen_unix(paths.socket);
  ASSERT_TRUE(listener && listener->publish());
}

//
TEST_F(Launching, ASocketThatNobodyServesTakesTheIdButIsNoRunningSession) {
  ASSERT_TRUE(registry::create_root(root));
  leave_socket(paths);
  EXPECT_EQ(start(request("graceful")).error().text, "Session id \"s\" is already in use.");
  LaunchRequest again = request("graceful");
  again.if_taken = IfTaken::use_or_renew;
  base::Result<Launched> launched = start(again);
  ASSERT_TRUE(launched) << launched.error().text;
  EXPECT_EQ(launched->outcome, LaunchOutcome::created);
}

//
TEST_F(Launching, WhatARecordCannotKeepIsRefusedBeforeAnythingExists) {
  LaunchRequest odd = request("graceful");
  odd.record.args.push_back("x\xE9y");
  EXPECT_EQ(start(odd).error().text,
            "Argument 2 (\"x\xE9y\") is not valid UTF-8; a session's record could not keep it.");
  odd = request("graceful");
  odd.record.cwd = scratch.file("d\xE9");
  ASSERT_EQ(::mkdir(odd.record.cwd.c_str(), 0700), 0);
  odd.given.cwd = true;
  EXPECT_EQ(start(odd).error().code, Errc::invalid);
  EXPECT_FALSE(os::try_file_facts(root.path()));
  odd.given.cwd = false;
  EXPECT_TRUE(start(odd));
}

RestartRequest restarting(const Session& session) {
  RestartRequest request;
  request.session = session;
  return request;
}

// R-146 R-147 R-148 R-152
TEST_F(Launching, RestartingReplacesTheIncarnationAndKeepsTheRest) {
  LaunchRequest first = request("graceful");
  first.record.tags = {
      {"strategy.status", "flapping"}, {"strategy.command-hash", "x"}, {"strategy", "permanent"}};
  first.record.size = {30, 100};
  base::Result<Launched> before = start(first);
  ASSERT_TRUE(before);
  os::set_environment_value("ST_AGENT", "me");
  base::Result<Launched> after = restart_session(root, restarting(session()));
  os::unset_environment_value("ST_AGENT");
  ASSERT_TRUE(after) << after.error().text;
  EXPECT_FALSE(os::is_alive(before->daemon_pid));
  EXPECT_NE(after->generation, before->generation);
  registry::Metadata metadata = registry::read_metadata(paths)->metadata;
  EXPECT_EQ(metadata.tags, (registry::Tags{{"strategy", "permanent"}}));
  EXPECT_EQ(metadata.rows, 30);
  EXPECT_EQ(metadata.display_name, "label");
  EXPECT_FALSE(metadata.exit_code);
  EXPECT_NE(record_text().find("\"sawAgent\": false"), std::string::npos);
  EXPECT_EQ(registry::read_recent_events(paths)->size(), 1U);
  ASSERT_TRUE(stop_session(root, session()));
}

//
TEST_F(Launching, ARestartOfARecordWhoseSocketNobodyServesStarts) {
  make_gone();
  registry::Metadata metadata = registry::read_metadata(paths)->metadata;
  metadata.daemon_pid.reset();
  metadata.daemon_start_token.clear();
  metadata.exited_at.reset();
  metadata.exit_code.reset();
  ASSERT_TRUE(registry::publish_metadata(paths, metadata));
  leave_socket(paths);
  ASSERT_TRUE(session().ambiguous);
  base::Result<Launched> launched = restart_session(root, restarting(session()));
  ASSERT_TRUE(launched) << launched.error().text;
  EXPECT_EQ(session().pid, launched->daemon_pid);
  EXPECT_TRUE(stop_session(root, session()));
}

//
TEST_F(Launching, ARestartThatFailsLeavesTheOldRecordByteForByte) {
  make_gone();
  for (const char* manner : {"refuse", "half", "crash"}) {
    registry::MetadataSnapshot snapshot = *registry::read_metadata(paths);
    snapshot.metadata.args = {manner};
    ASSERT_TRUE(registry::publish_metadata(paths, snapshot.metadata));
    std::string before = record_text();
    EXPECT_FALSE(restart_session(root, restarting(session()))) << manner;
    EXPECT_EQ(record_text(), before) << manner;
    EXPECT_EQ(session().status, SessionStatus::exited);
  }
  registry::MetadataSnapshot snapshot = *registry::read_metadata(paths);
  snapshot.metadata.args = {"graceful"};
  ASSERT_TRUE(registry::publish_metadata(paths, snapshot.metadata));
  base::Result<Launched> later = restart_session(root, restarting(session()));
  ASSERT_TRUE(later);
  ASSERT_TRUE(stop_session(root, session()));
}

//
TEST_F(Launching, ARestartThatCannotWorkDoesNotStopWhatRuns) {
  LaunchRequest first = request("graceful");
  ASSERT_EQ(::mkdir(scratch.file("dir").c_str(), 0700), 0);
  first.record.cwd = scratch.file("dir");
  base::Result<Launched> launched = start(first);
  ASSERT_TRUE(launched);
  ASSERT_EQ(::rmdir(scratch.file("dir").c_str()), 0);
  EXPECT_NE(restart_session(root, restarting(session())).error().text.find("does not exist"),
            std::string::npos);
  EXPECT_TRUE(os::is_alive(launched->daemon_pid));
}

//
TEST(AgentGuard, RefusesStatefulAgentsWithTheReason) {
  registry::Metadata metadata;
  metadata.command = "/bin/sh";
  EXPECT_EQ(agent_guard_reason(metadata), std::nullopt);
  metadata.tags["role"] = "agent";
  EXPECT_EQ(agent_guard_reason(metadata), "role=agent tag");
  metadata.tags.clear();
  metadata.command = "/usr/local/bin/claude";
  EXPECT_EQ(agent_guard_reason(metadata), std::nullopt);
  metadata.args = {"--resume", "abc"};
  EXPECT_EQ(agent_guard_reason(metadata), "claude --resume command");
  metadata.command = "/bin/sh";
  metadata.args = {"-c", "exec claude --resume abc"};
  EXPECT_EQ(agent_guard_reason(metadata), "claude --resume command");
  metadata.args = {"-c", "claudette --resume-now"};
  EXPECT_EQ(agent_guard_reason(metadata), std::nullopt);
  std::string text = agent_guard_text("s", "role=agent tag");
  for (const char* part : {"stateful agent", "role=agent tag", "--force", "convoy"}) {
    EXPECT_NE(text.find(part), std::string::npos) << part;
  }
}

//
TEST(CommandResolution, FollowsAbsoluteRelativeAndSearchedNames) {
  EXPECT_EQ(resolve_command("/bin/sh", "/", "").value(), "/bin/sh");
  EXPECT_EQ(resolve_command("bin/sh", "/", "").value(), "/bin/sh");
  EXPECT_TRUE(resolve_command("sh", "/", "/nonexistent:/bin"));
  for (const char* missing : {"nosuch", "/no/such", "./nosuch", ""}) {
    EXPECT_EQ(resolve_command(missing, "/", "/bin").error().text,
              std::string("Command not found: ") + missing);
  }
}

}  // namespace
}  // namespace pty::client
