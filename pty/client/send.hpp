#pragma once
// Fire and forget input: puts items into a session's keyboard without attaching.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pty/base/bytes.hpp"
#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/client/endpoint.hpp"
#include "pty/wire/message.hpp"

namespace pty::client {

enum class Paste : std::uint8_t { no, yes };

struct SendOptions {
  base::Milliseconds delay{0};  ///< between items only
  Paste paste = Paste::no;  ///< one marker pair around the whole payload; end markers inside it are removed
  base::Milliseconds confirm{1500};  ///< how long the daemon's answer is waited for
  base::Milliseconds stall{10'000};  ///< a daemon that accepts no byte for this long fails the send
  int cancel_fd = -1;                ///< readable: stop, but leave no paste open in the program
};

/// What became of the bytes.
struct Delivery {
  std::uint64_t bytes = 0;  ///< of the items or the stream, without marks
  /// The daemon has consumed them: it closed after our half-close. Otherwise it was given them, and did not
  /// answer in time.
  bool confirmed = false;
};

/// The most that Paste::yes takes of a stream: it is gathered whole and travels as one packet, so that nobody
/// writes into it and nothing can leave half of it behind.
inline constexpr std::size_t kMaxPaste = wire::kMaxPayload - 64;

/// Sends what can be read from `fd`, up to its end, as it comes; bytes of any kind and number. What fits a
/// read (a paste: all of it) travels as one packet. Ends early when the session does. Blocks: until the end
/// of `fd` and as send_items. Fails: as send_items; invalid for a paste made of nested markers, too_large for
/// one beyond kMaxPaste (nothing was sent then); system.
base::Result<Delivery> send_stream(const Endpoint& endpoint, int fd, const SendOptions& options = {});

/// Sends the items in order. Without delay they travel as one DATA packet, so nobody can write between them
/// (up to the packet limit). An empty payload sends nothing at all, but still needs a session.
/// Blocks: for the delays, the transfer and at most `confirm`.
/// Fails: as dial(); unreachable with the same text when the daemon closes before it has everything;
/// timed_out after `stall` without progress; cancelled: a paste that the daemon has a part of was closed
/// first, if the daemon took that within `stall`.
base::Result<Delivery> send_items(const Endpoint& endpoint, std::span<const base::ByteBuffer> items,
                                  const SendOptions& options = {});

}  // namespace pty::client
