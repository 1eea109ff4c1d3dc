#pragma once
// What a person sees on attaching: which session it is and how to leave. The session's first picture clears
// the terminal, so the line, and all that stood on the screen, is moved up into the terminal's own scrollback
// first: the banner stands right above the session's first row, and nothing of before is lost.

#include <cstdint>
#include <string_view>

#include "pty/attach/detach_key.hpp"
#include "pty/base/bytes.hpp"

namespace pty::attach {

/// For a terminal of `rows` rows (0: not known), its cursor anywhere.
base::ByteBuffer attach_banner(std::string_view name, const DetachKey& key, std::uint16_t rows);

}  // namespace pty::attach
