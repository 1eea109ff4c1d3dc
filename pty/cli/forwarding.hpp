#pragma once
// Git-style extension: an unknown command <word> is the program pty-<word>.

#include <string_view>

#include "pty/base/error.hpp"
#include "pty/cli/argument_parser.hpp"

namespace pty::cli {

/// Becomes pty-<word>; returns only when that is not possible. Fails: not_found (`Unknown command: <word>`),
/// or whatever kept a program that exists from starting.
base::Error forward_to_plugin(std::string_view word, ArgumentList arguments);

}  // namespace pty::cli
