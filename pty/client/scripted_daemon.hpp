#pragma once
// For tests: something that behaves like a session's daemon at the socket, as its script says. Serves each
// connection in turn on a thread of its own, in a private directory that is removed at the end.

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "pty/base/bytes.hpp"
#include "pty/client/endpoint.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/os/unix_socket.hpp"
#include "pty/wire/frame_decoder.hpp"
#include "pty/wire/packet.hpp"

namespace pty::client {

/// The daemon's end of one connection. Blocking, but never for ever.
class ScriptedPeer {
 public:
  explicit ScriptedPeer(os::Fd socket) : socket_(std::move(socket)) {}

  struct Packet {
    wire::MessageType type;
    base::ByteBuffer payload;
  };

  /// The next packet; nothing at the client's end or after ten seconds of silence.
  std::optional<Packet> receive() {
    while (true) {
      if (const std::optional<wire::Frame> frame = decoder_.next())
        return Packet{frame->type, base::ByteBuffer(frame->payload)};
      const auto ready = os::wait_ready(socket_.get(), os::Direction::readable, base::Milliseconds{10'000});
      if (!ready || !*ready) return std::nullopt;
      const auto got = os::read_some(socket_.get(), buffer_);
      if (!got || got->state == os::IoState::end) return std::nullopt;
      if (got->state == os::IoState::moved) decoder_.feed({buffer_.data(), got->bytes});
    }
  }
  /// Skips packets until one of this type comes.
  std::optional<Packet> expect(wire::MessageType type) {
    std::optional<Packet> packet = receive();
    while (packet && packet->type != type) packet = receive();
    return packet;
  }
  /// Everything the client types until `count` bytes are there.
  base::ByteBuffer read_input(std::size_t count) {
    base::ByteBuffer input;
    while (input.size() < count) {
      const std::optional<Packet> packet = expect(wire::MessageType::data);
      if (!packet) break;
      input.append(packet->payload);
    }
    return input;
  }
  void send(base::ByteView bytes) { (void)os::write_all(socket_.get(), bytes); }
  void send_picture(base::Size size, base::ByteView picture) {
    send(wire::encode_geometry(size));
    send(wire::encode_screen(picture));
  }
  /// False when the client has sent nothing for so long.
  [[nodiscard]] bool readable_within(base::Milliseconds limit) const {
    const auto ready = os::wait_ready(socket_.get(), os::Direction::readable, limit);
    return ready && *ready;
  }
  /// False when the client has taken nothing more for so long.
  [[nodiscard]] bool writable_within(base::Milliseconds limit) const {
    const auto ready = os::wait_ready(socket_.get(), os::Direction::writable, limit);
    return ready && *ready;
  }
  void close() { socket_.reset(); }

 private:
  os::Fd socket_;
  wire::FrameDecoder decoder_{wire::Receiver::daemon};
  std::vector<char> buffer_ = std::vector<char>(std::size_t{64} << 10);
};

class ScriptedDaemon {
 public:
  using Script = std::function<void(ScriptedPeer&)>;

  /// by_hand: clients can connect, but are served only after start(). For tests that fork without exec, which
  /// must happen before there is another thread: a child may find that one's locks held, an allocator's for
  /// example.
  enum class Start : std::uint8_t { at_once, by_hand };

  explicit ScriptedDaemon(Script script, Start start_when = Start::at_once) : script_(std::move(script)) {
    std::string pattern = "/tmp/pty-test-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp");
    directory_ = pattern;
    auto listener = os::listen_unix(directory_ + "/s.sock");
    if (!listener || !listener->publish()) throw std::runtime_error("listen");
    listener_.emplace(std::move(*listener));
    if (start_when == Start::at_once) start();
  }
  ScriptedDaemon(const ScriptedDaemon&) = delete;
  ScriptedDaemon& operator=(const ScriptedDaemon&) = delete;
  ~ScriptedDaemon() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
    listener_.reset();
    (void)std::remove((directory_ + "/s.sock").c_str());
    (void)std::remove(directory_.c_str());
  }

  void start() {
    thread_ = std::thread([this] { serve(); });
  }
  [[nodiscard]] Endpoint endpoint() const { return {"box", directory_ + "/s.sock"}; }
  [[nodiscard]] const std::string& directory() const { return directory_; }

 private:
  void serve() {
    while (!stop_) {
      const auto ready = os::wait_ready(listener_->fd(), os::Direction::readable, base::Milliseconds{20});
      if (!ready || !*ready) continue;
      auto client = listener_->accept();
      if (!client || !*client) continue;
      ScriptedPeer peer(std::move(**client));
      script_(peer);
    }
  }

  Script script_;
  std::string directory_;
  std::optional<os::UnixListener> listener_;
  std::atomic<bool> stop_ = false;
  std::thread thread_;
};

}  // namespace pty::client
