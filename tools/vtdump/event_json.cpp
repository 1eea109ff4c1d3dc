#include "tools/vtdump/event_json.hpp"

namespace pty::vtdump {
namespace {

std::string_view name_of(vt::EventKind kind) {
  switch (kind) {
    case vt::EventKind::bell:
      return "bell";
    case vt::EventKind::title_change:
      return "title_change";
    case vt::EventKind::notification:
      return "notification";
    case vt::EventKind::focus_request:
      return "focus_request";
    case vt::EventKind::cursor_visible:
      return "cursor_visible";
    case vt::EventKind::clipboard:
      return "clipboard";
  }
  return "";
}

std::string_view name_of(vt::NotificationSource source) {
  switch (source) {
    case vt::NotificationSource::osc9:
      return "osc9";
    case vt::NotificationSource::osc99:
      return "osc99";
    case vt::NotificationSource::osc777:
      return "osc777";
  }
  return "";
}

}  // namespace

void write_event(const vt::Event& event, vt::JsonWriter& json) {
  const bool is_notification = event.kind == vt::EventKind::notification;
  json.begin_object().member("type", name_of(event.kind));
  if (event.kind == vt::EventKind::clipboard) {
    json.member("targets", event.title).member("data", event.body).end_object();
    return;
  }
  if (is_notification) json.member("source", name_of(event.source));
  if (event.kind == vt::EventKind::title_change || event.has_title) json.member("title", event.title);
  if (event.has_body) json.member("body", event.body);
  if (event.kind == vt::EventKind::clipboard)
    json.member("targets", event.title).member("base64", event.body);
  json.end_object();
}

}  // namespace pty::vtdump
