#pragma once
// What a person is told of a lost connection that is tried again: that it is, and that it came to nothing.

#include <string>
#include <string_view>

#include "pty/attach/detach_key.hpp"

namespace pty::attach {

/// While it is tried again, with the keys that end it.
std::string reconnecting_text(const DetachKey& key);
/// One line, after the last attempt. Pre: `name` can be shown.
std::string given_up_text(std::string_view name);
/// The peer answered, and the session is gone. Pre: `name` can be shown.
std::string session_ended_text(std::string_view name);

}  // namespace pty::attach
