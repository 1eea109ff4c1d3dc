#pragma once
// The output of one read, as clients are to see it. Most batches are the same for everybody and become one
// shared packet without another copy; some differ by audience:
//   - clipboard writes are not for readonly clients,
//   - the tail of a long control string is not for clients that joined inside it,
//   - the repaint of the primary screen is only for clients that joined while the alternate one was active.

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "pty/daemon/shared_packet.hpp"
#include "pty/vt/relay.hpp"

namespace pty::daemon {

class RelayBatch final : public vt::RelaySink {
 public:
  /// `repaint` renders the primary screen; it is called at most once, at the instant the alternate screen was
  /// left. Empty when nobody is owed it.
  explicit RelayBatch(std::function<base::ByteBuffer()> repaint);

  void relay(const vt::RelayPiece& piece) override;
  void left_alternate() override;

  struct Viewer {
    bool readonly = false;
    bool joined_in_string = false;  ///< skips string tails until something else comes
    bool owed_primary = false;
  };
  /// What this viewer gets; nothing if nothing is left for it.
  std::optional<SharedPacket> packet_for(Viewer viewer);

  /// True once a string that was muted for a late viewer has ended in this batch.
  [[nodiscard]] bool leaves_string() const { return !pieces_.empty() && !pieces_.back().leading_tail; }
  [[nodiscard]] bool has_string_tail() const { return has_string_tail_; }
  [[nodiscard]] bool repainted() const { return has_repaint_; }

 private:
  enum class For : std::uint8_t { everyone, writable, owed };
  struct Piece {
    std::size_t end;
    For whom;
    bool leading_tail;
  };

  void append(base::ByteView bytes, For whom, bool leading_tail);
  std::optional<SharedPacket> build(Viewer viewer);

  std::function<base::ByteBuffer()> repaint_;
  base::ByteBuffer bytes_;  ///< room for a header, then the pieces
  std::vector<Piece> pieces_;
  bool only_tail_so_far_ = true;
  bool has_leading_tail_ = false;
  bool has_string_tail_ = false;
  bool has_writable_only_ = false;
  bool has_repaint_ = false;
  std::array<std::optional<SharedPacket>, 8> built_;
};

}  // namespace pty::daemon
