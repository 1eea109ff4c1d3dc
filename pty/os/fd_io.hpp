#pragma once
// Reading and writing descriptors. EINTR never leaves this file. "Would block" and "end" are outcomes, not
// errors. Nothing here raises SIGPIPE on sockets; for pipes and terminals the process ignores SIGPIPE (see
// signals.hpp).

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "pty/base/bytes.hpp"
#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"

namespace pty::os {

enum class IoState : std::uint8_t {
  moved,        ///< `bytes` were read or written (may be fewer than asked for)
  would_block,  ///< nothing can move now; wait for readiness
  end,          ///< read only: the other side will send nothing more
};

struct IoOutcome {
  IoState state = IoState::moved;
  std::size_t bytes = 0;
};

/// One read. ECONNRESET on a socket counts as end.
base::Result<IoOutcome> read_some(int fd, std::span<char> into);
/// One read from a pty master: EIO (Linux) and 0 (macOS) both mean that no process holds the slave any more:
/// end.
base::Result<IoOutcome> read_master(int fd, std::span<char> into);
/// One write to anything but a socket. Fails: closed (EPIPE; EIO of a master without slaves is system).
base::Result<IoOutcome> write_some(int fd, base::ByteView bytes);
/// One send on a socket, MSG_NOSIGNAL. Fails: closed (the peer is gone).
base::Result<IoOutcome> send_some(int fd, base::ByteView bytes);
/// The same without waiting, whatever the socket's flags say: for a socket whose flags are somebody else's.
base::Result<IoOutcome> send_without_waiting(int fd, base::ByteView bytes);
/// One gathering send on a socket; at most kMaxGather pieces are looked at. Fails: closed.
base::Result<IoOutcome> send_gathered(int fd, std::span<const base::ByteView> pieces);
inline constexpr std::size_t kMaxGather = 64;

/// Writes everything; works for sockets, pipes, files and terminals in either blocking mode.
/// Blocks: until the other side took all of it. Fails: closed, system (ENOSPC …); part may have been written.
base::Status write_all(int fd, base::ByteView bytes);

/// Appends to `into` until the end. Blocks: until then. Fails: too_large (more than `max_bytes` came; the
/// first `max_bytes` are in `into`), system.
base::Status read_to_end(int fd, std::size_t max_bytes, std::string& into);

inline constexpr int kNeverReady = -1;
enum class Direction : std::uint8_t { readable, writable };
/// Waits until `fd` is ready or at end or broken. Returns false on time-out. Blocks: at most `limit`;
/// negative = for ever.
/// kNeverReady as `fd` waits out the limit: for the rare thing that the system gives no event for.
base::Result<bool> wait_ready(int fd, Direction direction, base::Milliseconds limit);

}  // namespace pty::os
