#pragma once
// Fire and forget input: puts items into a session's keyboard without attaching. Success means the daemon has
// consumed the bytes (it closed after our half-close), or was given them and did not answer in time.

#include <span>
#include <vector>

#include "pty/base/bytes.hpp"
#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/client/endpoint.hpp"

namespace pty::client {

inline constexpr std::string_view kPasteStart = "\x1b[200~";
inline constexpr std::string_view kPasteEnd = "\x1b[201~";

enum class Paste : std::uint8_t { no, yes };

struct SendOptions {
  base::Milliseconds delay{0};  ///< between items only
  Paste paste = Paste::no;  ///< one marker pair around the whole payload; end markers inside it are removed
  base::Milliseconds confirm{250};   ///< how long the daemon's answer is waited for
  base::Milliseconds stall{10'000};  ///< a daemon that accepts no byte for this long fails the send
};

/// The items without paste end markers, not even ones that removal or joining the items would make.
std::vector<base::ByteBuffer> without_paste_end(std::span<const base::ByteBuffer> items);

/// Sends the items in order. Without delay they travel as one DATA packet, so nobody can write between them
/// (up to the packet limit). An empty payload sends nothing at all, but still needs a session.
/// Blocks: for the delays, the transfer and at most `confirm`.
/// Fails: as dial(); unreachable with the same text when the daemon closes before it has everything;
/// timed_out after `stall` without progress.
base::Status send_items(const Endpoint& endpoint, std::span<const base::ByteBuffer> items,
                        const SendOptions& options = {});

}  // namespace pty::client
