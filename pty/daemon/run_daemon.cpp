#include "pty/daemon/run_daemon.hpp"

#include <charconv>
#include <optional>
#include <utility>

#include "pty/daemon/daemon_start.hpp"
#include "pty/daemon/terminal_model.hpp"
#include "pty/os/directory.hpp"
#include "pty/os/environment.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/os/heap.hpp"
#include "pty/os/process_family.hpp"
#include "pty/os/process_table.hpp"
#include "pty/os/process_watch.hpp"
#include "pty/os/pty_device.hpp"
#include "pty/os/signal_numbers.hpp"
#include "pty/os/signal_watch.hpp"
#include "pty/os/signals.hpp"
#include "pty/registry/registry_lock.hpp"
#include "pty/registry/session_family.hpp"

namespace pty::daemon {
namespace {

constexpr int kStartFailed = 1;
constexpr int kStandardError = 2;

base::Result<registry::LaunchRecord> read_record(os::Fd config) {
  std::string bytes;
  if (auto read = os::read_to_end(config.get(), registry::kMaxLaunchRecordBytes, bytes); !read)
    return base::fail(std::move(read.error()).with("read the launch record"));
  return registry::parse_launch_record(bytes);
}

/// What would end the process by default and asks nothing of a daemon: whoever sent it was mistaken, and no
/// program should die of that without a record. The session's program gets the defaults again.
void ignore_stray_signals() {
  for (const int signal : {SIGHUP, SIGPIPE, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO})
    os::ignore_signal(signal);
  os::ignore_signal(SIGXFSZ);  // a file-size limit is a failed write
}

/// Leaves 0-2 and `kept` open.
void close_other_descriptors(int kept) {
  for (int number = kStandardError + 1; number < kept; ++number) os::Fd(number).reset();
  os::close_descriptors_from(kept + 1);
}

void report_failure(const os::Fd& ready, const base::Error& error) {
  registry::LaunchReport report;
  report.error = error;
  (void)os::write_all(ready.get(), registry::encode_launch_report(report));
}

void report_success(const os::Fd& ready, const SessionSettings& settings) {
  registry::LaunchReport report;
  report.ok = true;
  report.daemon_pid = settings.daemon_pid;
  report.child_pid = settings.child_pid;
  report.generation = settings.generation;
  (void)os::write_all(ready.get(), registry::encode_launch_report(report));
}

/// PTY_SPAWNER_PID: the process whose end ends this session. Anything but an integer above 1 is ignored.
std::optional<int> spawner_pid() {
  const auto text = os::environment_value("PTY_SPAWNER_PID");
  if (!text) return std::nullopt;
  int pid = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), pid);
  if (error != std::errc() || end != text->data() + text->size() || pid <= 1) return std::nullopt;
  return pid;
}

/// Serves a started session to its end.
base::Result<int> serve(os::Loop& loop, SessionShell*& stoppable, StartedSession session, SessionFiles& files,
                        os::Fd ready) {
  TerminalModel model(os::window_size(session.master.get()).value_or(base::Size{}));
  const SessionSettings settings = session.settings;
  FileWorker worker([&files](const std::string& lines) { files.append_events(lines); });
  SessionShell shell(loop, std::move(session), model, files, worker);
  if (auto opened = shell.open(); !opened) {
    report_failure(ready, opened.error());
    return base::fail(std::move(opened.error()));
  }
  report_success(ready, settings);
  ready.reset();
  registry::release_delegated_lock(files.paths());
  (void)os::point_at_null(kStandardError);

  stoppable = &shell;
  os::ProcessWatch spawner(loop);
  if (const auto pid = spawner_pid(); pid && !spawner.open(*pid, [&shell] { shell.stop(); })) shell.stop();
  loop.run();
  return shell.exit_status();
}

}  // namespace

int run_daemon(int config_fd, int ready_fd) {
  os::set_process_name(registry::kDaemonProcessName);
  os::keep_one_heap();
  ignore_stray_signals();
  (void)os::become_subreaper();  // without it, orphans go to init and a stop does not find them
  os::Fd ready(ready_fd);
  const auto record = read_record(os::Fd(config_fd));
  close_other_descriptors(ready_fd);
  (void)os::set_on_exec(ready_fd, os::OnExec::close);
  const auto fail_start = [&ready](const base::Error& error) {
    report_failure(ready, error);
    return kStartFailed;
  };
  if (!record) return fail_start(record.error());
  if (auto root = os::change_directory("/"); !root) return fail_start(root.error());
  auto loop = os::Loop::create();
  if (!loop) return fail_start(loop.error());

  // A stop that arrives during the start waits until the loop runs. The watch precedes every thread.
  SessionShell* shell = nullptr;
  os::SignalWatch signals(*loop);
  if (auto watched = signals.open({SIGTERM, SIGINT, SIGQUIT, SIGXCPU}, [&shell](int) { shell->stop(); });
      !watched)
    return fail_start(watched.error());

  const registry::Incarnation incarnation = current_incarnation();
  SessionFiles files(*record, incarnation);
  auto session = start_session(*record, incarnation, files);
  if (!session) return fail_start(session.error());
  const auto served = serve(*loop, shell, std::move(*session), files, std::move(ready));
  if (served) return *served;
  files.withdraw();
  return kStartFailed;
}

}  // namespace pty::daemon
