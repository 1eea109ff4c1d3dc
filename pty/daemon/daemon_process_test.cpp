#include "pty/daemon/daemon_process.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "pty/daemon/run_daemon.hpp"
#include "pty/os/environment.hpp"
#include "pty/os/pipe.hpp"

namespace pty::daemon {

DaemonProcessTest::DaemonProcessTest() {
  for (const char* name :
       {"PTY_SESSION", "PTY_ROOT", "PTY_SESSION_DIR", "PTY_REAP_ON_EXIT", "PTY_SPAWNER_PID"})
    os::unset_environment_value(name);
  os::set_environment_value("PTY_SHUTDOWN_DEADLINE_MS", "30000");  // a busy machine must not reach it
  record.root = scratch.file("root");
  record.id = "s";
  record.generation = std::string(32, 'a');
  record.cwd = "/";
  record.display_command = "sh";
}

DaemonProcessTest::~DaemonProcessTest() {
  if (daemon_pid > 0) {
    ::kill(daemon_pid, SIGTERM);
    (void)await_end();
  }
}

registry::LaunchReport DaemonProcessTest::start() {
  auto config = os::create_memory_file(registry::encode_launch_record(record));
  auto ready = os::create_pipe();
  daemon_pid = ::fork();
  if (daemon_pid == 0) {
    ::setsid();
    ready->read_end.reset();
    ::_exit(run_daemon(config->release(), ready->write_end.release()));
  }
  ready->write_end.reset();
  std::string line;
  (void)os::read_to_end(ready->read_end.get(), registry::kMaxLaunchReportBytes, line);
  const auto report = registry::parse_launch_report(line);
  EXPECT_TRUE(report) << line;
  return report.value_or(registry::LaunchReport{});
}

int DaemonProcessTest::await_end() {
  int status = 0;
  while (::waitpid(daemon_pid, &status, 0) < 0 && errno == EINTR) {
  }
  daemon_pid = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
}

}  // namespace pty::daemon
