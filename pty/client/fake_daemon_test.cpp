#include "pty/client/fake_daemon.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <string_view>

#include "pty/os/environment.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/os/file_io.hpp"
#include "pty/os/pipe.hpp"
#include "pty/os/process_table.hpp"
#include "pty/os/unix_socket.hpp"
#include "pty/os/wall_time.hpp"
#include "pty/registry/event_log.hpp"
#include "pty/registry/launch_record.hpp"
#include "pty/registry/mutate_metadata.hpp"

namespace pty::client {
namespace {

constexpr int kConfigFd = 3;
constexpr int kReadyFd = 4;

using registry::LaunchRecord;
using registry::SessionPaths;

bool publish(const LaunchRecord& record, const SessionPaths& paths, os::UnixListener& listener) {
  if (!listener.publish()) return false;
  if (!os::write_file_atomic(paths.pid, std::to_string(os::own_pid()))) return false;
  registry::Metadata metadata = registry::initial_metadata(
      record, {os::own_pid(), os::start_token(os::own_pid()).value_or(""), os::iso8601_utc(os::wall_now())});
  bool agent = os::environment_value("ST_AGENT").has_value();
  metadata.other_fields = agent ? R"({"sawAgent":true})" : R"({"sawAgent":false})";
  if (!registry::publish_metadata(paths, metadata)) return false;
  auto lock = registry::EventLock::acquire(paths, registry::kEventLockWait);
  if (!lock) return false;
  registry::EventLog log(paths);
  return log
      .start(*lock, registry::encode_event(record.id, os::wall_now(), registry::session_start_event({})))
      .has_value();
}

void report(const registry::LaunchReport& what) {
  ::signal(SIGPIPE, SIG_IGN);
  (void)os::write_all(kReadyFd, registry::encode_launch_report(what));
  ::close(kReadyFd);
}

/// A process that ignores what politely asks it to go, in a session of its own, and may be traced. It is all
/// that when this returns: who then looks for it knows it by its name.
void leave_process(const SessionPaths& paths) {
  auto become = os::create_pipe();
  const pid_t pid = ::fork();
  if (pid != 0) {
    become->write_end.reset();
    char byte = 0;
    (void)os::read_some(become->read_end.get(), {&byte, 1});
    (void)os::write_file_atomic(paths.root + "/left", std::to_string(pid));
    return;
  }
  ::setsid();
  ::signal(SIGHUP, SIG_IGN);
  ::prctl(PR_SET_NAME, "left\tbehind");
  ::prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  (void)os::write_all(become->write_end.get(), "b");
  while (true) ::pause();
}

int wait_for_the_end(std::string_view manner, const SessionPaths& paths, os::UnixListener& listener) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  if (manner == "stubborn") ::signal(SIGTERM, SIG_IGN);
  if (manner == "plain" || manner == "stubborn") {
    ::sigprocmask(SIG_UNBLOCK, &set, nullptr);
    while (true) ::pause();
  }
  int signal = 0;
  ::sigwait(&set, &signal);
  auto lock = registry::MetadataLock::acquire(paths, registry::kCommandLockWait);
  if (lock) {
    (void)registry::mutate_metadata_locked(paths, *lock, std::nullopt, [](registry::Metadata& metadata) {
      metadata.exit_code = 129;
      metadata.exited_at = os::iso8601_utc(os::wall_now());
    });
  }
  (void)listener.withdraw();
  (void)os::remove_file(paths.pid);
  return 0;
}

int serve(const LaunchRecord& record) {
  std::string_view manner = record.args.empty() ? std::string_view("graceful") : record.args.front();
  SessionPaths paths = registry::session_paths(registry::Root(record.root), record.id);
  if (manner == "crash") return (void)os::write_all(2, "boom\nsecond line\n"), 3;
  if (manner == "silent") {
    while (true) ::pause();
  }
  if (manner == "refuse") {
    report({false, 0, 0, "", {base::Errc::denied, 13, "cannot run x: Permission denied"}});
    return 1;
  }
  if (manner == "orphan") {
    const int launcher = os::parent_pid();  // which may be killed as soon as the file is there
    if (!os::write_file_atomic(paths.root + "/has-record", "")) return 9;
    while (os::parent_pid() == launcher) ::poll(nullptr, 0, 5);
  }
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  ::sigprocmask(SIG_BLOCK, &set, nullptr);
  base::Result<os::UnixListener> listener = os::listen_unix(paths.socket);
  if (!listener || !publish(record, paths, *listener)) {
    report({false, 0, 0, "", {base::Errc::system, 0, "the fake daemon could not publish"}});
    return 1;
  }
  if (manner == "half") {
    report({false, 0, 0, "", {base::Errc::system, 0, "half way"}});
    ::_exit(1);
  }
  if (manner == "careless") leave_process(paths);
  report({true, os::own_pid(), 4242, record.generation, {}});
  registry::release_delegated_lock(paths);
  return wait_for_the_end(manner, paths, *listener);
}

}  // namespace

int run_fake_daemon() {
  std::string bytes;
  if (!os::read_to_end(kConfigFd, registry::kMaxLaunchRecordBytes, bytes)) return 9;
  base::Result<LaunchRecord> record = registry::parse_launch_record(bytes);
  return record ? serve(*record) : 9;
}

}  // namespace pty::client

/// In place of gtest_main: the same program is also the daemon under test.
int main(int argc, char** argv) {
  if (argc > 1 && std::string_view(argv[1]) == "__daemon") return pty::client::run_fake_daemon();
  testing::InitGoogleTest(&argc, argv);
  return RUN_ALL_TESTS();
}
