#pragma once
// Text as the lines of it.

#include <string>
#include <vector>

#include "pty/base/bytes.hpp"

namespace pty::text {

/// What stands between line feeds. An empty text has no line; behind a line feed at the end is an empty one.
std::vector<std::string> split_lines(base::ByteView text);

}  // namespace pty::text
