#pragma once
// The outer grammar: pty [--root <path>] [<command> [args...]]. Pure: words in, a decision out.

#include <optional>
#include <string_view>

#include "pty/base/error.hpp"
#include "pty/cli/argument_parser.hpp"
#include "pty/cli/verb_table.hpp"

namespace pty::cli {

struct CommandLine {
  enum class Kind : std::uint8_t {
    verb,          ///< run verb->handler with `arguments`
    focused_help,  ///< print the help of `verb`
    reserved,      ///< `verb` is a taken name that is not available
    forwarded,     ///< run pty-<word> with `rest`
  };
  Kind kind = Kind::verb;
  const VerbSpec* verb = nullptr;  ///< null when forwarded
  std::string_view word;           ///< the command as typed
  std::optional<std::string_view> root;
  Arguments arguments;
  ArgumentList rest;  ///< forwarded: the arguments, untouched
};

/// `tokens` is argv without argv[0]. Fails: invalid, unsupported.
base::Result<CommandLine> read_command_line(ArgumentList tokens);

}  // namespace pty::cli
