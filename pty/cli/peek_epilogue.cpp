#include "pty/cli/peek_epilogue.hpp"

#include "pty/term/terminal_reset.hpp"

namespace pty::cli {
namespace {

/// Keyboard levels pushed by `CSI > flags u`.
std::size_t pushed_keyboard_levels(base::ByteView screen) {
  constexpr base::ByteView kPush = "\x1b[>";
  std::size_t levels = 0;
  for (std::size_t at = screen.find(kPush); at != screen.npos; at = screen.find(kPush, at)) {
    at = screen.find_first_not_of("0123456789", at + kPush.size());
    if (at == screen.npos) break;
    if (screen[at] == 'u') ++levels;
  }
  return levels;
}

}  // namespace

std::string peek_epilogue(base::ByteView screen, PeekSink sink) {
  std::string out;
  if (sink == PeekSink::file) return out.append(term::kTerminalReset).append(term::kMoveToBottom);
  // Resetting the scroll region moves the cursor, hence the save and restore around it.
  out.append(
         "\x1b[0m\x1b"
         "7")
      .append(term::kModeReset)
      .append(
          "\x1b"
          "8");
  if (std::size_t levels = pushed_keyboard_levels(screen); levels > 0)
    out.append("\x1b[<").append(std::to_string(levels)).append("u");
  return out;
}

}  // namespace pty::cli
