#pragma once
// What a person sees on attaching: which session it is and how to leave. It stands below what the shell has
// written, and moves into the terminal's scrollback with that before the first picture (HostScreen).

#include <string_view>

#include "pty/attach/detach_key.hpp"
#include "pty/base/bytes.hpp"

namespace pty::attach {

base::ByteBuffer attach_banner(std::string_view name, const DetachKey& key);

}  // namespace pty::attach
