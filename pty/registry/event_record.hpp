#pragma once
// Event records: one compact JSON object per line, {session, type, ts, ...payload}.
//
// An EventRecord is what happened; who and when are added when it is encoded. The functions below are the
// only place that knows payload field names.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "pty/base/clock.hpp"
#include "pty/base/error.hpp"
#include "pty/registry/tags.hpp"

namespace pty::registry {

/// JSON text to be embedded as it is; parsed, so that it cannot break the line.
struct JsonText {
  std::string text;
};
struct JsonNull {};
using EventValue = std::variant<std::string, std::int64_t, StringMap, JsonNull, JsonText>;

struct EventRecord {
  std::string type;
  std::vector<std::pair<std::string, EventValue>> payload;
};

inline constexpr std::string_view kSessionStart = "session_start";

enum class NotificationSource { osc9, osc99, osc777 };

EventRecord session_start_event(const Tags& tags);
EventRecord session_exit_event(int exit_code, std::optional<int> signal);
EventRecord bell_event();
EventRecord title_change_event(std::string value);
EventRecord notification_event(std::optional<std::string> title, std::optional<std::string> body,
                               NotificationSource source);
EventRecord focus_request_event();
EventRecord cursor_visible_event();
EventRecord tags_change_event(const Tags& previous, const Tags& value);
EventRecord display_name_change_event(const std::optional<std::string>& previous,
                                      const std::optional<std::string>& value);

/// One line with its newline. Text that is not UTF-8 becomes U+FFFD.
std::string encode_event(std::string_view session, base::WallTime when, const EventRecord& event);

/// What a reader needs without knowing the type.
struct ReadEvent {
  std::string session;
  std::string type;
  std::string timestamp;
  std::string line;  ///< the whole record as stored, without newline
};
/// Fails: corrupt.
base::Result<ReadEvent> parse_event(std::string_view line);

}  // namespace pty::registry
