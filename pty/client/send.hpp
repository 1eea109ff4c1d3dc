#pragma once
// Fire and forget input: puts items into a session's keyboard without attaching. Success means the daemon has
// consumed the bytes (it closed after our half-close), or was given them and did not answer in time.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pty/base/bytes.hpp"
#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/client/endpoint.hpp"

namespace pty::client {

enum class Paste : std::uint8_t { no, yes };

struct SendOptions {
  base::Milliseconds delay{0};  ///< between items only
  Paste paste = Paste::no;  ///< one marker pair around the whole payload; end markers inside it are removed
  base::Milliseconds confirm{250};   ///< how long the daemon's answer is waited for
  base::Milliseconds stall{10'000};  ///< a daemon that accepts no byte for this long fails the send
};

/// Paste::yes gathers up to this much before the first byte goes, so that nobody can write into a paste of an
/// ordinary size.
inline constexpr std::size_t kGatherBytes = std::size_t{1} << 20;

/// Sends what can be read from `fd`, up to its end, as it comes; bytes of any kind and number. What fits a
/// read (a paste up to kGatherBytes: all of it) travels as one packet. Ends early when the session does.
/// Returns how many bytes were read. Blocks: until the end of `fd` and as send_items. Fails: as send_items;
/// invalid for a paste made of nested markers; system.
base::Result<std::uint64_t> send_stream(const Endpoint& endpoint, int fd, const SendOptions& options = {});

/// Sends the items in order. Without delay they travel as one DATA packet, so nobody can write between them
/// (up to the packet limit). An empty payload sends nothing at all, but still needs a session.
/// Blocks: for the delays, the transfer and at most `confirm`.
/// Fails: as dial(); unreachable with the same text when the daemon closes before it has everything;
/// timed_out after `stall` without progress.
base::Status send_items(const Endpoint& endpoint, std::span<const base::ByteBuffer> items,
                        const SendOptions& options = {});

}  // namespace pty::client
