#include "pty/cli/command_line.hpp"

#include <string>

namespace pty::cli {
namespace {

using base::Errc;
using base::fail;
using base::Result;

bool is_help(std::string_view token) {
  return token == "--help" || token == "-h";
}

/// Words that start with a dash and are commands all the same.
std::string_view verb_behind(std::string_view token) {
  if (is_help(token)) return "help";
  if (token == "--version" || token == "-v" || token == "-V") return "version";
  return token;
}

base::Error root_needs_path() {
  return {Errc::invalid, 0, "--root requires a path"};
}

/// Consumes `--root` before the command.
Result<std::optional<std::string_view>> take_leading_root(ArgumentList& tokens) {
  constexpr std::string_view kAssigned = "--root=";
  std::optional<std::string_view> root;
  while (!tokens.empty()) {
    if (tokens.front().starts_with(kAssigned)) {
      root = tokens.front().substr(kAssigned.size());
      tokens = tokens.subspan(1);
    } else if (tokens.front() == "--root") {
      if (tokens.size() < 2 || tokens[1].starts_with('-')) return fail(root_needs_path());
      root = tokens[1];
      tokens = tokens.subspan(2);
    } else {
      break;
    }
    if (root->empty()) return fail(root_needs_path());
  }
  return root;
}

Result<CommandLine> read_arguments(CommandLine line, ArgumentList tokens) {
  if (!tokens.empty() && is_help(tokens.front())) {
    line.kind = CommandLine::Kind::focused_help;
    return line;
  }
  if (line.verb->handler == nullptr && line.verb != &interactive_verb()) {
    line.kind = CommandLine::Kind::reserved;
    return line;
  }
  Result<Arguments> arguments = parse_arguments(*line.verb, tokens);
  if (!arguments) return fail(std::move(arguments).error());
  line.kind = line.verb->handler == nullptr ? CommandLine::Kind::reserved : CommandLine::Kind::verb;
  if (std::optional<std::string_view> inner = arguments->value(Opt::root)) {
    if (inner->empty()) return fail(root_needs_path());
    line.root = inner;
  }
  line.arguments = std::move(*arguments);
  return line;
}

}  // namespace

Result<CommandLine> read_command_line(ArgumentList tokens) {
  Result<std::optional<std::string_view>> root = take_leading_root(tokens);
  if (!root) return fail(std::move(root).error());
  CommandLine line;
  line.root = *root;
  // A bare `pty`, and flags before any command, mean the interactive list.
  if (tokens.empty()) {
    line.verb = &interactive_verb();
    return read_arguments(std::move(line), tokens);
  }
  line.word = tokens.front();
  line.verb = find_verb(verb_behind(line.word));
  if (line.verb != nullptr) return read_arguments(std::move(line), tokens.subspan(1));
  if (line.word.starts_with('-')) {
    line.verb = &interactive_verb();
    return read_arguments(std::move(line), tokens);
  }
  line.kind = CommandLine::Kind::forwarded;
  line.rest = tokens.subspan(1);
  return line;
}

}  // namespace pty::cli
