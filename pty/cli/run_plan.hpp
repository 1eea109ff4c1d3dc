#pragma once
// What the arguments of `pty run` ask for. Pure: the grammar (with its older forms) and every rule about
// values that can be checked without looking at the machine.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pty/base/error.hpp"
#include "pty/base/geometry_policy.hpp"
#include "pty/cli/argument_parser.hpp"
#include "pty/registry/environment_policy.hpp"
#include "pty/registry/root.hpp"
#include "pty/registry/tags.hpp"

namespace pty::cli {

struct RunPlan {
  std::vector<std::string> command;  ///< as typed; never empty
  std::optional<std::string> id;
  std::optional<std::string> name;  ///< explicit display name
  bool no_name = false;             ///< --no-display-name
  bool legacy_name = false;         ///< the name came as a word: a hint is due
  registry::Tags tags;
  registry::EnvironmentPolicy environment;
  std::optional<std::string> cwd;
  std::optional<std::uint16_t> rows;
  std::optional<std::uint16_t> cols;
  std::optional<base::GeometryPolicy> geometry;  ///< fixed with zeros: at the size it starts with
  bool ephemeral = false;
  bool detach = false;
  bool attach = false;
  bool force = false;
};

/// Fails: invalid; without a command, with the usage line of `verb`.
base::Result<RunPlan> plan_run(const VerbSpec& verb, const Arguments& arguments, const registry::Root& root);

/// The command's words joined by one space.
std::string display_command(const RunPlan& plan);

}  // namespace pty::cli
