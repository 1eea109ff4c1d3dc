#include "pty/client/restart.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "pty/client/stop.hpp"
#include "pty/registry/mutate_metadata.hpp"
#include "pty/registry/working_directory.hpp"

namespace pty::client {
namespace {

using base::Errc;
using registry::Metadata;
using registry::Root;

constexpr std::string_view kAgentRole = "role=agent tag";
constexpr std::string_view kAgentCommand = "claude --resume command";

/// The word itself, as a path's last part, or as a word inside one argument (a shell's script).
bool contains_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    constexpr std::string_view kBoundary = " \t\n/;&|()'\"";
    std::size_t end = at + word.size();
    bool begins = at == 0 || kBoundary.find(text[at - 1]) != std::string_view::npos;
    bool ends = end == text.size() || kBoundary.substr(0, 3).find(text[end]) != std::string_view::npos ||
                text[end] == ';' || text[end] == '\'' || text[end] == '"' || text[end] == '=';
    if (begins && ends) return true;
  }
  return false;
}

/// What can fail is tried before anything is stopped.
base::Status check_startable(std::string_view id, const Metadata& metadata) {
  if (base::Status cwd = registry::check_working_directory(metadata.cwd, id, metadata.display_command); !cwd)
    return cwd;
  base::Result<std::string> command = resolve_command(metadata.command, metadata.cwd, "");
  if (!command) return base::fail(std::move(command.error()));
  return {};
}

base::Result<registry::MetadataSnapshot> read_record(const registry::SessionPaths& paths) {
  base::Result<registry::MetadataSnapshot> record = registry::read_metadata(paths);
  if (record || record.error().code != Errc::not_found) return record;
  return base::fail(Errc::not_found,
                    fmt::format("Session \"{}\" has no metadata — cannot restart.", paths.id));
}

/// The record to replace, once its daemon is gone: it may have gained an exit record meanwhile.
registry::Observation observe_again(const registry::SessionPaths& paths,
                                    const registry::MetadataSnapshot& before) {
  base::Result<registry::MetadataSnapshot> now = registry::read_metadata(paths);
  bool same = now && now->metadata.generation == before.metadata.generation &&
              now->metadata.daemon_pid == before.metadata.daemon_pid &&
              now->metadata.created_at == before.metadata.created_at;
  return registry::observe(same ? *now : before);
}

}  // namespace

std::optional<std::string_view> agent_guard_reason(const Metadata& metadata) {
  auto role = metadata.tags.find("role");
  if (role != metadata.tags.end() && role->second == "agent") return kAgentRole;
  bool claude = contains_word(metadata.command, "claude");
  bool resume = false;
  for (const std::string& argument : metadata.args) {
    claude = claude || contains_word(argument, "claude");
    resume = resume || contains_word(argument, "--resume");
  }
  if (claude && resume) return kAgentCommand;
  return std::nullopt;
}

std::string agent_guard_text(std::string_view id, std::string_view reason) {
  return fmt::format(
      "Session \"{}\" is a stateful agent ({}). Restart it through its supervisor (convoy), or use "
      "--force to restart it anyway.",
      id, reason);
}

registry::LaunchRecord replacement_record(const Root& root, std::string_view id, const Metadata& previous) {
  registry::LaunchRecord record;
  record.root = root.path();
  record.id = id;
  record.command = previous.command;
  record.args = previous.args;
  record.display_command = previous.display_command;
  record.cwd = previous.cwd;
  record.size.rows = previous.rows.value_or(record.size.rows);
  record.size.cols = previous.cols.value_or(record.size.cols);
  record.geometry_policy = previous.geometry_policy;
  record.ephemeral = previous.ephemeral;
  record.tags = previous.tags;
  std::erase_if(record.tags, [](const auto& tag) { return registry::is_gc_bookkeeping_key(tag.first); });
  record.display_name = previous.display_name;
  record.environment = previous.environment;
  record.other_fields = registry::inherited_fields(previous);
  return record;
}

base::Result<Launched> restart_session(const Root& root, const RestartRequest& request) {
  const std::string& id = request.session.id;
  registry::SessionPaths paths = registry::session_paths(root, id);
  base::Result<registry::MetadataSnapshot> before = read_record(paths);
  if (!before) return base::fail(std::move(before.error()));
  if (before->metadata.generation != request.session.generation) {
    return base::fail(registry::mutation_error(registry::MutationOutcome::replaced, id));
  }
  std::optional<std::string_view> agent = agent_guard_reason(before->metadata);
  if (agent && request.guard == AgentGuard::respect) {
    return base::fail(Errc::unsupported, agent_guard_text(id, *agent));
  }
  if (base::Status startable = check_startable(id, before->metadata); !startable) {
    return base::fail(std::move(startable.error()));
  }
  base::Status gone = request.session.gone() ? await_daemon_gone(request.session, request.stop_wait)
                                             : stop_daemon(root, request.session, request.stop_wait);
  if (!gone) return base::fail(std::move(gone.error()));

  LaunchRequest launching;
  launching.record = replacement_record(root, id, before->metadata);
  launching.record.will_attach = request.will_attach;
  launching.if_taken = IfTaken::replace_exact;
  launching.replaces = observe_again(paths, *before);
  launching.scrub_environment = {"ST_AGENT", "ST_ROOT"};
  launching.daemon_executable = request.daemon_executable;
  launching.start_timeout = request.start_timeout;
  return launch(launching);
}

}  // namespace pty::client
