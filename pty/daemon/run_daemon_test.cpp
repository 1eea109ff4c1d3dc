// The daemon as a process: a real one in a forked child with a private root, and raw clients of its socket.

#include "pty/daemon/run_daemon.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

#include "pty/daemon/daemon_process.hpp"
#include "pty/daemon/peer_check.hpp"
#include "pty/os/environment.hpp"

namespace pty::daemon {
namespace {

using Names = std::vector<std::string>;
using wire::MessageType;

// D-021, D-029, D-152: a whole life, through the socket.
TEST_F(DaemonProcessTest, AClientTypesReadsAndSeesTheExit) {
  shell("read line; echo \"got $line\"; exit 7");
  ASSERT_TRUE(start().ok);
  RawClient client = connect();
  client.send(wire::encode_attach({24, 80}));
  EXPECT_EQ(client.next()->type, MessageType::geometry);
  EXPECT_EQ(client.next()->type, MessageType::screen);
  client.send(wire::encode_data("hello\n"));
  EXPECT_TRUE(client.sees("got hello"));
  const auto exit = client.next_of(MessageType::exit);
  ASSERT_TRUE(exit);
  EXPECT_EQ(wire::decode_exit(exit->payload), 7);
  EXPECT_FALSE(client.next());
  EXPECT_EQ(await_end(), 7);
  EXPECT_EQ(names(), Names{});
}

// D-159, D-167, D-150
TEST_F(DaemonProcessTest, ReadyMeansEverythingIsPublished) {
  shell("read line");
  const registry::LaunchReport report = start();
  ASSERT_TRUE(report.ok) << report.error.text;
  EXPECT_EQ(names(), (Names{"s.events.jsonl", "s.json", "s.pid", "s.sock"}));
  EXPECT_EQ(report.daemon_pid, daemon_pid);
  EXPECT_EQ(report.generation, record.generation);
  EXPECT_EQ(metadata().daemon_pid, daemon_pid);
  EXPECT_EQ(metadata().generation, record.generation);
  EXPECT_EQ(os::read_file(path(".pid"), 100).value_or(""), std::to_string(daemon_pid));
  EXPECT_NE(os::read_file(path(".events.jsonl"), 4096)->find("session_start"), std::string::npos);
  EXPECT_EQ(os::try_file_facts(path(".sock"))->permissions, 0600U);
  EXPECT_EQ(os::try_file_facts(record.root)->permissions, 0700U);
  EXPECT_EQ(os::process_name(daemon_pid), "pty-daemon");
}

// D-161, appendix C 1
TEST_F(DaemonProcessTest, AProgramThatCannotRunIsAFailedStart) {
  record.command = scratch.file("missing");
  const registry::LaunchReport report = start();
  EXPECT_FALSE(report.ok);
  EXPECT_EQ(report.error.code, base::Errc::not_found);
  EXPECT_EQ(await_end(), 1);
  EXPECT_EQ(names(), Names{});
}

// D-162
TEST_F(DaemonProcessTest, AMissingWorkingDirectoryIsAFailedStart) {
  shell("exit 0");
  record.cwd = scratch.file("gone");
  const registry::LaunchReport report = start();
  EXPECT_FALSE(report.ok);
  EXPECT_NE(report.error.text.find("Working directory does not exist: " + record.cwd), std::string::npos);
  EXPECT_NE(report.error.text.find("Cannot start session \"s\" for command \"sh\"."), std::string::npos);
  EXPECT_EQ(await_end(), 1);
  EXPECT_EQ(names(), Names{});
}

// D-157, D-154: a kept record tells how it ended.
TEST_F(DaemonProcessTest, AKeptRecordCarriesTheExit) {
  record.tags = {{"keep", "true"}};
  shell("echo $PTY_SESSION; echo $PTY_SESSION_GENERATION; exit 3");
  ASSERT_TRUE(start().ok);
  EXPECT_EQ(await_end(), 3);
  EXPECT_EQ(names(), (Names{"s.events.jsonl", "s.json"}));
  const registry::Metadata after = metadata();
  EXPECT_EQ(after.exit_code, 3);
  EXPECT_TRUE(after.exited_at);
  EXPECT_EQ(after.last_lines, (std::vector<std::string>{"s", record.generation}));
  const auto events = os::read_file(path(".events.jsonl"), 1 << 16).value_or("");
  EXPECT_EQ(std::count(events.begin(), events.end(), '\n'), 2);
  EXPECT_NE(events.find("session_exit"), std::string::npos);
}

// D-172
TEST_F(DaemonProcessTest, AStopEndsTheChildAndKeepsTheRecord) {
  shell("exec sleep 1000");
  const registry::LaunchReport report = start();
  RawClient client = connect();
  client.send(wire::encode_attach({24, 80}));
  EXPECT_TRUE(client.next_of(MessageType::screen));
  ::kill(daemon_pid, SIGTERM);
  EXPECT_EQ(await_end(), 0);
  EXPECT_FALSE(client.next_of(MessageType::exit));
  EXPECT_FALSE(os::is_alive(report.child_pid));
  EXPECT_EQ(names(), (Names{"s.events.jsonl", "s.json"}));
  EXPECT_EQ(metadata().exit_code, 129);
}

// D-173
TEST_F(DaemonProcessTest, AStubbornChildIsKilled) {
  shell("trap '' HUP TERM; echo ready; while :; do sleep 1000; done");
  const registry::LaunchReport report = start();
  RawClient client = connect();
  client.send(wire::encode_peek({}));
  EXPECT_TRUE(client.sees("ready"));
  ::kill(daemon_pid, SIGTERM);
  EXPECT_EQ(await_end(), 0);
  EXPECT_FALSE(os::is_alive(report.child_pid));
  EXPECT_EQ(metadata().exit_code, 137);
}

// D-038, D-040, D-042
TEST_F(DaemonProcessTest, OnlyARealChangeOfSizeReachesTheChild) {
  // A trapped signal may end a `read` with nothing.
  shell(
      "trap 'echo changed' WINCH; echo ready; while :; do read word || continue; echo $word; stty size; "
      "done");
  record.size = {24, 80};
  ASSERT_TRUE(start().ok);
  RawClient client = connect();
  client.send(wire::encode_attach({24, 80}));
  ASSERT_TRUE(client.sees("ready"));
  client.send(wire::encode_data("one\n"));
  ASSERT_TRUE(client.sees("24 80"));
  EXPECT_EQ(client.output().find("changed"), std::string::npos);
  RawClient larger = connect();
  larger.send(wire::encode_attach({50, 200}));
  ASSERT_TRUE(larger.next_of(MessageType::screen));
  client.send(wire::encode_data("two\n"));
  ASSERT_TRUE(client.sees("two\r\n24 80"));
  EXPECT_EQ(client.output().find("changed"), std::string::npos);
  client.send(wire::encode_resize({10, 40}) + wire::encode_data("three\n"));
  EXPECT_TRUE(client.sees("10 40"));
  EXPECT_NE(client.output().find("changed"), std::string::npos);
}

// D-096, D-098: a client that never reads holds up nobody.
TEST_F(DaemonProcessTest, AClientThatNeverReadsDelaysNobody) {
  shell(
      "read go; i=0; while [ $i -lt 40 ]; do head -c 262144 /dev/zero | tr '\\0' x; i=$((i+1)); done; "
      "echo finished; read stop; exit 6");
  ASSERT_TRUE(start().ok);
  RawClient stopped = connect();
  stopped.send(wire::encode_attach({24, 80}));
  RawClient reading = connect();
  reading.send(wire::encode_attach({24, 80}));
  ASSERT_TRUE(reading.next_of(MessageType::screen));
  reading.send(wire::encode_data("\n"));
  ASSERT_TRUE(reading.sees("finished"));
  // Nobody waits for it for long once the program has ended; so it catches up before.
  ASSERT_TRUE(stopped.sees("finished"));
  reading.send(wire::encode_data("\n"));
  const auto exit = stopped.next_of(MessageType::exit);
  ASSERT_TRUE(exit);
  EXPECT_EQ(wire::decode_exit(exit->payload), 6);
}

// D-020, D-094: several writers while the child does not read, and nothing is lost.
TEST_F(DaemonProcessTest, ManyWritersLoseNothing) {
  shell("stty raw -echo; echo ready; head -c 300000 | tr -d '\\n' | wc -c; exit 0");
  ASSERT_TRUE(start().ok);
  RawClient watcher = connect();
  watcher.send(wire::encode_peek({}));
  ASSERT_TRUE(watcher.sees("ready"));
  for (int i = 0; i < 30; ++i) {
    RawClient writer = connect();
    writer.send(wire::encode_data(std::string(10'000, static_cast<char>('a' + i % 26))));
    writer.half_close();
    EXPECT_FALSE(writer.next());
  }
  EXPECT_TRUE(watcher.sees("300000"));
}

// D-176, D-179
TEST_F(DaemonProcessTest, AHangUpDoesNotStopTheDaemon) {
  shell("read line");
  const registry::LaunchReport report = start();
  ::kill(daemon_pid, SIGHUP);
  RawClient client = connect();
  client.send(wire::encode_status_request());
  const auto packet = client.next_of(MessageType::status);
  ASSERT_TRUE(packet);
  const auto status = registry::parse_status(packet->payload);
  ASSERT_TRUE(status) << status.error().text;
  EXPECT_TRUE(status->process.alive);
  EXPECT_EQ(status->process.pid, report.child_pid);
  EXPECT_EQ(status->daemon_pid, daemon_pid);
  EXPECT_TRUE(status->process.resources);
  EXPECT_EQ(status->clients.total, 0);
}

// D-169
TEST_F(DaemonProcessTest, ALiveSessionIsNotReplaced) {
  shell("read line; exit 0");
  ASSERT_TRUE(start().ok);
  const pid_t first = std::exchange(daemon_pid, -1);
  record.generation = std::string(32, 'b');
  const registry::LaunchReport second = start();
  EXPECT_FALSE(second.ok);
  EXPECT_EQ(second.error.code, base::Errc::already_exists);
  EXPECT_EQ(await_end(), 1);
  daemon_pid = first;
  EXPECT_EQ(metadata().daemon_pid, first);
  RawClient client = connect();
  client.send(wire::encode_data("\n"));
  client.half_close();
  EXPECT_FALSE(client.next());
  EXPECT_EQ(await_end(), 0);
}

// D-019
TEST(PeerCheck, OnlyTheOwnerMaySpeak) {
  EXPECT_TRUE(is_owner(1000, 1000));
  EXPECT_FALSE(is_owner(1001, 1000));
  EXPECT_FALSE(is_owner(0, 1000));
  EXPECT_FALSE(is_owner(base::fail(base::Errc::system, "cannot tell"), 1000));
}

// D-019: somebody to whom the files were opened is still turned away. Only root can play somebody else; the
// rule itself is tested above.
TEST_F(DaemonProcessTest, AStrangerIsTurnedAwayWithoutAWord) {
  if (::geteuid() != 0) GTEST_SKIP() << "only root can play somebody else";
  shell("read line");
  ASSERT_TRUE(start().ok);
  for (const std::string& directory : {scratch.path(), record.root})
    ASSERT_EQ(::chmod(directory.c_str(), 0711), 0);
  ASSERT_EQ(::chmod(path(".sock").c_str(), 0666), 0);
  constexpr uid_t kNobody = 65534;
  const pid_t stranger = ::fork();
  if (stranger == 0) {
    if (::setuid(kNobody) != 0) ::_exit(1);
    auto socket = os::connect_unix(path(".sock"), kTestPatience);
    if (!socket) ::_exit(2);
    (void)os::write_all(socket->get(), wire::encode_status_request());
    (void)os::wait_ready(socket->get(), os::Direction::readable, kTestPatience);
    char byte = 0;
    const auto read = os::read_some(socket->get(), {&byte, 1});
    ::_exit(read && read->state == os::IoState::moved ? 3 : 0);
  }
  int status = 0;
  ::waitpid(stranger, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  RawClient owner = connect();
  owner.send(wire::encode_status_request());
  EXPECT_TRUE(owner.next_of(MessageType::status));
}

// D-153: somebody in the background keeps the terminal open for long.
TEST_F(DaemonProcessTest, ABackgroundProcessDoesNotDelayTheExit) {
  record.ephemeral = true;
  const std::string pid_file = scratch.file("holder");
  shell("trap '' HUP; sleep 30 & echo $! > " + pid_file + "; read line; exit 4");
  ASSERT_TRUE(start().ok);
  RawClient client = connect();
  client.send(wire::encode_attach({24, 80}));
  ASSERT_TRUE(client.next_of(MessageType::screen));
  client.send(wire::encode_data("\n"));
  const auto exit = client.next_of(MessageType::exit);
  ASSERT_TRUE(exit);
  EXPECT_EQ(wire::decode_exit(exit->payload), 4);
  EXPECT_EQ(await_end(), 4);
  EXPECT_EQ(names(), Names{});
  const pid_t holder = std::atoi(os::read_file(pid_file, 100).value_or("").c_str());
  ASSERT_GT(holder, 1);
  EXPECT_TRUE(os::is_alive(holder));
  ::kill(holder, SIGKILL);
}

// D-170
TEST_F(DaemonProcessTest, ADeadSpawnerEndsTheSessionButKeepsItsRecord) {
  const pid_t spawner = ::fork();
  if (spawner == 0) ::_exit(0);
  int status = 0;
  ::waitpid(spawner, &status, 0);
  os::set_environment_value("PTY_SPAWNER_PID", std::to_string(spawner));
  shell("exec sleep 1000");
  ASSERT_TRUE(start().ok);
  EXPECT_EQ(await_end(), 0);
  EXPECT_EQ(names(), (Names{"s.events.jsonl", "s.json"}));
}

// D-055, D-092: megabytes in both directions, with the real emulator.
TEST_F(DaemonProcessTest, LargeInputArrivesIntact) {
  std::string paste;
  for (int i = 0; paste.size() < 1'000'000; ++i)
    paste += "\xE2\x82\xAC\xFF\x01 line " + std::to_string(i) + "\r";
  paste.resize(1'000'000);
  ASSERT_TRUE(os::write_file_atomic(scratch.file("paste"), paste));
  shell("stty raw -echo; echo ready; head -c 1000000 | cmp - " + scratch.file("paste") +
        " && echo intact; exit 0");
  ASSERT_TRUE(start().ok);
  RawClient client = connect();
  client.send(wire::encode_attach({24, 80}));
  ASSERT_TRUE(client.sees("ready"));
  for (std::size_t at = 0; at < paste.size(); at += 777)
    client.send(wire::encode_data(paste.substr(at, 777)));
  EXPECT_TRUE(client.sees("intact"));
  EXPECT_TRUE(client.next_of(MessageType::exit));
  EXPECT_EQ(await_end(), 0);
}

}  // namespace
}  // namespace pty::daemon
