// A machine that fails once the session runs: a full disk, one that was remounted read-only, no descriptors.
// What a live session does then: it goes on, and says once what it could not record.

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fault_box.hpp"
#include "recovery_check.hpp"

namespace pty::faults {
namespace {

using scenario::alive;
using scenario::eventually;

bool changes_files(const SystemCall& call) {
  constexpr std::array<std::string_view, 8> kNames{"open",  "rename",   "link",  "unlink",
                                                   "mkdir", "truncate", "fsync", "chmod"};
  return call.kind == SystemCallKind::changes_state && std::ranges::find(kNames, call.name) != kNames.end();
}

/// Types two words, each of which rings the bell, looks at the statistics until they tell, or for so long
/// that they never will, and ends it.
constexpr const char* kUser =
    "say() { pty send x --seq $1 --seq key:return; pty peek --plain -t 30 --wait \"got $1\" x > $1.txt; };"
    "say one; i=0;"
    "until pty stats --json x > first.json; grep missing first.json || [ $((i += 1)) -ge 1000 ]; do :; done;"
    "say two; pty stats --json x > second.json; pty send x --seq end --seq key:return";

/// Whether this call fails from now on.
using Fails = std::function<bool(const SystemCall&)>;

/// The array of warnings of a STATUS, as it was printed.
std::string warnings_of(const std::string& status) {
  const auto begin = status.find("\"warnings\":[");
  if (begin == std::string::npos) return {};
  return status.substr(begin, status.find(']', begin) + 1 - begin);
}

/// Session "x" of this program, whose daemon's calls fail like that once it runs, until `user` has ended it;
/// the daemon's exit status.
std::optional<int> live_on_broken_host(FaultBox& box, const std::vector<std::string>& program, int error,
                                       const Fails& fails, const std::string& user) {
  std::vector<std::string> args{"run", "-d", "--id", "x", "--"};
  args.insert(args.end(), program.begin(), program.end());
  auto tracer = box.tracer(args);
  bool broken = false;
  pid_t shell = 0;
  const auto decide = [&](const SystemCall& call) {
    return broken && fails(call) ? Fault{Fault::What::fail, error} : Fault{};
  };
  EXPECT_TRUE(tracer.run(SyscallTracer::Until::daemon_ends, decide, [&](pid_t, int) {
    broken = true;
    shell = box.start_shell(user);
  })) << box.said();
  EXPECT_TRUE(eventually([&] { return !alive(shell); }, "the user has gone"));
  return tracer.daemon_status();
}

void expect_outlived(int error, const std::string& reason, const Fails& fails) {
  FaultBox box;
  const std::vector<std::string> program{
      "sh", "-c", "while read word; do printf '\\a'; echo got $word; [ $word = end ] && exit 6; done"};
  EXPECT_EQ(live_on_broken_host(box, program, error, fails, kUser), 6);
  EXPECT_NE(box.read_work("two.txt").find("got two"), std::string::npos);
  const std::string first = box.read_work("first.json");
  const std::string second = box.read_work("second.json");
  EXPECT_TRUE(warnings_of(first).starts_with("\"warnings\":[\"events are missing from the log: ")) << first;
  EXPECT_NE(warnings_of(first).find(reason), std::string::npos) << first;
  EXPECT_EQ(warnings_of(second), warnings_of(first)) << "it is said once";
  scenario::expect_readable_and_cleanable(box);
}

TEST(HostFaults, ALiveSessionOutlivesAFullDisk) {
  expect_outlived(ENOSPC, "No space left on device", changes_files);
}

TEST(HostFaults, ALiveSessionOutlivesAReadOnlyFileSystem) {
  expect_outlived(EROFS, "Read-only file system", changes_files);
}

// daemon.md §17: the one who ends it is told what the list will say.
TEST(HostFaults, AnEndThatCannotBeRecordedIsSaidByWhoBroughtItAbout) {
  FaultBox box;
  EXPECT_TRUE(
      live_on_broken_host(box, {"sleep", "1000"}, ENOSPC, changes_files, "pty kill x > out.txt 2> err.txt"));
  EXPECT_EQ(box.read_work("out.txt"), "Session \"x\" killed.\n");
  EXPECT_EQ(box.read_work("err.txt"),
            "Session \"x\": its end could not be recorded; it is listed as vanished.\n");
  scenario::expect_readable_and_cleanable(box);
}

// D-099: who comes meanwhile is served when there are descriptors again.
TEST(HostFaults, ALiveSessionOutlivesALackOfDescriptors) {
  int refusals = 4;
  expect_outlived(EMFILE, "Too many open files", [&refusals](const SystemCall& call) {
    return call.name == "open" || (call.name == "accept" && refusals-- > 0);
  });
}

}  // namespace
}  // namespace pty::faults
