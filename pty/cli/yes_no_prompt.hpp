#pragma once
// A question on stdout, an answer from stdin. Reads no byte past the answer's line: what follows belongs to
// the session that may be attached next.

#include <string_view>

#include "pty/base/error.hpp"
#include "pty/cli/standard_output.hpp"

namespace pty::cli {

enum class Answer : std::uint8_t {
  yes,  ///< anything but n
  no,   ///< n or N
};

/// Blocks: until a line comes. Fails: closed with `hint` in its text (the input ended or failed without an
/// answer).
base::Result<Answer> ask(StandardOutput& out, std::string_view question, std::string_view hint);

}  // namespace pty::cli
