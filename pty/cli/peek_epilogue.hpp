#pragma once
// What follows a screen printed by one-shot `peek`: the printed bytes may have set modes that belong to the
// session's program, and must not stay on in the reader's terminal.

#include <string>

#include "pty/base/bytes.hpp"

namespace pty::cli {

enum class PeekSink : std::uint8_t {
  terminal,  ///< a person's shell: modes are undone where the cursor stands
  file,      ///< a pipe or file: the documented reset and a move to the bottom, so that replaying it is safe
};

/// Sequences to print between an ANSI `screen` and the final newline.
std::string peek_epilogue(base::ByteView screen, PeekSink sink);

}  // namespace pty::cli
