#pragma once
// Which bytes of the application's output other terminals get to see: all of them, cut at sequence
// boundaries, without the queries that the emulator answers itself and without modes that are its own
// business (?2048). Incomplete sequences are held until complete, at most kMaxHeldBytes; a longer one is no
// query, and is streamed. Pieces arrive in stream order; their bytes are valid during the call only.

#include <cstdint>

#include "pty/base/bytes.hpp"

namespace pty::vt {

inline constexpr std::size_t kMaxHeldBytes = 4096;

enum class Audience : std::uint8_t {
  everyone,
  writable,  ///< clipboard writes: not for read-only watchers
};

struct RelayPiece {
  base::ByteView bytes;
  Audience audience = Audience::everyone;
  /// Continues an over-long string or sequence whose start was relayed before: somebody who did not get the
  /// start must not get this.
  bool string_tail = false;
};

class RelaySink {
 public:
  virtual ~RelaySink() = default;
  virtual void relay(const RelayPiece& piece) = 0;
  /// Called right after the bytes of the sequence that left the alternate screen were relayed.
  virtual void left_alternate() = 0;
};

}  // namespace pty::vt
