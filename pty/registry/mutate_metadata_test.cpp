#include "pty/registry/mutate_metadata.hpp"

#include <gtest/gtest.h>

#include "pty/os/directory.hpp"
#include "pty/os/file_identity.hpp"
#include "pty/os/file_io.hpp"
#include "pty/os/scratch_directory.hpp"
#include "pty/registry/event_log.hpp"
#include "pty/registry/session_removal.hpp"

namespace pty::registry {
namespace {

class MutateMetadata : public testing::Test {
 protected:
  void SetUp() override {
    Metadata metadata;
    metadata.generation = "g1";
    metadata.command = "/bin/sh";
    ASSERT_TRUE(publish_metadata(paths, metadata));
  }

  static MetadataEdit tag(const std::string& key, const std::string& value) {
    return [key, value](Metadata& metadata) -> std::optional<EventRecord> {
      Tags previous = metadata.tags;
      metadata.tags.insert_or_assign(key, value);
      return tags_change_event(previous, metadata.tags);
    };
  }
  [[nodiscard]] std::size_t events() const {
    base::Result<std::vector<ReadEvent>> read = read_recent_events(paths);
    return read ? read->size() : 0;
  }
  [[nodiscard]] std::string text() const { return os::read_file(paths.metadata, 1 << 20).value(); }

  os::ScratchDirectory scratch;
  SessionPaths paths = session_paths(Root(scratch.path()), "s");
};

// R-153
TEST_F(MutateMetadata, AChangeWritesTheRecordAndOneEvent) {
  base::Result<Mutation> mutation = mutate_metadata(paths, std::nullopt, tag("a", "1"));
  ASSERT_TRUE(mutation);
  EXPECT_EQ(mutation->outcome, MutationOutcome::changed);
  EXPECT_EQ(read_metadata(paths)->metadata.tags, (Tags{{"a", "1"}}));
  base::Result<std::vector<ReadEvent>> read = read_recent_events(paths);
  ASSERT_EQ(read->size(), 1U);
  EXPECT_EQ(read->front().type, "tags_change");
  EXPECT_NE(read->front().line.find(R"("previous":{},"value":{"a":"1"})"), std::string::npos);
}

// R-154 R-163
TEST_F(MutateMetadata, NoDifferenceWritesNothingAndTellsNothing) {
  ASSERT_TRUE(mutate_metadata(paths, std::nullopt, tag("a", "1")));
  std::string before = text();
  auto inode = os::try_file_identity(paths.metadata);
  EXPECT_EQ(mutate_metadata(paths, std::nullopt, tag("a", "1"))->outcome, MutationOutcome::unchanged);
  EXPECT_EQ(text(), before);
  EXPECT_EQ(os::try_file_identity(paths.metadata), inode);
  EXPECT_EQ(events(), 1U);
}

// R-154
TEST_F(MutateMetadata, RemovingTheLastTagDropsTheField) {
  ASSERT_TRUE(mutate_metadata(paths, std::nullopt, tag("a", "1")));
  ASSERT_TRUE(mutate_metadata(paths, std::nullopt, [](Metadata& metadata) {
    metadata.tags.clear();
    return std::optional<EventRecord>{};
  }));
  EXPECT_EQ(text().find("tags"), std::string::npos);
}

// R-188
TEST_F(MutateMetadata, AnotherGenerationIsNotTouched) {
  std::string before = text();
  base::Result<Mutation> mutation = mutate_metadata(paths, Observation{"g0", ""}, tag("a", "1"));
  EXPECT_EQ(mutation->outcome, MutationOutcome::replaced);
  EXPECT_EQ(text(), before);
  EXPECT_EQ(events(), 0U);
  EXPECT_EQ(mutation_error(mutation->outcome, "s").text,
            "Session id \"s\" metadata changed during the operation. Retry it.");
}

// R-188
TEST_F(MutateMetadata, ARecordWithoutGenerationMustBeExactlyWhatWasSeen) {
  ASSERT_TRUE(os::write_file_atomic(paths.metadata, R"({"command":"c"})"));
  Observation seen = observe(*read_metadata(paths));
  ASSERT_TRUE(os::write_file_atomic(paths.metadata, R"({"command":"d"})"));
  EXPECT_EQ(mutate_metadata(paths, seen, tag("a", "1"))->outcome, MutationOutcome::stale);
  seen = observe(*read_metadata(paths));
  EXPECT_EQ(mutate_metadata(paths, seen, tag("a", "1"))->outcome, MutationOutcome::changed);
}

// R-138
TEST_F(MutateMetadata, AMissingRecordIsNeverRecreated) {
  ASSERT_TRUE(os::remove_file(paths.metadata));
  EXPECT_EQ(mutate_metadata(paths, std::nullopt, tag("a", "1"))->outcome, MutationOutcome::missing);
  EXPECT_TRUE(os::directory_entries(scratch.path())->empty());
}

TEST_F(MutateMetadata, AWriterThatIgnoresTheLockIsNoticed) {
  MetadataEdit edit = [this](Metadata& metadata) {
    metadata.tags["a"] = "1";
    EXPECT_TRUE(os::write_file_atomic(paths.metadata, R"({"generation":"g1","command":"other"})"));
    return std::optional<EventRecord>{};
  };
  EXPECT_EQ(mutate_metadata(paths, std::nullopt, edit)->outcome, MutationOutcome::stale);
  EXPECT_EQ(read_metadata(paths)->metadata.command, "other");
}

// R-165
TEST_F(MutateMetadata, AHeldEventLockFailsBusyAndChangesNothing) {
  std::string before = text();
  base::Result<EventLock> held = EventLock::acquire(paths, kNoWait);
  base::Result<Mutation> mutation = mutate_metadata(paths, std::nullopt, tag("a", "1"), kNoWait);
  ASSERT_FALSE(mutation);
  EXPECT_EQ(mutation.error().code, base::Errc::busy);
  EXPECT_NE(mutation.error().text.find("event log is busy"), std::string::npos);
  EXPECT_EQ(text(), before);
}

TEST_F(MutateMetadata, ARecoveryCapabilityIsNotInvalidatedSilently) {
  ASSERT_TRUE(os::write_file_atomic(paths.metadata, R"({"generation":"g1","recovery":{"secret":"s"}})"));
  base::Result<Mutation> mutation = mutate_metadata(paths, std::nullopt, tag("a", "1"));
  ASSERT_FALSE(mutation);
  EXPECT_EQ(mutation.error().code, base::Errc::unsupported);
  EXPECT_EQ(text(), R"({"generation":"g1","recovery":{"secret":"s"}})");
}

// R-145
TEST_F(MutateMetadata, AnEditUnderAHeldLockTellsNoEvent) {
  base::Result<MetadataLock> lock = MetadataLock::acquire(paths, kNoWait);
  base::Result<Mutation> mutation = mutate_metadata_locked(
      paths, *lock, Observation{"g1", ""}, [](Metadata& metadata) { metadata.last_attach_at = "now"; });
  EXPECT_EQ(mutation->outcome, MutationOutcome::changed);
  EXPECT_EQ(events(), 0U);
}

// R-157 R-158
TEST_F(MutateMetadata, TwentyConcurrentTaggersAllSucceed) {
  constexpr int kTaggers = 20;
  for (int i = 0; i < kTaggers; ++i) {
    if (::fork() != 0) continue;
    base::Result<Mutation> mutation =
        mutate_metadata(paths, std::nullopt, tag("key" + std::to_string(i), "v"), base::Milliseconds(60'000));
    ::_exit(mutation && mutation->outcome == MutationOutcome::changed ? 0 : 1);
  }
  for (int i = 0; i < kTaggers; ++i) {
    int status = -1;
    ::wait(&status);
    EXPECT_EQ(status, 0);
  }
  EXPECT_EQ(read_metadata(paths)->metadata.tags.size(), static_cast<std::size_t>(kTaggers));
  EXPECT_EQ(events(), static_cast<std::size_t>(kTaggers));
  const std::vector<std::string> names = os::directory_entries(scratch.path()).value();
  for (const std::string& name : names) {
    EXPECT_FALSE(is_temporary_name(name)) << name;
    EXPECT_FALSE(name.ends_with(".lock")) << name;
  }
}

class SessionRemoval : public MutateMetadata {
 protected:
  void plant(const std::string& name) const { ASSERT_TRUE(os::write_file_atomic(scratch.file(name), "7")); }
  [[nodiscard]] bool present(const std::string& name) const {
    return os::try_file_facts(scratch.file(name)).has_value();
  }
  [[nodiscard]] RemovalOutcome remove(const std::string& generation, std::optional<int> owner = {}) const {
    base::Result<SessionLocks> locks = acquire_session_locks(paths, kNoWait);
    return remove_session_files(paths, *locks, Observation{generation, ""}, owner).value();
  }
};

// R-133
TEST_F(SessionRemoval, LeavesNoFileOfTheIdAndNoneOfAnotherIdIsTouched) {
  for (const char* name : {"s.sock", "s.pid", "s.events.jsonl", "s.json.tmp.999999999.ab", "s.x.json",
                           "s.x.pid", "s.json.tmp.1.ab", ".tmp.3b9ac9ff-ab", ".tmp.1-ab"}) {
    plant(name);
  }
  EXPECT_EQ(remove("g1"), RemovalOutcome::removed);
  for (const char* name :
       {"s.json", "s.sock", "s.pid", "s.events.jsonl", "s.json.tmp.999999999.ab", ".tmp.3b9ac9ff-ab"}) {
    EXPECT_FALSE(present(name)) << name;
  }
  for (const char* name : {"s.x.json", "s.x.pid", "s.json.tmp.1.ab", ".tmp.1-ab"})
    EXPECT_TRUE(present(name)) << name;
  EXPECT_EQ(remove("g1"), RemovalOutcome::missing);
}

// R-140
TEST_F(SessionRemoval, AReplacementIsNotTouched) {
  plant("s.pid");
  EXPECT_EQ(remove("g0"), RemovalOutcome::replaced);
  EXPECT_EQ(remove("g1", 8), RemovalOutcome::replaced) << "the pid file names another owner";
  EXPECT_TRUE(present("s.json"));
  EXPECT_TRUE(present("s.pid"));
  EXPECT_EQ(remove("g1", 7), RemovalOutcome::removed);
}

// R-169
TEST_F(SessionRemoval, AFailureKeepsTheRecordForAnotherTry) {
  ASSERT_EQ(::mkdir(paths.events.c_str(), 0700), 0);
  base::Result<SessionLocks> locks = acquire_session_locks(paths, kNoWait);
  EXPECT_FALSE(remove_session_files(paths, *locks, Observation{"g1", ""}, {}));
  EXPECT_TRUE(present("s.json"));
  ASSERT_EQ(::rmdir(paths.events.c_str()), 0);
  EXPECT_EQ(remove_session_files(paths, *locks, Observation{"g1", ""}, {}).value(), RemovalOutcome::removed);
}

TEST_F(SessionRemoval, EndpointsGoAndTheRecordStays) {
  plant("s.sock");
  plant("s.pid");
  base::Result<MetadataLock> lock = MetadataLock::acquire(paths, kNoWait);
  EXPECT_EQ(remove_session_endpoints(paths, *lock, Observation{"g1", ""}, 7).value(),
            RemovalOutcome::removed);
  EXPECT_FALSE(present("s.sock"));
  EXPECT_FALSE(present("s.pid"));
  EXPECT_TRUE(present("s.json"));
}

}  // namespace
}  // namespace pty::registry
