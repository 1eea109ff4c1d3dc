#include "pty/registry/event_log.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "pty/os/directory.hpp"
#include "pty/os/file_identity.hpp"
#include "pty/os/file_io.hpp"
#include "pty/os/scratch_directory.hpp"
#include "pty/os/wall_time.hpp"
#include "pty/registry/status_document.hpp"

namespace pty::registry {
namespace {

class EventLogTest : public testing::Test {
 protected:
  [[nodiscard]] std::string text() const { return os::read_file(paths.events, 64U << 20U).value_or(""); }
  [[nodiscard]] std::size_t lines() const {
    std::string content = text();
    return static_cast<std::size_t>(std::ranges::count(content, '\n'));
  }
  void append(EventLog& log, const EventRecord& event) const {
    base::Result<EventLock> lock = EventLock::acquire(paths, kNoWait);
    ASSERT_TRUE(log.append(*lock, encode_event("s", os::wall_now(), event)));
  }
  static EventRecord numbered(int number) { return {"user.n", {{"data", std::int64_t{number}}}}; }

  os::ScratchDirectory scratch;
  SessionPaths paths = session_paths(Root(scratch.path()), "s");
};

// R-090
TEST_F(EventLogTest, RecordsAreOneCompactLineWithTheEnvelopeFirst) {
  base::WallTime when = *os::parse_iso8601("2026-01-02T03:04:05.678Z");
  EXPECT_EQ(
      encode_event("s", when, session_exit_event(137, 9)),
      "{\"session\":\"s\",\"type\":\"session_exit\",\"ts\":\"2026-01-02T03:04:05.678Z\",\"exitCode\":137,"
      "\"signal\":9}\n");
  EXPECT_EQ(encode_event("s", when, session_start_event({})),
            "{\"session\":\"s\",\"type\":\"session_start\",\"ts\":\"2026-01-02T03:04:05.678Z\"}\n");
  EXPECT_NE(
      encode_event("s", when, display_name_change_event({}, "n")).find(R"("previous":null,"value":"n")"),
      std::string::npos);
  EXPECT_NE(encode_event("s", when, notification_event("t", "a\nb\xFF", NotificationSource::osc777))
                .find("\"title\":\"t\",\"body\":\"a\\nb\xEF\xBF\xBD\",\"source\":\"osc777\""),
            std::string::npos);
}

TEST_F(EventLogTest, EmbeddedJsonCannotBreakTheLine) {
  std::string line = encode_event("s", os::wall_now(), {"user.x", {{"data", JsonText{"{\"a\":\n[1]}"}}}});
  EXPECT_EQ(std::ranges::count(line, '\n'), 1);
  EXPECT_NE(line.find(R"("data":{"a":[1]})"), std::string::npos);
}

// R-206
TEST_F(EventLogTest, IsPrivateAndStartsWithTheGivenLinesOnly) {
  EventLog log(paths);
  append(log, bell_event());
  EXPECT_EQ(os::try_file_facts(paths.events)->permissions, 0600U);
  base::Result<EventLock> lock = EventLock::acquire(paths, kNoWait);
  ASSERT_TRUE(log.start(*lock, "first\n"));
  EXPECT_EQ(text(), "first\n");
  EXPECT_EQ(os::try_file_facts(paths.events)->permissions, 0600U);
}

// R-102
TEST_F(EventLogTest, NeverHoldsMoreThanAThousandLinesAndKeepsTheNewest) {
  EventLog log(paths);
  for (int i = 0; i < 1200; ++i) {
    append(log, numbered(i));
    if (i % 97 != 0 && i < 990) continue;
    std::size_t expected = static_cast<std::size_t>(i < 999 ? i + 1 : i - 499);
    ASSERT_EQ(lines(), expected) << i;
  }
  EXPECT_EQ(lines(), 700U);
  base::Result<std::vector<ReadEvent>> recent = read_recent_events(paths);
  ASSERT_EQ(recent->size(), 50U);
  EXPECT_NE(recent->back().line.find("\"data\":1199"), std::string::npos);
  EXPECT_NE(recent->front().line.find("\"data\":1150"), std::string::npos);
}

// D-150, D-151: also when the file is replaced again and again.
TEST_F(EventLogTest, RetentionKeepsTheStartFirst) {
  EventLog log(paths);
  const std::string start = encode_event("s", os::wall_now(), session_start_event({{"keep", "true"}}));
  {
    base::Result<EventLock> lock = EventLock::acquire(paths, kNoWait);
    ASSERT_TRUE(log.start(*lock, start));
  }
  for (int i = 0; i < 2300; ++i) {
    append(log, numbered(i));
    if (lines() != kKeptEventLines) continue;
    const std::string content = text();
    ASSERT_TRUE(content.starts_with(start)) << i;
    const std::size_t second = content.find('\n') + 1;
    const std::string oldest_kept = "\"data\":" + std::to_string(i - 498) + "}";
    EXPECT_NE(content.substr(second, content.find('\n', second) - second).find(oldest_kept),
              std::string::npos)
        << "nothing is missing behind it";
  }
  EXPECT_TRUE(text().starts_with(start));
  EXPECT_NE(text().find("\"data\":2299"), std::string::npos);
  EXPECT_EQ(text().find("session_start", start.size()), std::string::npos) << "it is there once";
}

TEST_F(EventLogTest, RetentionReplacesTheFileSoThatAFollowerCanDrainTheOldOne) {
  EventLog log(paths);
  for (int i = 0; i < 999; ++i) append(log, numbered(i));
  auto before = os::try_file_identity(paths.events);
  append(log, numbered(999));
  EXPECT_NE(os::try_file_identity(paths.events), before);
}

TEST_F(EventLogTest, CountsWhatOtherWritersAppended) {
  EventLog mine(paths);
  append(mine, numbered(0));
  for (int i = 1; i < 999; ++i) {
    EventLog other(paths);
    append(other, numbered(i));
  }
  append(mine, numbered(999));
  EXPECT_EQ(lines(), 500U);
}

// R-092
TEST_F(EventLogTest, OneBadLineDoesNotHideTheOthers) {
  EventLog log(paths);
  append(log, numbered(1));
  ASSERT_TRUE(os::append_file(paths.events, "not json\n\n{\"type\":3}\n{\"session\":\"s\",\"ty"));
  append(log, numbered(2));
  base::Result<std::vector<ReadEvent>> recent = read_recent_events(paths);
  ASSERT_EQ(recent->size(), 2U);
  EXPECT_NE(recent->at(0).line.find("\"data\":1"), std::string::npos);
  EXPECT_NE(recent->at(1).line.find("\"data\":2"), std::string::npos);
}

TEST_F(EventLogTest, RefusesARecordOverAMegabyte) {
  EventLog log(paths);
  base::Result<EventLock> lock = EventLock::acquire(paths, kNoWait);
  std::string huge = encode_event("s", os::wall_now(), title_change_event(std::string(1 << 20, 'x')));
  EXPECT_EQ(log.append(*lock, huge).error().code, base::Errc::too_large);
  EXPECT_FALSE(os::try_file_facts(paths.events));
}

// R-103
TEST_F(EventLogTest, ConcurrentWritersLoseAndTearNothing) {
  constexpr int kWriters = 10;
  constexpr int kEach = 10;
  for (int writer = 0; writer < kWriters; ++writer) {
    if (::fork() != 0) continue;
    for (int i = 0; i < kEach; ++i) {
      EventRecord event{"user.x",
                        {{"data", std::int64_t{writer * kEach + i}}, {"text", std::string(8192, 'x')}}};
      if (!append_event(paths, event, base::Milliseconds(60'000))) ::_exit(1);
    }
    ::_exit(0);
  }
  for (int writer = 0; writer < kWriters; ++writer) {
    int status = -1;
    ::wait(&status);
    EXPECT_EQ(status, 0);
  }
  base::Result<std::vector<ReadEvent>> all = read_recent_events(paths, 1000);
  ASSERT_EQ(all->size(), static_cast<std::size_t>(kWriters * kEach));
  std::set<std::string> distinct;
  for (const ReadEvent& event : *all) distinct.insert(event.line.substr(event.line.find("\"data\"")));
  EXPECT_EQ(distinct.size(), all->size());
}

StatusDocument sample_status() {
  StatusDocument status;
  status.name = "s";
  status.terminal = {80, 24, 3, 4, 30, 10'024, "vim", {}, {}};
  status.process = {true, {}, 77, StatusResources{1024, 1.5}};
  status.daemon_pid = 76;
  status.clients.total = 2;
  status.clients.attached = 1;
  status.clients.read_only = 1;
  status.clients.connections = {{true, 24, 80, 9, true, false, {}}, {}};
  status.modes.kitty_keyboard = true;
  status.modes.kitty_keyboard_flags = {1, 5};
  status.uptime_seconds = 12;
  status.created_at = "2026-01-01T00:00:00.000Z";
  status.generation = "g";
  status.title = "t";
  return status;
}

TEST(StatusDocument, KeepsPolicyActivityAndForegroundAndKnowsWhenTheyAreMissing) {
  StatusDocument status = sample_status();
  EXPECT_EQ(parse_status(encode_status(status))->terminal.geometry_policy, std::nullopt);
  EXPECT_FALSE(parse_status(encode_status(status))->activity);
  status.terminal.geometry_policy = base::GeometryPolicy{base::GeometryPolicy::Kind::fixed, {24, 80}};
  status.terminal.foreground = StatusForeground{9, "vim", "/usr/bin/vim"};
  status.activity = StatusActivity{"2026-01-01T00:00:00.000Z", std::nullopt, std::nullopt};
  const std::string text = encode_status(status);
  EXPECT_NE(text.find(R"("foreground":{"pid":9,"name":"vim","command":"/usr/bin/vim"},)"
                      R"("geometry":{"policy":"fixed","rows":24,"cols":80}})"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find(R"("lastChangeAt":null)"), std::string::npos) << text;
  const StatusDocument again = parse_status(text).value();
  EXPECT_EQ(again.terminal.geometry_policy, status.terminal.geometry_policy);
  EXPECT_EQ(again.terminal.foreground->name, "vim");
  EXPECT_EQ(again.activity->last_output_at, status.activity->last_output_at);
}

// R-122
TEST(StatusDocument, HasEveryFieldAndReadsItsOwnText) {
  std::string text = encode_status(sample_status());
  EXPECT_TRUE(text.starts_with(
      R"({"name":"s","terminal":{"cols":80,"rows":24,"cursorX":3,"cursorY":4,"scrollbackUsed":30,)"
      R"("scrollbackCapacity":10024,"foregroundProcess":"vim"},"process":{"alive":true,"exitCode":null,"pid":77,)"
      R"("resources":{"rssKb":1024,"cpuPercent":1.5}},"daemon":{"pid":76,"resources":null},"clients":{"total":2,)"
      R"("attached":1,"readOnly":1,"connections":[{"role":"writable","rows":24,"cols":80,"lastRequestSequence":9,)"
      R"("constrains":{"rows":true,"cols":false}},{"role":"readonly","constrains":{"rows":false,"cols":false}}])"))
      << text;
  StatusDocument read = parse_status(text).value();
  EXPECT_EQ(encode_status(read), text);
}

TEST(StatusDocument, AcceptsOneWithoutTheAdditionsAndRefusesNonsense) {
  EXPECT_TRUE(
      parse_status(R"({"name":"s","terminal":{},"process":{"alive":false,"exitCode":1,"pid":null},)"
                   R"("daemon":{"pid":1},"clients":{},"modes":{},"uptimeSeconds":null,"createdAt":null})"));
  for (const char* bad : {"", "[]", "{}", "{\"terminal\":[]}"}) EXPECT_FALSE(parse_status(bad)) << bad;
}

}  // namespace
}  // namespace pty::registry
