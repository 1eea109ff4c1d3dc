// Every system call of a daemon's start and end, one by one: the daemon dies there, or the call fails as a
// full disk, a lack of descriptors or a signal would make it fail. PTY_FAULT_STRIDE=1 visits each step; the
// default visits every few of them, so that the whole stays short.

#include <gtest/gtest.h>
#include <signal.h>

#include <cerrno>
#include <cstdlib>
#include <map>

#include "fault_box.hpp"
#include "recovery_check.hpp"

namespace pty::faults {
namespace {

using scenario::alive;
using scenario::eventually;
using Until = SyscallTracer::Until;

const std::vector<std::string> kShort{"run", "-d", "--id", "x", "--", "sh", "-c", "echo bye; exit 3"};
const std::vector<std::string> kLong{"run", "-d", "--id", "x", "--", "sleep", "1000"};

int stride() {
  const char* text = std::getenv("PTY_FAULT_STRIDE");
  const int value = text != nullptr ? std::atoi(text) : 0;
  return value > 0 ? value : 13;
}

/// How many calls of a kind the daemon makes from its start.
int count_steps(const std::vector<std::string>& args, SystemCallKind kind, Until until = Until::daemon_ends,
                const SyscallTracer::OnLaunched& on_launched = {}) {
  FaultBox box;
  int steps = 0;
  auto tracer = box.tracer(args);
  const auto count = [&](const SystemCall& call) {
    if (call.kind == kind) ++steps;
    return Fault{};
  };
  EXPECT_TRUE(tracer.run(until, count, on_launched)) << box.said();
  EXPECT_EQ(tracer.command_status(), 0) << box.said();
  return steps;
}

/// The steps of a test, each visited in a life of its own. One life has a few steps more or less than
/// another, so the last ones that were counted may not come; most have to, or the faults would not be there.
class Visits {
 public:
  Visits() = default;
  Visits(const Visits&) = delete;
  Visits& operator=(const Visits&) = delete;
  ~Visits() { EXPECT_GE(came_ * 4, wanted_ * 3) << came_ << " of " << wanted_ << " steps came"; }

  /// The fault at the step with this number, and only there.
  SyscallTracer::Decide at_step(int wanted, SystemCallKind kind,
                                const std::function<Fault(const SystemCall&)>& fault) {
    ++wanted_;
    return [this, wanted, kind, fault, step = 0](const SystemCall& call) mutable {
      if (call.kind != kind || step++ != wanted) return Fault{};
      ++came_;
      return fault(call);
    };
  }

 private:
  int wanted_ = 0;
  int came_ = 0;
};

/// How such a call fails on a machine in trouble.
int error_of(const SystemCall& call) {
  static const std::map<std::string, int> kErrors{
      {"write", ENOSPC},      {"open", ENOSPC}, {"rename", ENOSPC}, {"mkdir", ENOSPC}, {"link", ENOSPC},
      {"truncate", EIO},      {"fsync", EIO},   {"unlink", EROFS},  {"chmod", EROFS},  {"bind", EACCES},
      {"descriptor", EMFILE}, {"fork", EAGAIN}, {"signal", EPERM},  {"send", ENOBUFS}};
  const auto found = kErrors.find(call.name);
  return found == kErrors.end() ? EIO : found->second;
}

const auto kKill = [](const SystemCall&) { return Fault{Fault::What::kill, 0}; };
const auto kInterrupt = [](const SystemCall&) { return Fault{Fault::What::fail, EINTR}; };
const auto kStop = [](pid_t daemon, int) {
  if (daemon > 0) kill(daemon, SIGTERM);
};

/// The state-changing call with this number fails; `failed` is then its name.
SyscallTracer::Decide fail_at(Visits& visits, int step, std::string& failed) {
  return visits.at_step(step, SystemCallKind::changes_state, [&failed](const SystemCall& call) {
    failed = call.name;
    return Fault{Fault::What::fail, error_of(call)};
  });
}

TEST(DaemonFaults, KilledAtAnyStepOfALifeTheRegistryStaysReadableAndCleanable) {
  const int steps = count_steps(kShort, SystemCallKind::changes_state);
  ASSERT_GT(steps, 20);
  Visits visits;
  for (int step = 0; step < steps; step += stride()) {
    SCOPED_TRACE("step " + std::to_string(step) + " of " + std::to_string(steps));
    FaultBox box;
    auto tracer = box.tracer(kShort);
    ASSERT_TRUE(tracer.run(Until::daemon_ends, visits.at_step(step, SystemCallKind::changes_state, kKill)));
    scenario::expect_readable_and_cleanable(box);
  }
}

TEST(DaemonFaults, KilledAtAnyStepOfAStopTheRegistryStaysReadableAndCleanable) {
  const int steps = count_steps(kLong, SystemCallKind::changes_state, Until::daemon_ends, kStop);
  const int start = count_steps(kShort, SystemCallKind::changes_state) / 2;
  Visits visits;
  for (int step = start; step < steps; step += stride()) {
    SCOPED_TRACE("step " + std::to_string(step) + " of " + std::to_string(steps));
    FaultBox box;
    auto tracer = box.tracer(kLong);
    ASSERT_TRUE(
        tracer.run(Until::daemon_ends, visits.at_step(step, SystemCallKind::changes_state, kKill), kStop));
    scenario::expect_readable_and_cleanable(box);
  }
}

TEST(DaemonFaults, AStartWhoseCallsFailEitherWorksOrSaysWhyAndLeavesNothing) {
  const int steps = count_steps(kLong, SystemCallKind::changes_state, Until::command_ends);
  Visits visits;
  for (int step = 0; step < steps; step += stride()) {
    SCOPED_TRACE("step " + std::to_string(step) + " of " + std::to_string(steps));
    FaultBox box;
    auto tracer = box.tracer(kLong);
    std::string failed;
    ASSERT_TRUE(tracer.run(Until::command_ends, fail_at(visits, step, failed))) << failed;
    const std::string said = box.said();
    SCOPED_TRACE(failed + " failed; said: " + said);
    if (tracer.command_status() == 0) {
      EXPECT_NE(box.pty({"list", "--json"}).out.find("\"running\""), std::string::npos);
      EXPECT_EQ(box.pty({"kill", "x"}).code, 0);
      EXPECT_FALSE(alive(tracer.daemon()));
      continue;
    }
    EXPECT_EQ(tracer.command_status(), 1);
    EXPECT_FALSE(said.empty());
    const pid_t daemon = tracer.daemon();
    EXPECT_TRUE(eventually([&] { return daemon <= 0 || !alive(daemon); }, "no daemon is left"));
    for (const auto& file : box.files()) EXPECT_NE(file.substr(0, 2), "x.") << "left behind: " << file;
  }
}

TEST(DaemonFaults, ADaemonWhoseCallsFailStillEndsWithItsProgram) {
  const int steps = count_steps(kShort, SystemCallKind::changes_state);
  Visits visits;
  for (int step = 0; step < steps; step += stride()) {
    SCOPED_TRACE("step " + std::to_string(step) + " of " + std::to_string(steps));
    FaultBox box;
    auto tracer = box.tracer(kShort);
    std::string failed;
    ASSERT_TRUE(tracer.run(Until::daemon_ends, fail_at(visits, step, failed))) << failed;
    SCOPED_TRACE(failed + " failed");
    scenario::expect_readable_and_cleanable(box);
  }
}

TEST(DaemonFaults, AnInterruptedCallIsMadeAgain) {
  const int steps = count_steps(kShort, SystemCallKind::waits_or_reads);
  Visits visits;
  for (int step = 0; step < steps; step += stride()) {
    SCOPED_TRACE("step " + std::to_string(step) + " of " + std::to_string(steps));
    FaultBox box;
    auto tracer = box.tracer(kShort);
    ASSERT_TRUE(
        tracer.run(Until::daemon_ends, visits.at_step(step, SystemCallKind::waits_or_reads, kInterrupt)));
    EXPECT_EQ(tracer.command_status(), 0) << box.said();
    EXPECT_EQ(tracer.daemon_status(), 3);
    EXPECT_EQ(scenario::json_number(box.read("x.json"), "exitCode"), 3);
    EXPECT_NE(box.pty({"peek", "--plain", "x"}).out.find("bye"), std::string::npos);
  }
}

// D-180: facts come from the process table, not from other programs. The one process is the session's.
TEST(DaemonFaults, AStatusStartsNoProcess) {
  FaultBox box;
  pid_t asker = 0;
  auto tracer = box.tracer(kLong);
  const auto ask = [&](pid_t daemon, int) {
    const std::string line =
        std::string(PTY_BINARY) + " stats --json x > stats.json; kill " + std::to_string(daemon);
    asker = box.start_shell(line);
  };
  EXPECT_TRUE(tracer.run(Until::daemon_ends, [](const SystemCall&) { return Fault{}; }, ask));
  EXPECT_TRUE(eventually([&] { return !alive(asker); }, "the asker has ended"));
  EXPECT_EQ(tracer.daemon_processes(), 1);
  EXPECT_NE(box.read_work("stats.json").find("\"alive\":true"), std::string::npos);
}

}  // namespace
}  // namespace pty::faults
