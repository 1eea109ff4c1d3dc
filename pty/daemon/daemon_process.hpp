#pragma once
// Test support: the daemon as a process, a real one in a forked child with a private root, and raw clients of
// its socket. Its system calls are in daemon_process_test.cpp.

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "pty/os/directory.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/os/file_io.hpp"
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
    return sees([text](const std::string& output) { return output.find(text) != std::string::npos; });
  }
  bool sees(const std::function<bool(const std::string& output)>& wanted) {
    while (!wanted(output_)) {
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
  DaemonProcessTest();
  ~DaemonProcessTest() override;

  void shell(const std::string& script) {
    record.command = "/bin/sh";
    record.args = {"-c", script};
  }

  /// Forks the daemon; what it reports.
  registry::LaunchReport start();

  RawClient connect() {
    auto socket = os::connect_unix(path(".sock"), kTestPatience);
    EXPECT_TRUE(socket) << socket.error().text;
    return RawClient(socket ? std::move(*socket) : os::Fd());
  }

  /// The daemon's exit status.
  int await_end();

  /// For what other processes bring about; bounded.
  template <class Condition>
  static bool eventually(const Condition& condition) {
    for (int i = 0; i < 10'000 && !condition(); ++i)
      (void)os::wait_ready(os::kNeverReady, os::Direction::readable, base::Milliseconds(2));
    return condition();
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
