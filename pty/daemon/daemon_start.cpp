#include "pty/daemon/daemon_start.hpp"

#include <fmt/format.h>

#include <utility>

#include "pty/daemon/effective_geometry.hpp"
#include "pty/os/environment.hpp"
#include "pty/os/process_table.hpp"
#include "pty/os/pty_device.hpp"
#include "pty/os/spawn.hpp"
#include "pty/os/wall_time.hpp"
#include "pty/registry/environment_policy.hpp"
#include "pty/registry/working_directory.hpp"
#include "pty/vt/terminal.hpp"

namespace pty::daemon {
namespace {

os::ProgramStart program_of(const registry::LaunchRecord& record) {
  os::ProgramStart start;
  start.program = record.command;
  start.arguments.push_back(record.command);
  start.arguments.insert(start.arguments.end(), record.args.begin(), record.args.end());
  start.environment = os::environment_block(registry::child_environment(
      os::current_environment(), record.environment, {record.id, record.generation, record.cwd}));
  start.working_directory = record.cwd;
  return start;
}

base::Size initial_size(const registry::LaunchRecord& record) {
  const base::Size asked = record.geometry_policy.is_fixed() ? record.geometry_policy.size : record.size;
  return vt::Terminal::clamp_size(asked);
}

SessionSettings settings_of(const registry::LaunchRecord& record, const registry::Incarnation& incarnation) {
  SessionSettings settings;
  settings.id = record.id;
  settings.generation = record.generation;
  settings.created_at = incarnation.created_at;
  settings.created = os::parse_iso8601(incarnation.created_at).value_or(os::wall_now());
  settings.geometry_policy = record.geometry_policy;
  settings.awaits_attach = record.will_attach;
  settings.daemon_pid = incarnation.daemon_pid;
  settings.shutdown_deadline = parse_shutdown_deadline(os::environment_value("PTY_SHUTDOWN_DEADLINE_MS"));
  return settings;
}

/// Everything others may see, the socket's name last: who finds it finds the rest.
base::Status publish(SessionFiles& files, os::UnixListener& listener) {
  if (auto step = files.write_pid_file(); !step) return step;
  if (auto step = files.publish_record(); !step) return step;
  if (auto step = files.start_event_log(os::wall_now()); !step) return step;
  return listener.publish();
}

base::Result<StartedSession> start_published(const registry::LaunchRecord& record, SessionSettings settings,
                                             SessionFiles& files) {
  auto listener = os::listen_unix(files.paths().socket);
  if (!listener) return base::fail(std::move(listener.error()));
  auto device = os::open_pty(initial_size(record));
  if (!device) return base::fail(std::move(device.error()));
  auto kept_slave = os::duplicate(device->slave.get());
  if (!kept_slave) return base::fail(std::move(kept_slave.error()));
  auto child = os::spawn_on_pty(program_of(record), std::move(device->slave));
  if (!child) return base::fail(std::move(child.error()));
  if (auto published = publish(files, *listener); !published) {
    listener->withdraw();
    return base::fail(std::move(published.error()));
  }
  settings.child_pid = child->pid();
  if (auto released = child->release(); !released) {
    listener->withdraw();
    return base::fail(std::move(released.error()));
  }
  return StartedSession{std::move(settings), std::move(*listener), std::move(device->master),
                        std::move(*kept_slave)};
}

}  // namespace

registry::Incarnation current_incarnation() {
  registry::Incarnation incarnation;
  incarnation.daemon_pid = os::own_pid();
  incarnation.start_token = os::start_token(incarnation.daemon_pid).value_or("");
  incarnation.created_at = os::iso8601_utc(os::wall_now());
  return incarnation;
}

base::Result<StartedSession> start_session(const registry::LaunchRecord& record,
                                           const registry::Incarnation& incarnation, SessionFiles& files) {
  if (auto directory = registry::check_working_directory(record.cwd, record.id, record.display_command);
      !directory)
    return base::fail(std::move(directory.error()));
  if (auto root = registry::create_root(registry::Root(record.root)); !root)
    return base::fail(std::move(root.error()));
  if (auto free = files.remove_dead_socket(); !free) return base::fail(std::move(free.error()));
  auto started = start_published(record, settings_of(record, incarnation), files);
  if (!started) files.withdraw();
  return started;
}

}  // namespace pty::daemon
