#pragma once
// Who may speak to a session: its owner. Who cannot be told is a stranger.

#include "pty/base/error.hpp"

namespace pty::daemon {

inline bool is_owner(const base::Result<unsigned>& peer, unsigned owner) {
  return peer && *peer == owner;
}

}  // namespace pty::daemon
