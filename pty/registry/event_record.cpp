#include "pty/registry/event_record.hpp"

#include "pty/os/wall_time.hpp"
#include "pty/registry/json_fields.hpp"

namespace pty::registry {
namespace {

struct ToJson {
  Json operator()(const std::string& text) const { return text; }
  Json operator()(std::int64_t number) const { return number; }
  Json operator()(const StringMap& map) const { return to_json(map); }
  Json operator()(JsonNull) const { return nullptr; }
  Json operator()(const JsonText& json) const { return try_parse_json(json.text).value_or(nullptr); }
};

const char* name_of(NotificationSource source) {
  switch (source) {
    case NotificationSource::osc9:
      return "osc9";
    case NotificationSource::osc99:
      return "osc99";
    case NotificationSource::osc777:
      return "osc777";
  }
  return "";
}

EventValue text_or_json_null(const std::optional<std::string>& text) {
  if (text) return *text;
  return JsonNull{};
}

}  // namespace

EventRecord session_start_event(const Tags& tags) {
  EventRecord event{std::string(kSessionStart), {}};
  if (!tags.empty()) event.payload.emplace_back("tags", tags);
  return event;
}

EventRecord session_exit_event(int exit_code, std::optional<int> signal) {
  EventRecord event{"session_exit", {}};
  event.payload.emplace_back("exitCode", std::int64_t{exit_code});
  if (signal) event.payload.emplace_back("signal", std::int64_t{*signal});
  return event;
}

EventRecord bell_event() {
  return {"bell", {}};
}

EventRecord title_change_event(std::string value) {
  EventRecord event{"title_change", {}};
  event.payload.emplace_back("value", std::move(value));
  return event;
}

EventRecord notification_event(std::optional<std::string> title, std::optional<std::string> body,
                               NotificationSource source) {
  EventRecord event{"notification", {}};
  if (title) event.payload.emplace_back("title", std::move(*title));
  if (body) event.payload.emplace_back("body", std::move(*body));
  event.payload.emplace_back("source", std::string(name_of(source)));
  return event;
}

EventRecord focus_request_event() {
  return {"focus_request", {}};
}

EventRecord cursor_visible_event() {
  return {"cursor_visible", {}};
}

EventRecord tags_change_event(const Tags& previous, const Tags& value) {
  EventRecord event{"tags_change", {}};
  event.payload.emplace_back("previous", previous);
  event.payload.emplace_back("value", value);
  return event;
}

EventRecord display_name_change_event(const std::optional<std::string>& previous,
                                      const std::optional<std::string>& value) {
  EventRecord event{"display_name_change", {}};
  event.payload.emplace_back("previous", text_or_json_null(previous));
  event.payload.emplace_back("value", text_or_json_null(value));
  return event;
}

std::string encode_event(std::string_view session, base::WallTime when, const EventRecord& event) {
  Json record = Json::object();
  record.push_back({"session", session});
  record.push_back({"type", event.type});
  record.push_back({"ts", os::iso8601_utc(when)});
  for (const auto& [key, value] : event.payload) record.push_back({key, std::visit(ToJson{}, value)});
  return compact(record) + "\n";
}

base::Result<ReadEvent> parse_event(std::string_view line) {
  std::optional<Json> record = try_parse_json(line);
  if (!record) return base::fail(base::Errc::corrupt, "an event record is not JSON");
  std::optional<std::string> session = try_string(*record, "session");
  std::optional<std::string> type = try_string(*record, "type");
  std::optional<std::string> timestamp = try_string(*record, "ts");
  if (!session || !type || !timestamp) {
    return base::fail(base::Errc::corrupt, "an event record lacks session, type or ts");
  }
  return ReadEvent{std::move(*session), std::move(*type), std::move(*timestamp), std::string(line)};
}

}  // namespace pty::registry
