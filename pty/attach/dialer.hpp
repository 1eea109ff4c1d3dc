#pragma once
// How a client whose connection broke gets another one: whoever supplies a Dialer makes it reconnect. The
// client decides when to try; a Dialer only tries, once at a time, without ever blocking the loop: a program
// that it starts and watches, a socket that connects, a thread that posts its result.

#include <cstdint>
#include <functional>
#include <optional>

#include "pty/os/fd.hpp"
#include "pty/os/loop.hpp"

namespace pty::attach {

/// What an attempt came to.
struct Dialled {
  enum class Kind : std::uint8_t {
    connected,    ///< `socket` speaks the session protocol
    unreachable,  ///< nobody answered: worth another attempt
    refused,      ///< the peer answered that the session is gone: no attempt will help
  };
  Kind kind = Kind::unreachable;
  os::Fd socket{};  ///< a stream socket, non-blocking and close-on-exec
};

class Dialer {
 public:
  using Done = std::function<void(Dialled)>;

  virtual ~Dialer() = default;
  /// Starts an attempt. `done` is called on the loop, not within this call, once, and not after cancel().
  /// Pre: no attempt is running.
  virtual void start(os::Loop& loop, Done done) = 0;
  /// Gives up the attempt that is running, if one is. May be called from within `done`.
  virtual void cancel() = 0;
};

/// How long a client that has a Dialer goes on trying.
struct Reconnect {
  /// How many failed attempts in a row are one too many; nothing: there is no bound.
  std::optional<std::uint32_t> max_failures{};
};

}  // namespace pty::attach
