#include "pty/registry/environment_policy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace pty::registry {
namespace {

constexpr std::array<std::string_view, 13> kIsolationAllowed{
    "COLORTERM", "HOME",  "LANG", "LOGNAME", "PATH", "PTY_ROOT", "PTY_SESSION_DIR",
    "PWD",       "SHELL", "TERM", "TMPDIR",  "TZ",   "USER"};

/// PTY_ROOT and PTY_REAP_ON_EXIT are meant to be inherited; these are not.
constexpr std::array<std::string_view, 4> kInternal{"PTY_CREATION_LOCK_OWNER_PID", "PTY_SERVER_CONFIG",
                                                    "PTY_SHUTDOWN_DEADLINE_MS", "PTY_SPAWNER_PID"};

bool passes_isolation(std::string_view key) {
  return key.starts_with("LC_") || std::ranges::find(kIsolationAllowed, key) != kIsolationAllowed.end();
}

StringMap inherited_part(const StringMap& inherited, const EnvironmentPolicy& policy) {
  StringMap result;
  for (const auto& [key, value] : inherited) {
    if (is_internal_variable(key) || (policy.isolate && !passes_isolation(key))) continue;
    result.emplace_hint(result.end(), key, value);
  }
  for (const std::string& key : policy.unset) result.erase(key);
  for (const auto& [key, value] : policy.extra) result.insert_or_assign(key, value);
  return result;
}

void default_term(StringMap& environment) {
  std::string& term = environment["TERM"];
  if (term.empty()) term = "xterm-256color";
}

}  // namespace

base::Status validate_policy(const EnvironmentPolicy& policy) {
  if (!policy.exact || (!policy.isolate && policy.extra.empty() && policy.unset.empty())) return {};
  return base::fail(base::Errc::invalid, "env is mutually exclusive with isolateEnv, extraEnv and unsetEnv");
}

base::Status add_env_option(EnvironmentPolicy& policy, std::string_view text) {
  std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) {
    return base::fail(base::Errc::invalid,
                      fmt::format("Invalid env format: \"{}\". Use --env KEY=VALUE", text));
  }
  policy.extra.insert_or_assign(std::string(text.substr(0, equals)), std::string(text.substr(equals + 1)));
  return {};
}

base::Status add_unset_option(EnvironmentPolicy& policy, std::string_view text) {
  if (text.empty() || text.find('=') != std::string_view::npos) {
    return base::fail(base::Errc::invalid, fmt::format("Invalid env key: \"{}\". Use --unset-env KEY", text));
  }
  if (std::ranges::find(policy.unset, text) == policy.unset.end()) policy.unset.emplace_back(text);
  return {};
}

StringMap child_environment(const StringMap& inherited, const EnvironmentPolicy& policy,
                            const ChildIdentity& identity) {
  StringMap result = policy.exact ? *policy.exact : inherited_part(inherited, policy);
  result.insert_or_assign("PTY_SESSION", identity.id);
  result.insert_or_assign("PTY_SESSION_GENERATION", identity.generation);
  result.insert_or_assign("PWD", identity.cwd);
  default_term(result);
  return result;
}

StringMap in_place_environment(const StringMap& inherited, const EnvironmentPolicy& policy) {
  StringMap result = policy.exact ? *policy.exact : inherited_part(inherited, policy);
  for (std::string_view key : {"PTY_SESSION", "PTY_SESSION_GENERATION"}) {
    if (auto current = inherited.find(key); current != inherited.end()) {
      result.insert_or_assign(current->first, current->second);
    }
  }
  default_term(result);
  return result;
}

bool is_internal_variable(std::string_view key) {
  return std::ranges::find(kInternal, key) != kInternal.end();
}

}  // namespace pty::registry
