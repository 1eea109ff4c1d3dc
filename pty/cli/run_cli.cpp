#include "pty/cli/run_cli.hpp"

#include <optional>
#include <string>
#include <vector>

#include "pty/cli/command_line.hpp"
#include "pty/cli/forwarding.hpp"
#include "pty/cli/help_text.hpp"
#include "pty/cli/invocation.hpp"
#include "pty/cli/program_signals.hpp"
#include "pty/os/environment.hpp"
#include "pty/registry/root.hpp"

namespace pty::cli {
namespace {

using base::fail;
using base::Result;
using Kind = CommandLine::Kind;

constexpr std::string_view kUsage =
    "Usage: pty [--root <path>] <command> [args...] (`pty help` lists the commands)";

/// Children and forwarded commands must see the same registry wherever they run, so what they inherit is the
/// absolute path.
void export_root(const registry::RootSelection& selection) {
  switch (selection.source) {
    case registry::RootSource::option:
    case registry::RootSource::environment:
      os::set_environment_value("PTY_ROOT", selection.root.path());
      break;
    case registry::RootSource::legacy_environment:
      os::set_environment_value("PTY_SESSION_DIR", selection.root.path());
      break;
    case registry::RootSource::home:
      break;
  }
}

Result<registry::Root> choose_root(const CommandLine& line) {
  std::optional<std::string> option;
  if (line.root) option = std::string(*line.root);
  Result<registry::RootSelection> selection = registry::select_root_of_process(std::move(option));
  if (!selection) return fail(std::move(selection).error());
  if (base::Status fits = registry::check_root_length(selection->root); !fits)
    return fail(std::move(fits).error());
  for (const std::string& notice : selection->notices) report(notice);
  export_root(*selection);
  return std::move(selection->root);
}

/// Commands that must work whatever the registry's path is.
bool needs_no_root(const CommandLine& line) {
  if (line.kind == Kind::focused_help) return true;
  return line.verb != nullptr && (line.verb->name == "help" || line.verb->name == "version");
}

Result<int> answer_reserved(const CommandLine& line) {
  if (line.verb == &interactive_verb() && !line.arguments.has(Opt::force)) {
    if (std::optional<std::string> outer = outer_session())
      return fail(base::Errc::denied,
                  "pty: already inside pty session \"" + *outer + "\". Use --force to open the list anyway.");
  }
  return fail(base::Errc::unsupported, not_available(*line.verb));
}

Result<int> run_line(CommandLine& line, StandardOutput& out) {
  registry::Root root("/");
  if (!needs_no_root(line)) {
    Result<registry::Root> chosen = choose_root(line);
    if (!chosen) return fail(std::move(chosen).error());
    root = std::move(*chosen);
  }
  switch (line.kind) {
    case Kind::focused_help:
      out.print(focused_help(*line.verb));
      return 0;
    case Kind::reserved:
      return answer_reserved(line);
    case Kind::forwarded: {
      base::Error error = forward_to_plugin(line.word, line.rest);
      if (error.code == base::Errc::not_found) error.more_lines.emplace_back(kUsage);
      return fail(std::move(error));
    }
    case Kind::verb:
      break;
  }
  Invocation call{*line.verb, std::move(line.arguments), root, out};
  return line.verb->handler(call);
}

Result<int> run_tokens(ArgumentList tokens, StandardOutput& out) {
  Result<CommandLine> line = read_command_line(tokens);
  if (!line) return fail(std::move(line).error());
  return run_line(*line, out);
}

}  // namespace

int run_cli(int argc, char** argv) {
  ignore_write_signals();
  std::vector<std::string_view> tokens(argv + (argc > 0 ? 1 : 0), argv + argc);
  StandardOutput out;
  Result<int> status = run_tokens(tokens, out);
  base::Status written = out.flush();
  if (!status)
    report(status.error());
  else if (!written)
    report(written.error());
  return status && written ? *status : 1;
}

}  // namespace pty::cli
