#pragma once
// The pictures of one moment. Clients that are due together (after a change of size all of them) get the
// same shared packet, drawn once for each kind of client.

#include <array>
#include <optional>

#include "pty/daemon/screen_model.hpp"
#include "pty/daemon/shared_packet.hpp"

namespace pty::daemon {

class PictureBatch {
 public:
  /// Lifetime: `model` is borrowed, and must not change while the batch is used.
  explicit PictureBatch(const ScreenModel& model) : model_(model) {}

  /// The SCREEN of a writable client.
  SharedPacket restored(vt::Extent extent);
  /// The SCREEN of a readonly client.
  SharedPacket peeked(wire::PeekFlags flags);

 private:
  const ScreenModel& model_;
  std::array<std::optional<SharedPacket>, 2> restored_;
  std::array<std::optional<SharedPacket>, 8> peeked_;
};

}  // namespace pty::daemon
