#include "pty/daemon/session_shell.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "pty/os/environment.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/os/heap.hpp"
#include "pty/os/process_signals.hpp"
#include "pty/os/process_table.hpp"
#include "pty/os/pty_device.hpp"
#include "pty/registry/event_record.hpp"

namespace pty::daemon {
namespace {

/// Quiet for this long: memory goes back to the system, the history is packed.
constexpr base::Milliseconds kQuiet{1500};

registry::EventRecord event_record(const vt::Event& event) {
  const auto optional_text = [](bool present, const std::string& text) {
    return present ? std::optional<std::string>(text) : std::nullopt;
  };
  switch (event.kind) {
    case vt::EventKind::bell:
      return registry::bell_event();
    case vt::EventKind::title_change:
      return registry::title_change_event(event.title);
    case vt::EventKind::focus_request:
      return registry::focus_request_event();
    case vt::EventKind::cursor_visible:
      return registry::cursor_visible_event();
    case vt::EventKind::clipboard:  // never recorded: see FloodGuard
    case vt::EventKind::notification:
      break;
  }
  const auto source = event.source == vt::NotificationSource::osc9    ? registry::NotificationSource::osc9
                      : event.source == vt::NotificationSource::osc99 ? registry::NotificationSource::osc99
                                                                      : registry::NotificationSource::osc777;
  return registry::notification_event(optional_text(event.has_title, event.title),
                                      optional_text(event.has_body, event.body), source);
}

std::optional<registry::StatusResources> resources_of(int pid) {
  const auto resources = os::process_resources(pid);
  if (!resources) return std::nullopt;
  return registry::StatusResources{resources->resident_kib, resources->cpu_percent};
}

}  // namespace

SessionShell::SessionShell(os::Loop& loop, StartedSession session, ScreenModel& model, SessionFiles& files,
                           FileWorker& worker)
    : loop_(loop),
      session_(std::move(session)),
      model_(model),
      files_(files),
      worker_(worker),
      core_(session_.settings, model, *this, clock_),
      master_watch_(loop),
      listener_watch_(loop),
      processes_(loop, session_.settings.child_pid),
      deadline_(loop,
                [this] {
                  armed_for_.reset();
                  core_.on_time();
                  update();
                }),
      accept_pause_(loop, [this] { listener_watch_.set_interest(os::Interest::read); }),
      quiet_(loop, [this] { on_quiet(); }) {}

SessionShell::~SessionShell() = default;

base::Status SessionShell::open() {
  if (auto watched = master_watch_.open(session_.master.get(), os::Interest::read,
                                        [this](os::Readiness ready) { on_master_ready(ready); });
      !watched)
    return watched;
  if (auto watched = listener_watch_.open(session_.listener.fd(), os::Interest::read,
                                          [this](os::Readiness) { accept_clients(); });
      !watched)
    return watched;
  return processes_.open([this](os::ExitStatus status) { on_child_end(status); },
                         [this] {
                           core_.on_orphan_exit();
                           update();
                         });
}

void SessionShell::stop() {
  core_.stop();
  update();
}

void SessionShell::on_child_end(os::ExitStatus status) {
  session_.slave.reset();  // from here on the terminal ends when the last process lets go of it
  core_.on_child_exit({status.shell_code(), status.signal ? std::optional(status.signal) : std::nullopt});
  update();
}

void SessionShell::on_master_ready(os::Readiness ready) {
  if (ready.writable) input_blocked_ = false;
  if (ready.readable) core_.on_child_readable();
  update();
}

ChildOutput SessionShell::read_child() {
  if (!session_.master) return {{}, true};
  child_buffer_.clear();
  const auto outcome = os::read_master(session_.master.get(), child_buffer_.room());
  if (!outcome || outcome->state == os::IoState::end) return {{}, true};
  if (outcome->state == os::IoState::moved) child_buffer_.add(outcome->bytes);
  return {child_buffer_.bytes(), false};
}

/// Writes queued input until the terminal is full. Returns true if anything was written.
bool SessionShell::write_input() {
  bool wrote = false;
  while (session_.master && !input_blocked_ && !core_.input().empty()) {
    const auto outcome = os::write_some(session_.master.get(), core_.input().front());
    if (!outcome || outcome->state != os::IoState::moved || outcome->bytes == 0) {
      input_blocked_ = true;
      break;
    }
    core_.on_input_written(outcome->bytes);
    wrote = true;
  }
  return wrote;
}

void SessionShell::update() {
  bool moved = true;
  while (moved) {
    moved = write_input();
    for (std::size_t i = 0; i < connections_.size(); ++i) moved = flush_connection(*connections_[i]) || moved;
  }
  write_stamp();
  std::erase_if(connections_, [](const auto& connection) { return connection->closed; });
  for (const auto& connection : connections_) update_interest(*connection);
  if (master_watch_.is_open()) {
    if (core_.child_output_ended())
      master_watch_.close();
    else
      master_watch_.set_interest(core_.input().empty() ? os::Interest::read : os::Interest::read_write);
  }
  arm_timer();
  note_activity();
}

void SessionShell::arm_timer() {
  const auto deadline = core_.next_deadline();
  if (deadline == armed_for_) return;
  armed_for_ = deadline;
  if (deadline)
    deadline_.start_at(*deadline);
  else
    deadline_.stop();
}

void SessionShell::note_activity() {
  last_activity_ = loop_.now();
  if (!quiet_.is_armed()) quiet_.start_after(kQuiet);
}

void SessionShell::on_quiet() {
  const base::TimePoint quiet_from = last_activity_ + kQuiet;
  if (loop_.now() < quiet_from) return quiet_.start_at(quiet_from);
  child_buffer_.give_back();
  client_buffer_.give_back();
  model_.compress_idle();
  os::trim_heap();
}

std::optional<std::size_t> SessionShell::unread_input() {
  return session_.slave ? os::unread_input(session_.slave.get()) : std::nullopt;
}

void SessionShell::set_pty_size(base::Size size) {
  if (session_.master) (void)os::set_window_size(session_.master.get(), size);
}

void SessionShell::signal_family(StopAction action) {
  processes_.signal(action, session_.master.get());
}

bool SessionShell::family_lives() {
  return processes_.family_lives();
}

void SessionShell::close_child() {
  master_watch_.close();
  session_.master.reset();
}

void SessionShell::stop_listening() {
  listener_watch_.close();
  accept_pause_.stop();
  session_.listener.close();
}

void SessionShell::record_event(const vt::Event& event, base::WallTime when) {
  worker_.add_event(files_.encode(when, event_record(event)));
}

/// Not before what the client gets now is sent: it waits for that, and to wake or make the worker takes time.
void SessionShell::stamp_attach(base::WallTime when) {
  attached_at_ = when;
}

void SessionShell::write_stamp() {
  const auto when = std::exchange(attached_at_, std::nullopt);
  if (when && files_.set_attach(*when)) worker_.add([this] { files_.write_attach(); });
}

void SessionShell::record_policy(const base::GeometryPolicy& policy) {
  if (files_.set_policy(policy)) worker_.add([this] { files_.write_policy(); });
}

void SessionShell::record_exit(ExitRecord record) {
  worker_.add(
      [this, record = std::move(record), now = clock_.wall_now()] { files_.record_exit(record, now); });
}

ProcessFacts SessionShell::process_facts() {
  ProcessFacts facts;
  facts.daemon = resources_of(os::own_pid());
  if (!processes_.child_ended()) facts.child = resources_of(session_.settings.child_pid);
  if (!session_.master) return facts;
  if (const auto group = os::foreground_group(session_.master.get()))
    if (auto name = os::process_name(*group))
      facts.foreground = {static_cast<int>(*group), std::move(*name),
                          os::process_command(*group).value_or("")};
  return facts;
}

void SessionShell::finish(registry::StopCause cause) {
  exit_status_ = cause == registry::StopCause::natural ? core_.exit_code().value_or(0) : 0;
  stop_listening();
  write_stamp();
  worker_.add([this, cause] {
    files_.clean_up(cause);
    loop_.post([this] { loop_.stop(); });
  });
}

void SessionShell::force_end() {
  signal_family(StopAction::force_end);
  session_.listener.withdraw();
  files_.remove_own_pid_file();
  (void)os::write_all(2, "graceful shutdown exceeded " +
                             std::to_string(session_.settings.shutdown_deadline.count()) +
                             "ms — forcing exit (child reaped)\n");
  std::_Exit(0);
}

}  // namespace pty::daemon
