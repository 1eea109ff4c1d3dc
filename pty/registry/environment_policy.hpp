#pragma once
// How a session's child environment is made from the launching one. Pure: maps in, map out.
//
// Either `exact` (nothing inherited) or a base (everything, or the isolation allow-list) with removals and
// then overlays; an overlay beats a removal of the same key. Some keys are always set last.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pty/base/error.hpp"
#include "pty/registry/tags.hpp"

namespace pty::registry {

struct EnvironmentPolicy {
  bool isolate = false;
  StringMap extra;
  std::vector<std::string> unset;  ///< no duplicates, first position kept
  std::optional<StringMap> exact;  ///< excludes the other three

  friend bool operator==(const EnvironmentPolicy&, const EnvironmentPolicy&) = default;
};

/// Fails: invalid ("mutually exclusive") when exact is combined with the rest.
base::Status validate_policy(const EnvironmentPolicy& policy);

/// `--env K=V`: `Invalid env format: "<x>". Use --env KEY=VALUE`. The last assignment of a key wins.
base::Status add_env_option(EnvironmentPolicy& policy, std::string_view text);
/// `--unset-env K`: `Invalid env key: "<x>". Use --unset-env KEY`.
base::Status add_unset_option(EnvironmentPolicy& policy, std::string_view text);

struct ChildIdentity {
  std::string id;
  std::string generation;
  std::string cwd;
};

/// The child's complete environment. `inherited` is the daemon's own (already scrubbed by the launcher).
StringMap child_environment(const StringMap& inherited, const EnvironmentPolicy& policy,
                            const ChildIdentity& identity);

/// The environment of a program run in place (nested `run`): the policy applied to the current one, without
/// the session's identity being changed.
StringMap in_place_environment(const StringMap& inherited, const EnvironmentPolicy& policy);

/// Variables that are hand-off between launcher and daemon and never reach a child.
bool is_internal_variable(std::string_view key);

}  // namespace pty::registry
