#pragma once
// The titles of a session as far as the outer terminal has been told, and the stack that XTWINOPS 22 and 23
// keep of them. Terminals differ in whether window title and icon name share a stack, and some have no icon
// name; so the session's stack is kept here, and the outer terminal is only told what is to be shown.
//
// The meaning is that of our own emulator: each push saves both, a pop takes one entry off and restores both
// (0), the icon name (1) or the window title (2).

#include <cstdint>
#include <optional>
#include <vector>

#include "pty/base/bytes.hpp"

namespace pty::attach {

class SessionTitles {
 public:
  /// Nothing: never set, so what the outer terminal had before is shown.
  struct Pair {
    std::optional<base::ByteBuffer> title;
    std::optional<base::ByteBuffer> icon;

    friend bool operator==(const Pair&, const Pair&) = default;
  };

  /// OSC 0 (both), 1 (icon name) or 2 (window title).
  void set(std::uint32_t osc, base::ByteView text);
  void push();
  void pop(std::uint16_t what);

  [[nodiscard]] const Pair& shown() const { return shown_; }

 private:
  Pair shown_;
  std::vector<Pair> stack_;
};

/// What shows `next` where `before` is shown. What is no longer set needs the terminal's own titles, which
/// lie on its stack as the one entry that is ours: it is taken off, and put back while anything is still set.
base::ByteBuffer change_of_titles(const SessionTitles::Pair& before, const SessionTitles::Pair& next);

}  // namespace pty::attach
