// The metadata record's fields as one table: name, how a value is taken, how it is written.

#include <fmt/format.h>

#include <array>

#include "pty/base/size.hpp"
#include "pty/registry/json_fields.hpp"
#include "pty/registry/metadata.hpp"

namespace pty::registry {
namespace {

constexpr std::int64_t kMaxPid = std::numeric_limits<int>::max();

/// take: false when the value has another type than expected (it is then kept as it is, untyped).
/// put: null means "omit".
struct Field {
  const char* name;
  bool (*take)(Metadata&, const Json&);
  Json (*put)(const Metadata&);
};

bool take_text(std::string& into, const Json& value) {
  if (!value.is_string()) return false;
  into = value.get<std::string>();
  return true;
}

bool take_text(std::optional<std::string>& into, const Json& value) {
  if (!value.is_string()) return false;
  into = value.get<std::string>();
  return true;
}

bool take_flag(bool& into, const Json& value) {
  if (!value.is_boolean()) return false;
  into = value.get<bool>();
  return true;
}

template <class T>
bool take_number(std::optional<T>& into, const Json& value, std::int64_t low, std::int64_t high) {
  std::optional<std::int64_t> number = as_integer(value, low, high);
  if (number) into = static_cast<T>(*number);
  return number.has_value();
}

/// `into` is an optional or a plain container.
template <class Into, class Taken>
bool take_parts(Into& into, Taken taken) {
  if (!taken) return false;
  into = std::move(*taken);
  return true;
}

Json non_empty(const std::string& text) {
  return text.empty() ? Json() : Json(text);
}

template <class T>
Json if_present(const std::optional<T>& value) {
  return value ? Json(*value) : Json();
}

constexpr std::array kFields{
    Field{"generation", [](Metadata& m, const Json& v) { return take_text(m.generation, v); },
          [](const Metadata& m) { return non_empty(m.generation); }},
    Field{"daemonPid", [](Metadata& m, const Json& v) { return take_number(m.daemon_pid, v, 1, kMaxPid); },
          [](const Metadata& m) { return if_present(m.daemon_pid); }},
    Field{"daemonStartToken", [](Metadata& m, const Json& v) { return take_text(m.daemon_start_token, v); },
          [](const Metadata& m) { return non_empty(m.daemon_start_token); }},
    Field{"command", [](Metadata& m, const Json& v) { return take_text(m.command, v); },
          [](const Metadata& m) { return Json(m.command); }},
    Field{"args", [](Metadata& m, const Json& v) { return take_parts(m.args, as_strings(v)); },
          [](const Metadata& m) { return Json(m.args); }},
    Field{"displayCommand", [](Metadata& m, const Json& v) { return take_text(m.display_command, v); },
          [](const Metadata& m) { return Json(m.display_command); }},
    Field{"cwd", [](Metadata& m, const Json& v) { return take_text(m.cwd, v); },
          [](const Metadata& m) { return Json(m.cwd); }},
    Field{"rows", [](Metadata& m, const Json& v) { return take_number(m.rows, v, 1, base::kMaxAxis); },
          [](const Metadata& m) { return if_present(m.rows); }},
    Field{"cols", [](Metadata& m, const Json& v) { return take_number(m.cols, v, 1, base::kMaxAxis); },
          [](const Metadata& m) { return if_present(m.cols); }},
    Field{"geometryPolicy",
          [](Metadata& m, const Json& v) {
            const auto policy = base::try_parse_policy(v.is_string() ? v.get<std::string>() : "");
            if (policy) m.geometry_policy = *policy;
            return policy.has_value();
          },
          [](const Metadata& m) {
            return m.geometry_policy == base::GeometryPolicy{} ? Json() : Json(to_text(m.geometry_policy));
          }},
    Field{"ephemeral", [](Metadata& m, const Json& v) { return take_flag(m.ephemeral, v); },
          [](const Metadata& m) { return Json(m.ephemeral); }},
    Field{"createdAt", [](Metadata& m, const Json& v) { return take_text(m.created_at, v); },
          [](const Metadata& m) { return Json(m.created_at); }},
    Field{"tags", [](Metadata& m, const Json& v) { return take_parts(m.tags, as_string_map(v)); },
          [](const Metadata& m) { return m.tags.empty() ? Json() : to_json(m.tags); }},
    Field{"displayName", [](Metadata& m, const Json& v) { return take_text(m.display_name, v); },
          [](const Metadata& m) { return if_present(m.display_name); }},
    Field{"isolateEnv", [](Metadata& m, const Json& v) { return take_flag(m.environment.isolate, v); },
          [](const Metadata& m) { return m.environment.isolate ? Json(true) : Json(); }},
    Field{"extraEnv",
          [](Metadata& m, const Json& v) { return take_parts(m.environment.extra, as_string_map(v)); },
          [](const Metadata& m) {
            return m.environment.extra.empty() ? Json() : to_json(m.environment.extra);
          }},
    Field{"unsetEnv",
          [](Metadata& m, const Json& v) { return take_parts(m.environment.unset, as_strings(v)); },
          [](const Metadata& m) { return m.environment.unset.empty() ? Json() : Json(m.environment.unset); }},
    Field{"env", [](Metadata& m, const Json& v) { return take_parts(m.environment.exact, as_string_map(v)); },
          [](const Metadata& m) { return m.environment.exact ? to_json(*m.environment.exact) : Json(); }},
    Field{"lastAttachAt", [](Metadata& m, const Json& v) { return take_text(m.last_attach_at, v); },
          [](const Metadata& m) { return if_present(m.last_attach_at); }},
    Field{"exitCode",
          [](Metadata& m, const Json& v) { return take_number(m.exit_code, v, -kMaxPid, kMaxPid); },
          [](const Metadata& m) { return if_present(m.exit_code); }},
    Field{"exitedAt", [](Metadata& m, const Json& v) { return take_text(m.exited_at, v); },
          [](const Metadata& m) { return if_present(m.exited_at); }},
    Field{"lastLines", [](Metadata& m, const Json& v) { return take_parts(m.last_lines, as_strings(v)); },
          [](const Metadata& m) { return if_present(m.last_lines); }},
};

bool take_known(Metadata& metadata, const std::string& name, const Json& value) {
  for (const Field& field : kFields) {
    if (name == field.name) return field.take(metadata, value);
  }
  return false;
}

}  // namespace

base::Result<Metadata> parse_metadata(std::string_view text) {
  std::optional<Json> document = try_parse_json(text);
  if (!document || !document->is_object()) {
    return base::fail(base::Errc::corrupt, "the metadata record is not a JSON object");
  }
  Metadata metadata;
  Json others = Json::object();
  for (auto& [name, value] : document->items()) {
    if (!take_known(metadata, name, value)) others[name] = std::move(value);
  }
  if (others.contains("recovery")) {
    metadata.has_recovery = true;
    metadata.recovery_start_token = try_string(others["recovery"], "processStartToken").value_or("");
  }
  if (!others.empty()) metadata.other_fields = compact(others);
  return metadata;
}

std::string encode_metadata(const Metadata& metadata) {
  Json document = Json::object();
  for (const Field& field : kFields) {
    if (Json value = field.put(metadata); !value.is_null())
      document.push_back({field.name, std::move(value)});
  }
  if (std::optional<Json> others = try_parse_json(metadata.other_fields); others && others->is_object()) {
    // A known name among the others carried a foreign type; once typed code has set the field, that wins.
    for (auto& [name, value] : others->items()) document.emplace(name, std::move(value));
  }
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string inherited_fields(const Metadata& metadata) {
  std::optional<Json> others = try_parse_json(metadata.other_fields);
  if (!others || !others->is_object()) return {};
  others->erase("recovery");
  return others->empty() ? std::string() : compact(*others);
}

}  // namespace pty::registry
