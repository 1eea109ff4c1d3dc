#pragma once
// The world around SessionCore: descriptors, signals, timers and the file worker on one event loop. Holds no
// rules of its own; after each event it sends what the core has queued, adjusts what it waits for and sleeps.
// A session in which nothing happens has no wake-ups.

#include <memory>
#include <optional>
#include <vector>

#include "pty/daemon/file_worker.hpp"
#include "pty/daemon/read_buffer.hpp"
#include "pty/daemon/session_core.hpp"
#include "pty/daemon/session_files.hpp"
#include "pty/daemon/session_processes.hpp"
#include "pty/os/fd.hpp"
#include "pty/os/fd_watch.hpp"
#include "pty/os/loop.hpp"
#include "pty/os/signal_watch.hpp"
#include "pty/os/timer.hpp"
#include "pty/os/unix_socket.hpp"

namespace pty::daemon {

/// A session that is published and whose program runs.
struct StartedSession {
  SessionSettings settings;
  os::UnixListener listener;
  os::Fd master;
  os::Fd slave;  ///< kept while the child lives, so that the terminal does not end when the child closes it
};

class SessionShell final : private SessionPort {
 public:
  /// All of them outlive the shell.
  SessionShell(os::Loop& loop, StartedSession session, ScreenModel& model, SessionFiles& files,
               FileWorker& worker);
  ~SessionShell() override;

  /// Begins to watch everything. Fails: system.
  base::Status open();
  /// A stop from outside (signal, spawner gone).
  void stop();

  /// What the process exits with. Meaningful once the loop was stopped.
  [[nodiscard]] int exit_status() const { return exit_status_; }

 private:
  struct Connection {
    Connection(os::Loop& loop, ClientId client, os::Fd socket)
        : id(client), fd(std::move(socket)), watch(loop) {}
    ClientId id;
    os::Fd fd;
    os::FdWatch watch;
    bool send_blocked = false;
    bool closed = false;
  };

  // SessionPort
  ChildOutput read_child() override;
  std::optional<std::size_t> unread_input() override;
  void set_pty_size(base::Size size) override;
  void signal_family(StopAction action) override;
  bool family_lives() override;
  void close_child() override;
  void close_client(ClientId id, const SendQueue& unsent) override;
  void stop_listening() override;
  void record_event(const vt::Event& event, base::WallTime when) override;
  void stamp_attach(base::WallTime when) override;
  void record_policy(const base::GeometryPolicy& policy) override;
  void record_exit(ExitRecord record) override;
  ProcessFacts process_facts() override;
  std::vector<std::string> warnings() override { return files_.unrecorded().warnings(); }
  void finish(registry::StopCause cause) override;
  void force_end() override;

  // session_connections.cpp
  void accept_clients();
  void add_connection(os::Fd socket);
  void on_connection_ready(Connection& connection, os::Readiness ready);
  void read_connection(Connection& connection);
  void on_connection_broken(Connection& connection);
  bool flush_connection(Connection& connection);
  void update_interest(Connection& connection);

  void on_child_end(os::ExitStatus status);
  void on_master_ready(os::Readiness ready);
  bool write_input();
  /// The end of every event.
  void update();
  void write_stamp();
  void arm_timer();
  void note_activity();
  void on_quiet();

  os::Loop& loop_;
  StartedSession session_;
  ScreenModel& model_;
  SessionFiles& files_;
  FileWorker& worker_;
  base::SystemClock clock_;
  SessionCore core_;
  ReadBuffer child_buffer_;
  ReadBuffer client_buffer_;

  os::FdWatch master_watch_;
  os::FdWatch listener_watch_;
  SessionProcesses processes_;
  os::Timer deadline_;
  std::optional<base::TimePoint> armed_for_;
  os::Timer accept_pause_;
  os::Timer quiet_;
  base::TimePoint last_activity_{};
  std::optional<base::WallTime> attached_at_;  ///< still to be recorded
  std::vector<std::unique_ptr<Connection>> connections_;
  bool input_blocked_ = false;
  int exit_status_ = 0;
};

}  // namespace pty::daemon
