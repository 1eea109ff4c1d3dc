#include "pty/registry/launch_record.hpp"

#include "pty/registry/json_fields.hpp"

namespace pty::registry {
namespace {

Json encode_policy(const EnvironmentPolicy& policy) {
  Json object = {{"isolate", policy.isolate}, {"extra", to_json(policy.extra)}, {"unset", policy.unset}};
  if (policy.exact) object["exact"] = to_json(*policy.exact);
  return object;
}

bool take_policy(EnvironmentPolicy& policy, const Json& object) {
  std::optional<bool> isolate = try_bool(object, "isolate");
  if (!isolate || !object.contains("extra") || !object.contains("unset")) return false;
  std::optional<StringMap> extra = as_string_map(object["extra"]);
  std::optional<std::vector<std::string>> unset = as_strings(object["unset"]);
  if (!extra || !unset) return false;
  policy.isolate = *isolate;
  policy.extra = std::move(*extra);
  policy.unset = std::move(*unset);
  if (!object.contains("exact")) return true;
  policy.exact = as_string_map(object["exact"]);
  return policy.exact.has_value();
}

bool take_texts(LaunchRecord& record, const Json& document) {
  struct Row {
    const char* name;
    std::string LaunchRecord::* member;
  };
  constexpr Row kRows[] = {{"root", &LaunchRecord::root},
                           {"id", &LaunchRecord::id},
                           {"generation", &LaunchRecord::generation},
                           {"command", &LaunchRecord::command},
                           {"displayCommand", &LaunchRecord::display_command},
                           {"cwd", &LaunchRecord::cwd},
                           {"otherFields", &LaunchRecord::other_fields}};
  for (const Row& row : kRows) {
    std::optional<std::string> text = try_string(document, row.name);
    if (!text) return false;
    record.*row.member = std::move(*text);
  }
  record.display_name = try_string(document, "displayName");
  return true;
}

bool take_facts(LaunchRecord& record, const Json& document) {
  std::optional<std::int64_t> rows = try_integer(document, "rows");
  std::optional<std::int64_t> cols = try_integer(document, "cols");
  if (!rows || !cols || *rows < 1 || *cols < 1 || *rows > base::kMaxAxis || *cols > base::kMaxAxis)
    return false;
  record.size = {static_cast<std::uint16_t>(*rows), static_cast<std::uint16_t>(*cols)};
  const auto policy = base::try_parse_policy(try_string(document, "geometryPolicy").value_or("smallest"));
  if (!policy) return false;
  record.geometry_policy = *policy;
  record.ephemeral = try_bool(document, "ephemeral").value_or(false);
  record.replaces = try_bool(document, "replaces").value_or(false);
  record.will_attach = try_bool(document, "willAttach").value_or(false);
  return true;
}

bool take_collections(LaunchRecord& record, const Json& document) {
  if (!document.contains("args") || !document.contains("tags")) return false;
  std::optional<std::vector<std::string>> args = as_strings(document["args"]);
  std::optional<StringMap> tags = as_string_map(document["tags"]);
  const Json* policy = try_object(document, "environment");
  if (!args || !tags || policy == nullptr || !take_policy(record.environment, *policy)) return false;
  record.args = std::move(*args);
  record.tags = std::move(*tags);
  return true;
}

base::Errc parse_errc(std::string_view name) {
  for (int code = 0; code <= static_cast<int>(base::Errc::internal); ++code) {
    if (base::name_of(static_cast<base::Errc>(code)) == name) return static_cast<base::Errc>(code);
  }
  return base::Errc::internal;
}

}  // namespace

std::string encode_launch_record(const LaunchRecord& record) {
  Json document = {{"root", record.root},
                   {"id", record.id},
                   {"generation", record.generation},
                   {"command", record.command},
                   {"args", record.args},
                   {"displayCommand", record.display_command},
                   {"cwd", record.cwd},
                   {"rows", record.size.rows},
                   {"cols", record.size.cols},
                   {"geometryPolicy", to_text(record.geometry_policy)},
                   {"ephemeral", record.ephemeral},
                   {"tags", to_json(record.tags)},
                   {"environment", encode_policy(record.environment)},
                   {"otherFields", record.other_fields},
                   {"replaces", record.replaces},
                   {"willAttach", record.will_attach}};
  if (record.display_name) document["displayName"] = *record.display_name;
  std::string bytes;
  Json::to_cbor(document, bytes);
  return bytes;
}

base::Result<LaunchRecord> parse_launch_record(std::string_view bytes) {
  std::optional<Json> document = try_parse_cbor(bytes);
  LaunchRecord record;
  bool complete = document && document->is_object() && take_texts(record, *document) &&
                  take_facts(record, *document) && take_collections(record, *document);
  if (!complete) return base::fail(base::Errc::corrupt, "the launch record is damaged");
  if (base::Status policy = validate_policy(record.environment); !policy) {
    return base::fail(std::move(policy.error()));
  }
  return record;
}

Metadata initial_metadata(const LaunchRecord& record, const Incarnation& incarnation) {
  Metadata metadata;
  metadata.generation = record.generation;
  metadata.daemon_pid = incarnation.daemon_pid;
  metadata.daemon_start_token = incarnation.start_token;
  metadata.command = record.command;
  metadata.args = record.args;
  metadata.display_command = record.display_command;
  metadata.cwd = record.cwd;
  metadata.rows = record.size.rows;
  metadata.cols = record.size.cols;
  metadata.geometry_policy = record.geometry_policy;
  metadata.ephemeral = record.ephemeral;
  metadata.created_at = incarnation.created_at;
  metadata.tags = record.tags;
  metadata.display_name = record.display_name;
  metadata.environment = record.environment;
  metadata.other_fields = record.other_fields;
  return metadata;
}

std::string encode_launch_report(const LaunchReport& report) {
  Json document = Json::object();
  document["ok"] = report.ok;
  if (report.ok) {
    document["daemonPid"] = report.daemon_pid;
    document["childPid"] = report.child_pid;
    document["generation"] = report.generation;
  } else {
    document["error"] = base::name_of(report.error.code);
    document["errno"] = report.error.sys_errno;
    document["text"] = report.error.text;
  }
  return compact(document) + "\n";
}

base::Result<LaunchReport> parse_launch_report(std::string_view line) {
  std::optional<Json> document = try_parse_json(line);
  std::optional<bool> ok = document ? try_bool(*document, "ok") : std::nullopt;
  if (!ok) return base::fail(base::Errc::corrupt, "the daemon's launch report is damaged");
  LaunchReport report;
  report.ok = *ok;
  report.daemon_pid = static_cast<int>(try_integer(*document, "daemonPid").value_or(0));
  report.child_pid = static_cast<int>(try_integer(*document, "childPid").value_or(0));
  report.generation = try_string(*document, "generation").value_or("");
  report.error.code = parse_errc(try_string(*document, "error").value_or(""));
  report.error.sys_errno = static_cast<int>(try_integer(*document, "errno").value_or(0));
  report.error.text = try_string(*document, "text").value_or("");
  return report;
}

}  // namespace pty::registry
