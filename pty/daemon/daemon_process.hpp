#pragma once
// Test support: the daemon as a process, a real one in a forked child with a private root, and raw clients of
// its socket.

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pty/daemon/run_daemon.hpp"
#include "pty/os/directory.hpp"
#include "pty/os/environment.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/os/file_io.hpp"
#include "pty/os/pipe.hpp"
#include "pty/os/process_table.hpp"
#include "pty/os/scratch_directory.hpp"
#include "pty/os/unix_socket.hpp"
#include "pty/registry/launch_record.hpp"
#include "pty/registry/metadata.hpp"
#include "pty/registry/status_document.hpp"
#include "pty/wire/frame_decoder.hpp"
#include "pty/wire/packet.hpp"

namespace pty::daemon {

/// Nothing here takes this long; it only keeps a broken test from hanging.
inline constexpr base::Milliseconds kTestPatience{30'000};

/// A client that reads packets one by one.
class RawClient {
 public:
  explicit RawClient(os::Fd socket) : socket_(std::move(socket)) {}

  void send(base::ByteView packets) { EXPECT_TRUE(os::write_all(socket_.get(), packets)); }
  void half_close() { os::shut_down_sending(socket_.get()); }

  struct Packet {
    wire::MessageType type = wire::MessageType::data;
    std::string payload;
  };
  /// The next packet; nothing at the end of the stream.
  std::optional<Packet> next() {
    while (queue_.empty()) {
      const auto ready = os::wait_ready(socket_.get(), os::Direction::readable, kTestPatience);
      if (!ready || !*ready) {
        ADD_FAILURE() << "no packet came";
        return std::nullopt;
      }
      char bytes[4096];
      const auto read = os::read_some(socket_.get(), bytes);
      if (!read || read->state == os::IoState::end) return std::nullopt;
      decoder_.feed({bytes, read->bytes});
      while (const auto frame = decoder_.next()) queue_.push_back({frame->type, std::string(frame->payload)});
    }
    Packet packet = std::move(queue_.front());
    queue_.erase(queue_.begin());
    return packet;
  }
  std::optional<Packet> next_of(wire::MessageType type) {
    while (auto packet = next())
      if (packet->type == type) return packet;
    return std::nullopt;
  }
  /// Collects DATA until `text` was seen.
  bool sees(base::ByteView text) {
    while (output_.find(text) == std::string::npos) {
      const auto packet = next();
      if (!packet) return false;
      if (packet->type == wire::MessageType::data || packet->type == wire::MessageType::screen)
        output_ += packet->payload;
    }
    return true;
  }
  [[nodiscard]] const std::string& output() const { return output_; }

 private:
  os::Fd socket_;
  wire::FrameDecoder decoder_{wire::Receiver::client};
  std::vector<Packet> queue_;
  std::string output_;
};

class DaemonProcessTest : public testing::Test {
 protected:
  DaemonProcessTest() {
    for (const char* name : {"PTY_SESSION", "PTY_ROOT", "PTY_SESSION_DIR", "PTY_REAP_ON_EXIT",
                             "PTY_SHUTDOWN_DEADLINE_MS", "PTY_SPAWNER_PID"})
      os::unset_environment_value(name);
    record.root = scratch.file("root");
    record.id = "s";
    record.generation = std::string(32, 'a');
    record.cwd = "/";
    record.display_command = "sh";
  }
  ~DaemonProcessTest() override {
    if (daemon_pid > 0) {
      ::kill(daemon_pid, SIGTERM);
      (void)await_end();
    }
  }

  void shell(const std::string& script) {
    record.command = "/bin/sh";
    record.args = {"-c", script};
  }

  registry::LaunchReport start() {
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

  RawClient connect() {
    auto socket = os::connect_unix(path(".sock"), kTestPatience);
    EXPECT_TRUE(socket) << socket.error().text;
    return RawClient(socket ? std::move(*socket) : os::Fd());
  }

  /// The daemon's exit status.
  int await_end() {
    int status = 0;
    while (::waitpid(daemon_pid, &status, 0) < 0 && errno == EINTR) {
    }
    daemon_pid = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status);
  }

  [[nodiscard]] std::string path(const std::string& suffix) const {
    return record.root + "/" + record.id + suffix;
  }
  [[nodiscard]] std::vector<std::string> names() const {
    auto entries = os::directory_entries(record.root).value_or(std::vector<std::string>{});
    std::erase_if(entries, [](const std::string& name) { return name.starts_with("."); });
    std::sort(entries.begin(), entries.end());
    return entries;
  }
  [[nodiscard]] registry::Metadata metadata() const {
    const auto text = os::read_file(path(".json"), 1 << 20);
    EXPECT_TRUE(text);
    return text ? registry::parse_metadata(*text).value_or(registry::Metadata{}) : registry::Metadata{};
  }

  os::ScratchDirectory scratch;
  registry::LaunchRecord record;
  pid_t daemon_pid = -1;
};

}  // namespace pty::daemon
