#include "pty/registry/recordable.hpp"

#include <fmt/format.h>

#include "pty/text/utf8.hpp"

namespace pty::registry {
namespace {

/// `make_name` is called only for a value that cannot be kept.
template <class Name>
base::Status check_text(std::string_view value, Name make_name) {
  if (text::is_valid_utf8(value)) return {};
  return base::fail(base::Errc::invalid,
                    fmt::format("{} is not valid UTF-8; a session's record could not keep it.", make_name()));
}

base::Status check_command(std::string_view command) {
  return check_text(command, [command] { return fmt::format("Command \"{}\"", command); });
}

base::Status check_arguments(const std::vector<std::string>& args) {
  for (std::size_t i = 0; i < args.size(); ++i) {
    auto name = [&] { return fmt::format("Argument {} (\"{}\")", i + 1, args[i]); };
    if (base::Status kept = check_text(args[i], name); !kept) return kept;
  }
  return {};
}

/// Tags, or variables. Values are not quoted: they may be secrets.
base::Status check_map(const StringMap& map, std::string_view kind) {
  for (const auto& [key, value] : map) {
    auto key_name = [&] { return fmt::format("Name of {} \"{}\"", kind, key); };
    if (base::Status kept = check_text(key, key_name); !kept) return kept;
    auto value_name = [&] { return fmt::format("Value of {} \"{}\"", kind, key); };
    if (base::Status kept = check_text(value, value_name); !kept) return kept;
  }
  return {};
}

base::Status check_environment(const EnvironmentPolicy& policy) {
  constexpr std::string_view kVariable = "environment variable";
  for (const std::string& key : policy.unset) {
    auto name = [&] { return fmt::format("Name of {} \"{}\"", kVariable, key); };
    if (base::Status kept = check_text(key, name); !kept) return kept;
  }
  if (policy.exact) {
    if (base::Status kept = check_map(*policy.exact, kVariable); !kept) return kept;
  }
  return check_map(policy.extra, kVariable);
}

}  // namespace

base::Status check_recordable(const LaunchRecord& record) {
  if (base::Status command = check_command(record.command); !command) return command;
  if (base::Status arguments = check_arguments(record.args); !arguments) return arguments;
  // The command as typed: with the arguments known to be good, what is bad in it is the command.
  if (base::Status shown = check_command(record.display_command); !shown) return shown;
  if (base::Status tags = check_map(record.tags, "tag"); !tags) return tags;
  return check_environment(record.environment);
}

base::Status check_recordable_directory(const std::string& cwd) {
  return check_text(cwd, [&] { return fmt::format("Working directory \"{}\"", cwd); });
}

}  // namespace pty::registry
