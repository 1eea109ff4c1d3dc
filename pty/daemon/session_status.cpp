// The STATUS document: facts only, changes nothing.

#include <algorithm>
#include <chrono>
#include <string_view>

#include "pty/daemon/session_core.hpp"
#include "pty/os/wall_time.hpp"

namespace pty::daemon {
namespace {

constexpr std::string_view kInputLost =
    "input was lost: more than 64 MiB from closed connections waited for the program";

/// `decides`: its request counts under the policy.
registry::StatusConnection describe_connection(const Client& client, base::Size effective, bool decides) {
  registry::StatusConnection connection;
  connection.writable = client.role == wire::Role::writable;
  if (!connection.writable) return connection;
  connection.rows = client.requested.rows;
  connection.cols = client.requested.cols;
  connection.last_request_sequence = client.request_sequence;
  connection.last_active_at = os::iso8601_utc(client.active_at);
  connection.constrains_rows = decides && client.requested.rows == effective.rows;
  connection.constrains_cols = decides && client.requested.cols == effective.cols;
  return connection;
}

registry::StatusActivity describe_activity(const ActivityTimes& times) {
  const auto text = [](const std::optional<base::WallTime>& time) {
    return time ? std::optional(os::iso8601_utc(*time)) : std::nullopt;
  };
  return {text(times.output), text(times.change), text(times.input)};
}

}  // namespace

base::ByteBuffer SessionCore::status_document() const {
  registry::StatusDocument status;
  status.name = settings_.id;
  status.generation = settings_.generation;
  status.protocol_version = wire::kProtocolVersion;
  status.protocol_features.assign(wire::kProtocolFeatures.begin(), wire::kProtocolFeatures.end());
  status.created_at = settings_.created_at;
  // The wall clock may have been set back.
  const auto uptime = std::chrono::floor<std::chrono::seconds>(clock_.wall_now() - settings_.created);
  status.uptime_seconds = std::max<std::int64_t>(uptime.count(), 0);
  model_.describe(status);

  ProcessFacts facts = port_.process_facts();
  status.daemon_pid = settings_.daemon_pid;
  status.daemon_resources = facts.daemon;
  status.process.alive = life_ == Life::running;
  if (status.process.alive) {
    status.process.pid = settings_.child_pid;
    status.process.resources = facts.child;
    status.terminal.foreground = std::move(facts.foreground);
    if (status.terminal.foreground) status.terminal.foreground_process = status.terminal.foreground->name;
  } else {
    status.process.exit_code = child_end_.code;
  }

  using Kind = base::GeometryPolicy::Kind;
  status.terminal.geometry_policy = policy_;
  const Client* latest = policy_.kind == Kind::latest ? try_latest() : nullptr;
  for (const auto& client : clients_.all()) {
    if (!client->watches() || client->gone || client->ending) continue;
    const bool decides = policy_.kind == Kind::smallest || client.get() == latest;
    status.clients.connections.push_back(describe_connection(*client, model_.size(), decides));
    ++status.clients.total;
    ++(client->role == wire::Role::writable ? status.clients.attached : status.clients.read_only);
    if (client->phase == Phase::stale) ++status.clients.stale;
  }
  status.clients.resyncs = resyncs_;
  status.warnings = port_.warnings();
  if (left_behind_lost_) status.warnings.emplace_back(kInputLost);
  status.activity = describe_activity(times_);
  status.bytes_in = bytes_in_;
  status.bytes_out = bytes_out_;
  return wire::encode_status_reply(registry::encode_status(status));
}

}  // namespace pty::daemon
