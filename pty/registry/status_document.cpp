#include "pty/registry/status_document.hpp"

#include "pty/registry/json_fields.hpp"

namespace pty::registry {
namespace {

Json encode_resources(const std::optional<StatusResources>& resources) {
  if (!resources) return nullptr;
  return {{"rssKb", resources->rss_kb}, {"cpuPercent", resources->cpu_percent}};
}

std::optional<StatusResources> parse_resources(const Json& owner) {
  const Json* resources = try_object(owner, "resources");
  if (resources == nullptr) return std::nullopt;
  return StatusResources{try_integer(*resources, "rssKb").value_or(0),
                         try_number(*resources, "cpuPercent").value_or(0)};
}

int integer_of(const Json& object, const char* key) {
  std::int64_t value = try_integer(object, key).value_or(0);
  constexpr std::int64_t kMax = std::numeric_limits<int>::max();
  return value < -kMax || value > kMax ? 0 : static_cast<int>(value);
}

std::optional<int> try_int(const Json& object, const char* key) {
  if (!try_integer(object, key)) return std::nullopt;
  return integer_of(object, key);
}

std::uint64_t count_of(const Json& object, const char* key) {
  std::int64_t value = try_integer(object, key).value_or(0);
  return value < 0 ? 0 : static_cast<std::uint64_t>(value);
}

bool flag_of(const Json& object, const char* key) {
  return try_bool(object, key).value_or(false);
}

/// `size` of the policy is rows and cols by name, so that nobody has to know their order.
Json encode_geometry_policy(const base::GeometryPolicy& policy) {
  Json object = {{"policy", base::name_of(policy.kind)}};
  if (policy.is_fixed()) {
    object["rows"] = policy.size.rows;
    object["cols"] = policy.size.cols;
  }
  return object;
}

std::optional<base::GeometryPolicy> parse_geometry_policy(const Json& terminal) {
  const Json* object = try_object(terminal, "geometry");
  if (object == nullptr) return std::nullopt;
  const auto kind = base::try_policy_kind(try_string(*object, "policy").value_or(""));
  if (!kind) return std::nullopt;
  const auto axis = [&](const char* key) {
    const auto value = try_integer(*object, key).value_or(0);
    return static_cast<std::uint16_t>(value < 0 || value > base::kMaxAxis ? 0 : value);
  };
  return base::GeometryPolicy{*kind, {axis("rows"), axis("cols")}};
}

Json encode_terminal(const StatusTerminal& terminal) {
  Json object = {{"cols", terminal.cols},
                 {"rows", terminal.rows},
                 {"cursorX", terminal.cursor_x},
                 {"cursorY", terminal.cursor_y},
                 {"scrollbackUsed", terminal.scrollback_used},
                 {"scrollbackCapacity", terminal.scrollback_capacity}};
  if (terminal.foreground_process) object["foregroundProcess"] = *terminal.foreground_process;
  if (const auto& foreground = terminal.foreground)
    object["foreground"] = {
        {"pid", foreground->pid}, {"name", foreground->name}, {"command", foreground->command}};
  if (terminal.geometry_policy) object["geometry"] = encode_geometry_policy(*terminal.geometry_policy);
  return object;
}

StatusTerminal parse_terminal(const Json& object) {
  StatusTerminal terminal;
  terminal.cols = integer_of(object, "cols");
  terminal.rows = integer_of(object, "rows");
  terminal.cursor_x = integer_of(object, "cursorX");
  terminal.cursor_y = integer_of(object, "cursorY");
  terminal.scrollback_used = try_integer(object, "scrollbackUsed").value_or(0);
  terminal.scrollback_capacity = try_integer(object, "scrollbackCapacity").value_or(0);
  terminal.foreground_process = try_string(object, "foregroundProcess");
  if (const Json* foreground = try_object(object, "foreground"))
    terminal.foreground = {integer_of(*foreground, "pid"), try_string(*foreground, "name").value_or(""),
                           try_string(*foreground, "command").value_or("")};
  terminal.geometry_policy = parse_geometry_policy(object);
  return terminal;
}

Json encode_connection(const StatusConnection& connection) {
  Json constrains = {{"rows", connection.constrains_rows}, {"cols", connection.constrains_cols}};
  if (!connection.writable) return {{"role", "readonly"}, {"constrains", {{"rows", false}, {"cols", false}}}};
  Json object = {{"role", "writable"},
                 {"rows", connection.rows},
                 {"cols", connection.cols},
                 {"lastRequestSequence", connection.last_request_sequence},
                 {"constrains", std::move(constrains)}};
  if (connection.last_active_at) object["lastActiveAt"] = *connection.last_active_at;
  return object;
}

StatusConnection parse_connection(const Json& object) {
  StatusConnection connection;
  connection.writable = try_string(object, "role") == "writable";
  connection.rows = integer_of(object, "rows");
  connection.cols = integer_of(object, "cols");
  connection.last_request_sequence = count_of(object, "lastRequestSequence");
  connection.last_active_at = try_string(object, "lastActiveAt");
  if (const Json* constrains = try_object(object, "constrains")) {
    connection.constrains_rows = flag_of(*constrains, "rows");
    connection.constrains_cols = flag_of(*constrains, "cols");
  }
  return connection;
}

Json encode_clients(const StatusClients& clients) {
  Json connections = Json::array();
  for (const StatusConnection& connection : clients.connections) {
    connections.push_back(encode_connection(connection));
  }
  return {{"total", clients.total},        {"attached", clients.attached},
          {"readOnly", clients.read_only}, {"connections", std::move(connections)},
          {"stale", clients.stale},        {"resyncs", clients.resyncs}};
}

StatusClients parse_clients(const Json& object) {
  StatusClients clients;
  clients.total = integer_of(object, "total");
  clients.attached = integer_of(object, "attached");
  clients.read_only = integer_of(object, "readOnly");
  clients.stale = integer_of(object, "stale");
  clients.resyncs = try_integer(object, "resyncs").value_or(0);
  if (auto found = object.find("connections"); found != object.end() && found->is_array()) {
    for (const Json& connection : *found) clients.connections.push_back(parse_connection(connection));
  }
  return clients;
}

Json encode_modes(const StatusModes& modes) {
  return {{"sgrMouse", modes.sgr_mouse},
          {"cursorHidden", modes.cursor_hidden},
          {"kittyKeyboard", modes.kitty_keyboard},
          {"kittyKeyboardFlags", modes.kitty_keyboard_flags},
          {"alternateScreen", modes.alternate_screen},
          {"bracketedPaste", modes.bracketed_paste},
          {"mouseTracking", modes.mouse_tracking}};
}

StatusModes parse_modes(const Json& object) {
  StatusModes modes;
  modes.sgr_mouse = flag_of(object, "sgrMouse");
  modes.cursor_hidden = flag_of(object, "cursorHidden");
  modes.kitty_keyboard = flag_of(object, "kittyKeyboard");
  modes.alternate_screen = flag_of(object, "alternateScreen");
  modes.bracketed_paste = flag_of(object, "bracketedPaste");
  modes.mouse_tracking = flag_of(object, "mouseTracking");
  if (auto found = object.find("kittyKeyboardFlags"); found != object.end() && found->is_array()) {
    for (const Json& flags : *found) {
      if (auto value = as_integer(flags, 0, 255))
        modes.kitty_keyboard_flags.push_back(static_cast<int>(*value));
    }
  }
  return modes;
}

Json encode_activity(const StatusActivity& activity) {
  return {{"lastOutputAt", or_null(activity.last_output_at)},
          {"lastChangeAt", or_null(activity.last_change_at)},
          {"lastInputAt", or_null(activity.last_input_at)}};
}

void parse_additions(StatusDocument& status, const Json& document) {
  status.generation = try_string(document, "generation").value_or("");
  status.title = try_string(document, "title").value_or("");
  if (auto warnings = document.find("warnings"); warnings != document.end())
    status.warnings = as_strings(*warnings).value_or(std::vector<std::string>{});
  if (const Json* protocol = try_object(document, "protocol")) {
    status.protocol_version = integer_of(*protocol, "version");
    if (auto features = protocol->find("features"); features != protocol->end()) {
      status.protocol_features = as_strings(*features).value_or(std::vector<std::string>{});
    }
  }
  if (const Json* activity = try_object(document, "activity"))
    status.activity = {try_string(*activity, "lastOutputAt"), try_string(*activity, "lastChangeAt"),
                       try_string(*activity, "lastInputAt")};
  if (const Json* io = try_object(document, "io")) {
    status.bytes_in = count_of(*io, "bytesIn");
    status.bytes_out = count_of(*io, "bytesOut");
  }
}

}  // namespace

std::string encode_status(const StatusDocument& status) {
  Json document = {
      {"name", status.name},
      {"terminal", encode_terminal(status.terminal)},
      {"process",
       {{"alive", status.process.alive},
        {"exitCode", or_null(status.process.exit_code)},
        {"pid", or_null(status.process.pid)},
        {"resources", encode_resources(status.process.resources)}}},
      {"daemon", {{"pid", status.daemon_pid}, {"resources", encode_resources(status.daemon_resources)}}},
      {"clients", encode_clients(status.clients)},
      {"modes", encode_modes(status.modes)},
      {"uptimeSeconds", or_null(status.uptime_seconds)},
      {"createdAt", or_null(status.created_at)},
      {"generation", status.generation},
      {"protocol", {{"version", status.protocol_version}, {"features", status.protocol_features}}},
      {"title", status.title},
      {"io", {{"bytesIn", status.bytes_in}, {"bytesOut", status.bytes_out}}},
      {"warnings", status.warnings}};
  if (status.activity) document["activity"] = encode_activity(*status.activity);
  return compact(document);
}

base::Result<StatusDocument> parse_status(std::string_view text) {
  std::optional<Json> document = try_parse_json(text);
  const Json* terminal = document ? try_object(*document, "terminal") : nullptr;
  const Json* process = document ? try_object(*document, "process") : nullptr;
  const Json* clients = document ? try_object(*document, "clients") : nullptr;
  const Json* modes = document ? try_object(*document, "modes") : nullptr;
  if (terminal == nullptr || process == nullptr || clients == nullptr || modes == nullptr) {
    return base::fail(base::Errc::corrupt, "the status document is incomplete");
  }
  StatusDocument status;
  status.name = try_string(*document, "name").value_or("");
  status.terminal = parse_terminal(*terminal);
  status.process = {flag_of(*process, "alive"), try_int(*process, "exitCode"), try_int(*process, "pid"),
                    parse_resources(*process)};
  if (const Json* daemon = try_object(*document, "daemon")) {
    status.daemon_pid = integer_of(*daemon, "pid");
    status.daemon_resources = parse_resources(*daemon);
  }
  status.clients = parse_clients(*clients);
  status.modes = parse_modes(*modes);
  status.uptime_seconds = try_integer(*document, "uptimeSeconds");
  status.created_at = try_string(*document, "createdAt");
  parse_additions(status, *document);
  return status;
}

}  // namespace pty::registry
