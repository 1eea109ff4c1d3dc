// Stopping the daemon as a process: nobody of the session is left, nobody else is touched, and the files
// tell.

#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "pty/daemon/daemon_process.hpp"
#include "pty/os/environment.hpp"
#include "pty/registry/event_log.hpp"

namespace pty::daemon {
namespace {

using Names = std::vector<std::string>;
using wire::MessageType;

class DaemonStopTest : public DaemonProcessTest {
 protected:
  /// The child starts a process that leaves its session, loses its parent and ignores every polite signal.
  void start_with_escaped_process() {
    const std::string file = scratch.file("escaped");
    shell("(trap '' HUP TERM; setsid sh -c 'echo $$ > " + file +
          "; exec sleep 1000' < /dev/null > /dev/null 2>&1 &); until [ -s " + file +
          " ]; do sleep 0.01; done; echo ready; exec sleep 1000");
    child = start().child_pid;
    RawClient client = connect();
    client.send(wire::encode_peek({}));
    EXPECT_TRUE(client.sees("ready"));
    escaped = std::atoi(os::read_file(file, 100).value_or("").c_str());
    EXPECT_TRUE(os::is_alive(escaped));
  }
  int stop() {
    ::kill(daemon_pid, SIGTERM);
    return await_end();
  }
  [[nodiscard]] std::vector<std::string> all_files() const {
    auto entries = os::directory_entries(record.root).value_or(std::vector<std::string>{});
    std::sort(entries.begin(), entries.end());
    return entries;
  }
  [[nodiscard]] std::string events() const {
    return os::read_file(path(".events.jsonl"), 1 << 16).value_or("");
  }

  pid_t child = 0;
  pid_t escaped = 0;
};

// D-173
TEST_F(DaemonStopTest, WhoLeftTheSessionAndIgnoresPoliteSignalsIsEndedToo) {
  const pid_t stranger = ::fork();
  if (stranger == 0) {
    ::setsid();
    ::execlp("sleep", "sleep", "1000", nullptr);
    ::_exit(1);
  }
  start_with_escaped_process();
  EXPECT_EQ(stop(), 0);
  EXPECT_FALSE(os::is_alive(child));
  EXPECT_FALSE(os::is_alive(escaped));
  EXPECT_EQ(metadata().exit_code, 129);
  EXPECT_TRUE(os::is_alive(stranger));
  ::kill(stranger, SIGKILL);
  ::waitpid(stranger, nullptr, 0);
}

// D-173: each process of it lives for a moment only, so that no list of processes is ever right.
TEST_F(DaemonStopTest, AChainOfProcessesThatForkAndEndIsEnded) {
  const std::string file = scratch.file("group");
  shell("(trap '' HUP TERM; setsid sh -c 'echo $$ > " + file +
        "; link() { link & }; link' < /dev/null > /dev/null 2>&1 &); until [ -s " + file +
        " ]; do sleep 0.01; done; echo ready; exec sleep 1000");
  start();
  RawClient client = connect();
  client.send(wire::encode_peek({}));
  EXPECT_TRUE(client.sees("ready"));
  const pid_t group = std::atoi(os::read_file(file, 100).value_or("").c_str());
  ASSERT_GT(group, 1);
  EXPECT_EQ(::kill(-group, 0), 0);
  EXPECT_EQ(stop(), 0);
  // Those that have ended may still wait for init.
  EXPECT_TRUE(eventually([&] { return ::kill(-group, 0) != 0; }));
}

// D-174: what cannot be killed does not keep the record from being written.
TEST_F(DaemonStopTest, ADescendantThatCannotBeKilledDoesNotSpoilTheEnd) {
  // Between three quarters of it and its end the record has to be written, on a busy machine too.
  os::set_environment_value("PTY_SHUTDOWN_DEADLINE_MS", "8000");
  start_with_escaped_process();
  ASSERT_EQ(::ptrace(PTRACE_SEIZE, escaped, nullptr, PTRACE_O_TRACEEXIT), 0);
  EXPECT_EQ(stop(), 0);
  EXPECT_EQ(metadata().exit_code, 129);
  EXPECT_EQ(names(), (Names{"s.events.jsonl", "s.json"}));
  EXPECT_EQ(::ptrace(PTRACE_CONT, escaped, nullptr, nullptr), 0);
  EXPECT_EQ(::waitpid(escaped, nullptr, 0), escaped);
}

// D-174
TEST_F(DaemonStopTest, AShortDeadlineEndsAChildThatIgnoresTheHangUp) {
  os::set_environment_value("PTY_SHUTDOWN_DEADLINE_MS", "300");
  shell("trap '' HUP; echo ready; exec sleep 1000");
  child = start().child_pid;
  RawClient client = connect();
  client.send(wire::encode_peek({}));
  EXPECT_TRUE(client.sees("ready"));
  EXPECT_EQ(stop(), 0);
  // A daemon that is late kills it and goes without waiting for its end.
  EXPECT_TRUE(eventually([&] { return !os::is_alive(child); }));
}

// D-174: a child that its tracer keeps from ending is wedged for good.
TEST_F(DaemonStopTest, TheDeadlineEndsTheDaemonOfAChildThatCannotBeKilled) {
  os::set_environment_value("PTY_SHUTDOWN_DEADLINE_MS", "300");
  shell("exec sleep 1000");
  child = start().child_pid;
  ASSERT_EQ(::ptrace(PTRACE_SEIZE, child, nullptr, PTRACE_O_TRACEEXIT), 0);
  EXPECT_EQ(stop(), 0);
  EXPECT_EQ(names(), (Names{"s.events.jsonl", "s.json"}));
  EXPECT_EQ(::ptrace(PTRACE_CONT, child, nullptr, nullptr), 0);
  EXPECT_EQ(::waitpid(child, nullptr, 0), child);
}

// D-175
TEST_F(DaemonStopTest, OverlappingTriggersStopOnce) {
  shell("trap '' HUP; echo ready; exec sleep 1000");
  start();
  RawClient client = connect();
  client.send(wire::encode_peek({}));
  EXPECT_TRUE(client.sees("ready"));
  for (const int signal : {SIGTERM, SIGINT, SIGQUIT, SIGTERM, SIGHUP}) ::kill(daemon_pid, signal);
  EXPECT_EQ(await_end(), 0);
  EXPECT_EQ(names(), (Names{"s.events.jsonl", "s.json"})) << "an external stop keeps the record";
  const std::string log = events();
  EXPECT_EQ(log.find("session_exit"), log.rfind("session_exit"));
  EXPECT_NE(log.find("session_exit"), std::string::npos);
}

// D-155: here by the last act of the child.
TEST_F(DaemonStopTest, ARecordThatIsRemovedDuringTheStopStaysRemoved) {
  shell("trap 'rm -f " + path(".json") +
        "; exit 3' HUP; echo ready; while :; do read line || sleep 0.01; done");
  start();
  RawClient client = connect();
  client.send(wire::encode_peek({}));
  EXPECT_TRUE(client.sees("ready"));
  EXPECT_EQ(stop(), 0);
  EXPECT_FALSE(os::try_file_facts(path(".json")));
  for (const auto& name : all_files())
    EXPECT_TRUE(name == "s.events.jsonl" || name == "s.events.lock") << "left behind: " << name;
}

// D-155: removed with everything else, as `rm` does after a crash that was none.
TEST_F(DaemonStopTest, NothingComesBackOfASessionThatWasRemovedUnderItsDaemon) {
  shell("exec sleep 1000");
  start();
  for (const char* suffix : {".json", ".pid", ".sock", ".events.jsonl"})
    EXPECT_TRUE(os::remove_file(path(suffix)));
  EXPECT_EQ(stop(), 0);
  EXPECT_EQ(names(), Names{});
}

// D-158
TEST_F(DaemonStopTest, TheFilesOfAReplacementAreNotTheStaleDaemonsToRemove) {
  record.ephemeral = true;  // its own record it would remove
  shell("exec sleep 1000");
  start();
  registry::Metadata replacement = metadata();
  replacement.generation = std::string(32, 'b');
  replacement.daemon_pid = ::getpid();
  ASSERT_TRUE(os::write_file_atomic(path(".json"), registry::encode_metadata(replacement)));
  ASSERT_TRUE(os::write_file_atomic(path(".pid"), std::to_string(::getpid())));
  ASSERT_TRUE(os::write_file_atomic(path(".events.jsonl"), "the replacement's\n"));
  ASSERT_TRUE(os::remove_file(path(".sock")));
  auto listener = os::listen_unix(path(".sock"));
  ASSERT_TRUE(listener && listener->publish());
  EXPECT_EQ(stop(), 0);
  EXPECT_EQ(names(), (Names{"s.events.jsonl", "s.json", "s.pid", "s.sock"}));
  EXPECT_EQ(events(), "the replacement's\n");
  EXPECT_EQ(metadata().generation, replacement.generation);
  EXPECT_FALSE(metadata().exit_code);
  EXPECT_EQ(os::read_file(path(".pid"), 100).value_or(""), std::to_string(::getpid()));
  EXPECT_EQ(os::probe_unix(path(".sock")), os::Reachability::reachable);
}

}  // namespace
}  // namespace pty::daemon
