#include "pty/registry/metadata.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include "pty/os/directory.hpp"
#include "pty/os/file_io.hpp"
#include "pty/os/scratch_directory.hpp"
#include "pty/registry/launch_record.hpp"

namespace pty::registry {
namespace {

Metadata sample() {
  Metadata metadata;
  metadata.generation = "0123456789abcdef0123456789abcdef";
  metadata.daemon_pid = 4711;
  metadata.daemon_start_token = "linux:12";
  metadata.command = "/bin/sh";
  metadata.args = {"-c", "echo \"hi\"\n"};
  metadata.display_command = "sh -c ...";
  metadata.cwd = "/tmp";
  metadata.rows = 24;
  metadata.cols = 80;
  metadata.geometry_policy = {base::GeometryPolicy::Kind::fixed, {50, 200}};
  metadata.created_at = "2026-01-02T03:04:05.678Z";
  metadata.tags = {{"a", "1"}, {"strategy", "permanent"}};
  metadata.display_name = "My \xC3\xA9";
  metadata.environment.isolate = true;
  metadata.environment.extra = {{"K", "V"}};
  metadata.environment.unset = {"U"};
  metadata.last_attach_at = "2026-01-02T03:04:06.000Z";
  metadata.exit_code = 129;
  metadata.exited_at = "2026-01-02T03:05:05.678Z";
  metadata.last_lines = {"one", "", "three"};
  return metadata;
}

// R-043
TEST(Metadata, EveryFieldSurvivesARoundTrip) {
  EXPECT_EQ(parse_metadata(encode_metadata(sample())).value(), sample());
}

TEST(Metadata, IsIndentedByTwoAndOmitsWhatIsUnset) {
  Metadata metadata;
  metadata.command = "/bin/true";
  EXPECT_EQ(
      encode_metadata(metadata),
      "{\n  \"command\": \"/bin/true\",\n  \"args\": [],\n  \"displayCommand\": \"\",\n  \"cwd\": \"\",\n"
      "  \"ephemeral\": false,\n  \"createdAt\": \"\"\n}\n");
}

TEST(Metadata, APolicyOfALaterVersionIsKeptAndNotTakenForOneOfOurs) {
  const Metadata metadata = parse_metadata(R"({"geometryPolicy":"largest"})").value();
  EXPECT_EQ(metadata.geometry_policy, base::GeometryPolicy{});
  EXPECT_NE(encode_metadata(metadata).find("\"geometryPolicy\": \"largest\""), std::string::npos);
}

TEST(Metadata, ARestartLaunchesWithThePolicyOfTheRecord) {
  LaunchRecord record;
  record.root = record.id = record.command = record.cwd = "/x";
  record.geometry_policy = {base::GeometryPolicy::Kind::fixed, {50, 200}};
  const LaunchRecord again = parse_launch_record(encode_launch_record(record)).value();
  EXPECT_EQ(again.geometry_policy, record.geometry_policy);
  EXPECT_EQ(initial_metadata(again, {}).geometry_policy, record.geometry_policy);
}

// R-208
TEST(Metadata, KeepsFieldsItDoesNotKnow) {
  const char* text =
      R"({"generation":"g","future":{"b":[1,2.5,null],"a":"x"},"command":"c","n":18446744073709551615})";
  Metadata metadata = parse_metadata(text).value();
  metadata.tags["t"] = "1";
  std::string encoded = encode_metadata(metadata);
  EXPECT_NE(encoded.find("18446744073709551615"), std::string::npos);
  Metadata again = parse_metadata(encoded).value();
  EXPECT_EQ(again, metadata);
  EXPECT_EQ(again.other_fields, R"({"future":{"b":[1,2.5,null],"a":"x"},"n":18446744073709551615})");
}

TEST(Metadata, AForeignTypeOfAKnownFieldIsKeptUntilTheFieldIsSet) {
  Metadata metadata = parse_metadata(R"({"rows":"many","displayName":7})").value();
  EXPECT_FALSE(metadata.rows);
  EXPECT_NE(encode_metadata(metadata).find("\"rows\": \"many\""), std::string::npos);
  metadata.rows = 30;
  EXPECT_NE(encode_metadata(metadata).find("\"rows\": 30"), std::string::npos);
}

TEST(Metadata, OldRecordsLackFieldsAndThatMeansTheDefaults) {
  Metadata metadata = parse_metadata(R"({"command":"/bin/sh"})").value();
  EXPECT_TRUE(metadata.generation.empty());
  EXPECT_FALSE(metadata.ephemeral);
  EXPECT_TRUE(metadata.args.empty());
  EXPECT_EQ(metadata.environment, EnvironmentPolicy{});
}

// R-113
TEST(Metadata, OnlyAJsonObjectIsARecord) {
  for (const char* bad : {"", "[]", "7", "{", "{\"a\":1} x", "nul"}) EXPECT_FALSE(parse_metadata(bad)) << bad;
  EXPECT_FALSE(parse_metadata("{\"a\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}"));
}

// R-167
TEST(Metadata, EmptyLastLinesAreNotAbsentOnes) {
  EXPECT_TRUE(parse_metadata(R"({"lastLines":[]})").value().last_lines);
  EXPECT_FALSE(parse_metadata(R"({})").value().last_lines);
}

TEST(Metadata, BytesThatAreNotUnicodeDoNotBreakTheRecord) {
  Metadata metadata = sample();
  metadata.cwd = "/tmp/\xFF";
  EXPECT_EQ(parse_metadata(encode_metadata(metadata)).value().cwd, "/tmp/\xEF\xBF\xBD");
}

TEST(Metadata, RecoveryIsCarriedButNotInheritedByAReplacement) {
  Metadata metadata =
      parse_metadata(R"({"daemonPid":5,"recovery":{"processStartToken":"linux:9"},"x":1})").value();
  EXPECT_TRUE(metadata.has_recovery);
  EXPECT_EQ(metadata.start_token(), "linux:9");
  EXPECT_NE(encode_metadata(metadata).find("processStartToken"), std::string::npos);
  EXPECT_EQ(inherited_fields(metadata), R"({"x":1})");
}

// R-206
TEST(Metadata, IsPublishedPrivateAndWithoutTemporaries) {
  os::ScratchDirectory scratch;
  SessionPaths paths = session_paths(Root(scratch.path()), "s");
  ASSERT_TRUE(publish_metadata(paths, sample()));
  EXPECT_EQ(os::try_file_facts(paths.metadata)->permissions, 0600U);
  EXPECT_EQ(os::directory_entries(scratch.path())->size(), 1U);
  EXPECT_EQ(read_metadata(paths)->metadata, sample());
}

TEST(Metadata, AnObservationIsTheGenerationOrTheExactContent) {
  MetadataSnapshot with{sample(), "a"};
  MetadataSnapshot changed{sample(), "b"};
  EXPECT_TRUE(still_observed(observe(with), changed));
  MetadataSnapshot old{Metadata{}, "a"};
  EXPECT_TRUE(still_observed(observe(old), old));
  EXPECT_FALSE(still_observed(observe(old), MetadataSnapshot{Metadata{}, "b"}));
  EXPECT_FALSE(still_observed(observe(old), with));
}

/// Rewrites the record for ever, alternating between two contents, and says so after each write.
[[noreturn]] void write_until_killed(const SessionPaths& paths, int progress) {
  Metadata metadata = sample();
  for (int round = 0;; ++round) {
    metadata.cwd = round % 2 == 0 ? "/even" : "/odd";
    metadata.last_lines = std::vector<std::string>(200, std::string(100, round % 2 == 0 ? 'e' : 'o'));
    if (!publish_metadata(paths, metadata) || ::write(progress, "x", 1) != 1) ::_exit(1);
  }
}

// R-207
TEST(Metadata, AKilledWriterLeavesTheOldOrTheNewRecordWhole) {
  os::ScratchDirectory scratch;
  SessionPaths paths = session_paths(Root(scratch.path()), "s");
  for (int victim = 0; victim < 12; ++victim) {
    int pipe_ends[2];
    ASSERT_EQ(::pipe(pipe_ends), 0);
    pid_t child = ::fork();
    if (child == 0) write_until_killed(paths, pipe_ends[1]);
    ::close(pipe_ends[1]);
    char byte = 0;
    for (int writes = 0; writes <= victim; ++writes) {
      ASSERT_EQ(::read(pipe_ends[0], &byte, 1), 1);
      base::Result<MetadataSnapshot> while_writing = read_metadata(paths);
      ASSERT_TRUE(while_writing) << while_writing.error().text;
    }
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    ::close(pipe_ends[0]);
    base::Result<MetadataSnapshot> left = read_metadata(paths);
    ASSERT_TRUE(left) << left.error().text;
    char expected = left->metadata.cwd == "/even" ? 'e' : 'o';
    EXPECT_EQ(left->metadata.last_lines->back(), std::string(100, expected));
  }
}

LaunchRecord sample_launch() {
  LaunchRecord record;
  record.root = "/r";
  record.id = "s";
  record.generation = "g";
  record.command = "/bin/\xFF\xFE";
  record.args = {"", "bytes \xC3\x28 \x80", "\xC3\xA9"};
  record.display_command = "x";
  record.cwd = "/tmp/\xFF";
  record.size = {30, 100};
  record.ephemeral = true;
  record.tags = {{"k", "v"}};
  record.display_name = "n";
  record.environment.extra = {{"SECRET", "\xFF"}};
  record.environment.unset = {"U"};
  record.other_fields = R"({"x":1})";
  record.replaces = true;
  return record;
}

TEST(LaunchRecord, CarriesArbitraryBytesUnchanged) {
  EXPECT_EQ(parse_launch_record(encode_launch_record(sample_launch())).value(), sample_launch());
}

TEST(LaunchRecord, RefusesEveryTruncation) {
  std::string bytes = encode_launch_record(sample_launch());
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
    EXPECT_FALSE(parse_launch_record(std::string_view(bytes).substr(0, cut))) << cut;
  }
}

TEST(LaunchRecord, BecomesTheFirstMetadata) {
  Metadata metadata = initial_metadata(sample_launch(), {7, "linux:1", "2026-01-01T00:00:00.000Z"});
  EXPECT_EQ(metadata.daemon_pid, 7);
  EXPECT_EQ(metadata.rows, 30);
  EXPECT_EQ(metadata.tags, sample_launch().tags);
  EXPECT_NE(encode_metadata(metadata).find("\"x\": 1"), std::string::npos);
}

TEST(LaunchReport, TellsSuccessAndFailure) {
  LaunchReport good{true, 10, 11, "g", {}};
  LaunchReport read = parse_launch_report(encode_launch_report(good)).value();
  EXPECT_TRUE(read.ok);
  EXPECT_EQ(read.daemon_pid, 10);
  EXPECT_EQ(read.child_pid, 11);
  EXPECT_EQ(read.generation, "g");
  LaunchReport bad{false, 0, 0, "", {base::Errc::denied, 13, "cannot run x: Permission denied"}};
  read = parse_launch_report(encode_launch_report(bad)).value();
  EXPECT_FALSE(read.ok);
  EXPECT_EQ(read.error.code, base::Errc::denied);
  EXPECT_EQ(read.error.sys_errno, 13);
  EXPECT_EQ(read.error.text, "cannot run x: Permission denied");
  EXPECT_FALSE(parse_launch_report("nonsense"));
}

}  // namespace
}  // namespace pty::registry
