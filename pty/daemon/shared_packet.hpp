#pragma once
// One encoded packet that many clients' queues share. Copies share the bytes; the last one frees them. For
// one thread only: the count is not atomic.

#include <cstddef>
#include <utility>

#include "pty/base/bytes.hpp"
#include "pty/wire/message.hpp"

namespace pty::daemon {

class SharedPacket {
 public:
  /// Takes a complete packet, header included.
  explicit SharedPacket(base::ByteBuffer packet) : body_(new Body{1, std::move(packet)}) {}
  SharedPacket(const SharedPacket& other) : body_(other.body_) { ++body_->owners; }
  SharedPacket(SharedPacket&& other) noexcept : body_(std::exchange(other.body_, nullptr)) {}
  SharedPacket& operator=(SharedPacket other) noexcept {
    std::swap(body_, other.body_);
    return *this;
  }
  ~SharedPacket() {
    if (body_ && --body_->owners == 0) delete body_;
  }

  [[nodiscard]] base::ByteView bytes() const { return body_->packet; }
  [[nodiscard]] wire::MessageType type() const { return static_cast<wire::MessageType>(body_->packet[0]); }

 private:
  struct Body {
    std::size_t owners;
    base::ByteBuffer packet;
  };
  Body* body_;
};

}  // namespace pty::daemon
