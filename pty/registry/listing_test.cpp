#include "pty/registry/listing.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "pty/os/directory.hpp"
#include "pty/os/environment.hpp"
#include "pty/os/file_io.hpp"
#include "pty/os/process_table.hpp"
#include "pty/os/scratch_directory.hpp"
#include "pty/os/unix_socket.hpp"
#include "pty/os/wall_time.hpp"
#include "pty/registry/dead_reclaim.hpp"
#include "pty/registry/record_skim.hpp"
#include "pty/registry/reference.hpp"
#include "pty/registry/session_document.hpp"

namespace pty::registry {
namespace {

constexpr int kDeadPid = 999'999'999;

class Listing : public testing::Test {
 protected:
  void plant(const std::string& name, const std::string& content) const {
    ASSERT_TRUE(os::write_file_atomic(scratch.file(name), content));
  }
  void record(const std::string& id, const std::function<void(Metadata&)>& edit = {}) const {
    Metadata metadata;
    metadata.generation = "g-" + id;
    metadata.command = "/bin/sleep";
    metadata.display_command = "sleep 1";
    metadata.cwd = "/tmp";
    metadata.created_at = "2026-01-01T00:00:00.000Z";
    metadata.daemon_pid = kDeadPid;
    if (edit) edit(metadata);
    plant(id + ".json", encode_metadata(metadata));
  }
  /// A socket file that nobody listens on.
  void dead_socket(const std::string& id) const {
    base::Result<os::UnixListener> listener = os::listen_unix(scratch.file("x.sock"));
    ASSERT_TRUE(listener);
    ASSERT_TRUE(listener->publish());
    ASSERT_TRUE(os::rename_file(scratch.file("x.sock"), scratch.file(id + ".sock")));
  }
  [[nodiscard]] std::vector<Session> list() const { return list_sessions(root).value(); }
  [[nodiscard]] Session only() const {
    std::vector<Session> sessions = list();
    EXPECT_EQ(sessions.size(), 1U);
    return sessions.empty() ? Session{} : sessions.front();
  }
  static void exited(Metadata& metadata) {
    metadata.exit_code = 3;
    metadata.exited_at = "2026-01-01T00:00:01.000Z";
    metadata.last_lines = {"a \"quoted\" line", "]", "  ]"};
  }

  os::ScratchDirectory scratch;
  Root root{scratch.path()};
};

// R-108
TEST_F(Listing, AnAbsentRootIsEmptyAndStaysAbsent) {
  Root absent(scratch.file("absent"));
  EXPECT_TRUE(list_sessions(absent)->empty());
  EXPECT_EQ(encode_session_list({}), "[]");
  EXPECT_FALSE(os::try_file_facts(absent.path()));
}

// R-109
TEST_F(Listing, ALiveDaemonIsRunningAndADeadOneWithARecordExited) {
  record("live", [](Metadata& metadata) {
    metadata.daemon_pid = os::own_pid();
    metadata.daemon_start_token = *os::start_token(os::own_pid());
  });
  plant("live.pid", std::to_string(os::own_pid()));
  record("over", exited);
  std::vector<Session> sessions = list();
  ASSERT_EQ(sessions.size(), 2U);
  EXPECT_EQ(sessions[0].status, SessionStatus::running);
  EXPECT_EQ(sessions[0].pid, os::own_pid());
  EXPECT_EQ(sessions[1].status, SessionStatus::exited);
  EXPECT_EQ(sessions[1].pid, std::nullopt);
  EXPECT_EQ(encode_session_list({sessions[1]}),
            R"([{"name":"over","status":"exited","pid":null,"command":"sleep 1","cwd":"/tmp",)"
            R"("createdAt":"2026-01-01T00:00:00.000Z","exitedAt":"2026-01-01T00:00:01.000Z","exitCode":3}])");
}

// R-110
TEST_F(Listing, ADeadDaemonWithoutAnExitRecordVanished) {
  record("s");
  plant("s.pid", std::to_string(kDeadPid));
  EXPECT_EQ(only().status, SessionStatus::vanished);
  dead_socket("s");
  EXPECT_EQ(only().status, SessionStatus::vanished);
  EXPECT_FALSE(only().ambiguous);
}

// R-111
TEST_F(Listing, AReachableSocketIsRunningWithoutAPidFile) {
  base::Result<os::UnixListener> listener = os::listen_unix(scratch.file("s.sock"));
  ASSERT_TRUE(listener);
  ASSERT_TRUE(listener->publish());
  record("s");
  EXPECT_EQ(only().status, SessionStatus::running);
  EXPECT_EQ(only().pid, std::nullopt);
  ASSERT_TRUE(os::remove_file(scratch.file("s.json")));
  Session bare = only();
  EXPECT_FALSE(bare.has_metadata);
  EXPECT_NE(encode_session_list({bare}).find(R"("command":null)"), std::string::npos);
}

// R-112
TEST_F(Listing, ALivePidIsRunningWithoutASocket) {
  record("s", [](Metadata& metadata) { metadata.daemon_pid = os::own_pid(); });
  plant("s.pid", std::to_string(os::own_pid()));
  EXPECT_EQ(only().status, SessionStatus::running);
}

TEST_F(Listing, ALeftoverSocketWithADeadRecordedDaemonIsNotRunningForEver) {
  record("s");
  dead_socket("s");
  EXPECT_EQ(only().status, SessionStatus::vanished);
}

TEST_F(Listing, AnUnreachableSocketWithoutAnyPidIsAmbiguousAndReportedRunning) {
  record("s", [](Metadata& metadata) { metadata.daemon_pid.reset(); });
  dead_socket("s");
  EXPECT_EQ(only().status, SessionStatus::running);
  EXPECT_TRUE(only().ambiguous);
}

// R-215
TEST_F(Listing, ARecycledPidIsNotTheDaemon) {
  record("s", [](Metadata& metadata) {
    metadata.daemon_pid = os::own_pid();
    metadata.daemon_start_token = "linux:1";
  });
  EXPECT_EQ(only().status, SessionStatus::vanished);
  plant("s.pid", std::to_string(os::own_pid()));
  EXPECT_EQ(only().status, SessionStatus::vanished);
}

// R-215
TEST_F(Listing, AMatchingTokenIsEnoughWhenSocketAndPidFileAreGone) {
  plant("s.json", "{\"daemonPid\":" + std::to_string(os::own_pid()) +
                      ",\"recovery\":{\"processStartToken\":\"" + *os::start_token(os::own_pid()) + "\"}}");
  EXPECT_EQ(only().status, SessionStatus::running);
  EXPECT_EQ(only().pid, os::own_pid());
}

// R-116
TEST_F(Listing, AZombieDaemonIsNotRunning) {
  pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  siginfo_t info{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT), 0);
  record("s");
  plant("s.pid", std::to_string(child));
  EXPECT_EQ(only().status, SessionStatus::vanished);
  ::waitpid(child, nullptr, 0);
}

// R-113
TEST_F(Listing, MalformedRecordsAndTemporariesAreSkippedAndLeft) {
  plant("bad.json", "{\"generation\":");
  plant("array.json", "[]");
  plant("s.json.tmp.1.abc", "{}");
  plant("raw.pid", std::to_string(os::own_pid()));
  EXPECT_TRUE(list().empty());
  EXPECT_EQ(os::directory_entries(scratch.path())->size(), 4U);
}

// R-114
TEST_F(Listing, AHundredUnreachableSocketsAreListedInOrder) {
  for (int i = 0; i < 100; ++i) {
    std::string id = "s" + std::to_string(i);
    record(id);
    dead_socket(id);
  }
  std::vector<Session> sessions = list();
  EXPECT_EQ(sessions.size(), 100U);
  EXPECT_TRUE(std::ranges::is_sorted(sessions, {}, &Session::id));
}

TEST_F(Listing, IdsWithDotsKeepTheirOwnFiles) {
  record("a");
  record("a.json");
  std::vector<Session> sessions = list();
  ASSERT_EQ(sessions.size(), 2U);
  EXPECT_EQ(sessions[0].id, "a");
  EXPECT_EQ(sessions[1].id, "a.json");
}

// R-119
TEST_F(Listing, SortsByLabelThenId) {
  record("1", [](Metadata& metadata) { metadata.display_name = "zz"; });
  record("2", [](Metadata& metadata) { metadata.display_name = "aa"; });
  record("3", [](Metadata& metadata) { metadata.display_name = "aa"; });
  record("b");
  std::vector<Session> sessions = list();
  sort_by_label(sessions);
  std::string order;
  for (const Session& session : sessions) order += session.id;
  EXPECT_EQ(order, "23b1");
}

// R-029 R-028
TEST_F(Listing, AnExactIdWinsOverADisplayName) {
  record("one");
  record("two", [](Metadata& metadata) { metadata.display_name = "one"; });
  EXPECT_EQ(resolve_reference(root, "one")->id, "one");
  EXPECT_EQ(resolve_reference(root, "one")->generation, "g-one");
}

// R-030 R-031
TEST_F(Listing, DisplayNamesResolveWhenUniqueAndFailClosedOtherwise) {
  std::string long_name(110, 'n');
  record("b", [](Metadata& metadata) { metadata.display_name = "twin"; });
  record("a", [](Metadata& metadata) { metadata.display_name = "twin"; });
  record("c", [&](Metadata& metadata) { metadata.display_name = long_name; });
  EXPECT_EQ(resolve_reference(root, long_name)->id, "c");
  base::Result<Session> twin = resolve_reference(root, "twin");
  ASSERT_FALSE(twin);
  EXPECT_EQ(twin.error().code, base::Errc::ambiguous);
  EXPECT_TRUE(twin.error().text.starts_with("Session reference \"twin\" is ambiguous."));
  EXPECT_EQ(twin.error().more_lines, (std::vector<std::string>{"  a", "  b"}));
  EXPECT_EQ(resolve_reference(root, "../x").error().text, "Session \"../x\" not found.");
}

TEST_F(Listing, SkimmingAgreesWithTheFullRecord) {
  Metadata metadata;
  metadata.generation = "g";
  metadata.daemon_pid = 5;
  metadata.daemon_start_token = "linux:5";
  metadata.display_command = "x";
  metadata.cwd = "/\xC3\xA9\"\\";
  metadata.tags = {{"tags", "cwd"}, {"generation", "no"}};
  metadata.display_name = "name";
  metadata.other_fields = R"({"nested":{"cwd":"no","tags":{"a":"b"}},"list":[{"displayName":"no"}]})";
  exited(metadata);
  for (bool usual_layout : {true, false}) {
    std::string text = encode_metadata(metadata);
    if (!usual_layout) std::erase(text, '\n');
    Session session;
    ASSERT_TRUE(skim_record(text, session));
    EXPECT_EQ(session.generation, metadata.generation);
    EXPECT_EQ(session.daemon_pid, metadata.daemon_pid);
    EXPECT_EQ(session.start_token, metadata.daemon_start_token);
    EXPECT_EQ(session.cwd, metadata.cwd);
    EXPECT_EQ(session.tags, metadata.tags);
    EXPECT_EQ(session.display_name, metadata.display_name);
    EXPECT_EQ(session.exit_code, metadata.exit_code);
    EXPECT_EQ(session.exited_at, metadata.exited_at);
  }
}

TEST_F(Listing, SkimmingCutsOutOnlyTheSavedLines) {
  Metadata metadata;
  metadata.last_lines = {"\n  \"lastLines\": [\n", "]"};
  metadata.other_fields = R"({"after":1})";
  std::string storage;
  std::string text = encode_metadata(metadata);
  std::string_view cut = without_last_lines(text, storage);
  EXPECT_NE(cut.find("\"lastLines\": [\n  ],\n  \"after\": 1"), std::string::npos) << cut;
}

TEST_F(Listing, ATagsFieldWithForeignTypesIsIgnoredAsAWhole) {
  Session session;
  ASSERT_TRUE(skim_record(R"({"tags":{"a":"1","b":2},"cwd":"/x"})", session));
  EXPECT_TRUE(session.tags.empty());
  EXPECT_EQ(session.cwd, "/x");
}

// R-118
TEST_F(Listing, SummaryNamesOldestAndNewest) {
  record("old", [](Metadata& metadata) { metadata.created_at = "2025-12-31T23:59:00.000Z"; });
  record("new", exited);
  base::WallTime now = *os::parse_iso8601("2026-01-01T00:00:10.500Z");
  EXPECT_EQ(encode_session_summary(list(), now),
            R"({"total":2,"byStatus":{"running":0,"exited":1,"vanished":1},)"
            R"("oldest":{"name":"old","status":"vanished","ageSeconds":70},)"
            R"("newest":{"name":"new","status":"exited","ageSeconds":10}})");
  EXPECT_NE(encode_session_summary({}, now).find(R"("oldest":null)"), std::string::npos);
}

// K2
TEST_F(Listing, OldDeadRecordsAreReclaimedUnlessKept) {
  record("old", exited);
  record("kept", [](Metadata& metadata) { metadata.tags["keep"] = "true"; });
  record("permanent", [](Metadata& metadata) { metadata.tags["strategy"] = "permanent"; });
  record("young", [](Metadata& metadata) { metadata.created_at = "2026-01-02T00:00:00.000Z"; });
  record("undated", [](Metadata& metadata) { metadata.created_at = "?"; });
  plant("live.pid", std::to_string(os::own_pid()));
  record("live", [](Metadata& metadata) { metadata.daemon_pid = os::own_pid(); });
  base::WallTime now = *os::parse_iso8601("2026-01-02T00:00:02.000Z");
  base::Milliseconds ttl = parse_dead_ttl(std::nullopt)->value();
  std::vector<std::string> plan = plan_dead_reclaim(list(), now, ttl);
  EXPECT_EQ(plan, std::vector<std::string>{"old"});
  EXPECT_EQ(apply_dead_reclaim(root, {"old", "kept", "live", "young", "absent"}, now, ttl), 1U);
  EXPECT_FALSE(os::try_file_facts(scratch.file("old.json")));
  EXPECT_EQ(list().size(), 5U);
}

TEST_F(Listing, ABusyRecordIsReclaimedAnotherTime) {
  record("old", exited);
  plant("old.lock", std::to_string(os::own_pid()));
  EXPECT_EQ(apply_dead_reclaim(root, {"old"}, os::wall_now(), base::Milliseconds(1)), 0U);
  EXPECT_TRUE(os::try_file_facts(scratch.file("old.json")));
}

TEST_F(Listing, TheReclaimAgeCanBeSetAndSwitchedOff) {
  EXPECT_EQ(parse_dead_ttl("2h")->value(), std::chrono::hours(2));
  EXPECT_EQ(parse_dead_ttl("off")->has_value(), false);
  EXPECT_EQ(parse_dead_ttl("")->value(), std::chrono::hours(24));
  EXPECT_FALSE(parse_dead_ttl("soon"));
}

}  // namespace
}  // namespace pty::registry
