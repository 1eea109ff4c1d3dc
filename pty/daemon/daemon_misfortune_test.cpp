// A host that misbehaves under a live daemon: no room, no root, time that stands still. The
// session goes on; what could not be recorded is said once.

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>

#include "pty/daemon/daemon_process.hpp"
#include "pty/daemon/unrecorded.hpp"

namespace pty::daemon {
namespace {

using wire::MessageType;
using Texts = std::vector<std::string>;

class DaemonMisfortuneTest : public DaemonProcessTest {
 protected:
  /// A program that rings the bell and repeats each line; "end" ends it with code 5.
  RawClient start_repeating() {
    shell("while read word; do printf '\\a'; echo \"got $word\"; [ $word = end ] && exit 5; done");
    EXPECT_TRUE(start().ok);
    RawClient client = connect();
    client.send(wire::encode_attach({24, 80}));
    EXPECT_TRUE(client.next_of(MessageType::screen));
    EXPECT_TRUE(eventually([&] { return metadata().last_attach_at.has_value(); }));
    return client;
  }

  static void expect_repeated(RawClient& client, const std::string& word) {
    client.send(wire::encode_data(word + "\n"));
    EXPECT_TRUE(client.sees("got " + word));
  }

  static registry::StatusDocument status(RawClient& client) {
    client.send(wire::encode_status_request());
    const auto packet = client.next_of(MessageType::status);
    return packet ? registry::parse_status(packet->payload).value_or(registry::StatusDocument{})
                  : registry::StatusDocument{};
  }

  /// The file worker takes its time: asks until there are so many warnings.
  Texts warnings(RawClient& client, std::size_t count) {
    Texts texts;
    EXPECT_TRUE(eventually([&] { return (texts = status(client).warnings).size() >= count; }));
    return texts;
  }

  void expect_end(RawClient& client) {
    client.send(wire::encode_data("end\n"));
    const auto exit = client.next_of(MessageType::exit);
    ASSERT_TRUE(exit);
    EXPECT_EQ(wire::decode_exit(exit->payload), 5);
    EXPECT_EQ(await_end(), 5);
  }

  template <class Resource>
  void limit(Resource resource, rlim_t soft) const {
    rlimit now{};
    ASSERT_EQ(::prlimit(daemon_pid, resource, nullptr, &now), 0);
    now.rlim_cur = std::min(soft, now.rlim_max);
    ASSERT_EQ(::prlimit(daemon_pid, resource, &now, nullptr), 0);
  }
};

// A directory that somebody cleans up is no reason to end a program.
TEST_F(DaemonMisfortuneTest, ARootThatIsDeletedCostsTheRecordsOnly) {
  RawClient client = start_repeating();
  // In one step: the file worker may be about to give its lock back, and a directory that changes while it is
  // emptied is not always removed.
  std::filesystem::rename(record.root, scratch.file("deleted"));
  std::filesystem::remove_all(scratch.file("deleted"));
  expect_repeated(client, "one");
  const Texts first = warnings(client, 1);
  ASSERT_EQ(first.size(), 1U);
  EXPECT_TRUE(first[0].starts_with("events are missing from the log: ")) << first[0];
  expect_repeated(client, "two");
  client.send(wire::encode_attach({24, 80}));
  EXPECT_TRUE(client.next_of(MessageType::screen));
  const Texts both = warnings(client, 2);
  ASSERT_EQ(both.size(), 2U) << "each kind is said once";
  EXPECT_EQ(both[0], first[0]);
  EXPECT_TRUE(both[1].starts_with("an attach was not recorded: ")) << both[1];
  expect_end(client);
  EXPECT_FALSE(std::filesystem::exists(record.root));
}

// Without its record the log would lie there for ever.
TEST_F(DaemonMisfortuneTest, ARecordThatIsDeletedTakesTheLogWithItInTheEnd) {
  record.tags = {{"keep", "true"}};
  RawClient client = start_repeating();
  ASSERT_TRUE(std::filesystem::remove(path(".json")));
  expect_repeated(client, "one");
  expect_end(client);
  EXPECT_EQ(names(), Texts{});
}

// D-176: neither do other signals that somebody sends by mistake.
TEST_F(DaemonMisfortuneTest, StraySignalsEndNothing) {
  record.tags = {{"keep", "true"}};
  RawClient client = start_repeating();
  for (const int signal : {SIGHUP, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPIPE})
    ASSERT_EQ(::kill(daemon_pid, signal), 0);
  expect_repeated(client, "one");
  expect_end(client);
  EXPECT_EQ(metadata().exit_code, 5);
}

TEST_F(DaemonMisfortuneTest, AProcessorTimeLimitIsAStopWithARecord) {
  RawClient client = start_repeating();
  ASSERT_EQ(::kill(daemon_pid, SIGXCPU), 0);
  EXPECT_EQ(await_end(), 0);
  EXPECT_EQ(metadata().exit_code, 129);
}

TEST_F(DaemonMisfortuneTest, AFullDiskCostsTheRecordsOnly) {
  record.tags = {{"keep", "true"}};
  RawClient client = start_repeating();
  limit(RLIMIT_FSIZE, 0);
  expect_repeated(client, "one");
  const Texts said = warnings(client, 1);
  ASSERT_EQ(said.size(), 1U);
  EXPECT_NE(said[0].find("File too large"), std::string::npos) << said[0];
  expect_repeated(client, "two");
  limit(RLIMIT_FSIZE, RLIM_INFINITY);
  expect_repeated(client, "three");
  EXPECT_EQ(status(client).warnings, said) << "what is missing stays missing";
  expect_end(client);
  EXPECT_EQ(metadata().exit_code, 5);
}

// As a laptop does: everything stops, and a moment later it is another time.
TEST_F(DaemonMisfortuneTest, ASuspendedDaemonGoesOnWhereItWas) {
  RawClient client = start_repeating();
  ::kill(daemon_pid, SIGSTOP);
  client.send(wire::encode_data("one\n"));
  ::kill(daemon_pid, SIGCONT);
  EXPECT_TRUE(client.sees("got one"));
  EXPECT_EQ(status(client).warnings, Texts{});
  expect_end(client);
}

TEST(Unrecorded, TheFirstCauseOfEachKindIsKept) {
  Unrecorded unrecorded;
  EXPECT_EQ(unrecorded.warnings(), Texts{});
  unrecorded.note(Unrecorded::What::exit, {base::Errc::system, 0, "no room"});
  unrecorded.note(Unrecorded::What::events, {base::Errc::system, 0, "no root"});
  unrecorded.note(Unrecorded::What::events, {base::Errc::system, 0, "later"});
  EXPECT_EQ(unrecorded.warnings(),
            (Texts{"events are missing from the log: no root", "the exit could not be recorded: no room"}));
}

}  // namespace
}  // namespace pty::daemon
