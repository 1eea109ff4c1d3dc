#include "pty/cli/peek_epilogue.hpp"

#include "pty/term/terminal_reset.hpp"

namespace pty::cli {
namespace {

/// Begins what pushes a keyboard level; digits and `u` follow. Source: kitty keyboard protocol.
constexpr base::ByteView kPush = "\x1b[>";

}  // namespace

void PeekEpilogue::note(base::ByteView piece) {
  if (sink_ == PeekSink::file) return;
  for (std::size_t at = 0; at < piece.size(); ++at) {
    if (matched_ == 0) at = piece.find(kPush[0], at);
    if (at == piece.npos) return;
    const char byte = piece[at];
    if (matched_ < kPush.size()) {
      matched_ = byte == kPush[matched_] ? matched_ + 1 : byte == kPush[0] ? 1 : 0;
    } else if (byte < '0' || byte > '9') {
      if (byte == 'u') ++keyboard_levels_;
      matched_ = byte == kPush[0] ? 1 : 0;
    }
  }
}

std::string PeekEpilogue::text() const {
  std::string out;
  if (sink_ == PeekSink::file) return out.append(term::kTerminalReset).append(term::kMoveToBottom);
  // Resetting the scroll region moves the cursor, hence the save and restore around it.
  out.append(
         "\x1b[0m\x1b"
         "7")
      .append(term::kModeReset)
      .append(
          "\x1b"
          "8");
  if (keyboard_levels_ > 0) out.append("\x1b[<").append(std::to_string(keyboard_levels_)).append("u");
  return out;
}

}  // namespace pty::cli
