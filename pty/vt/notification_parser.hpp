#pragma once
// Desktop notifications out of OSC 9, 99 and 777. OSC 99 (kitty) may come in chunks; unfinished ones are kept
// per id, at most 16 of them and 64 KiB in all.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pty/vt/events.hpp"

namespace pty::vt {

inline constexpr std::size_t kMaxOpenNotifications = 16;
inline constexpr std::size_t kMaxNotificationIdBytes = 256;

class NotificationParser {
 public:
  /// Payload after "9;". ConEmu sub-commands (progress and such) are no notifications.
  [[nodiscard]] static std::optional<Event> parse_osc9(std::string_view payload);
  /// Payload after "777;".
  [[nodiscard]] static std::optional<Event> parse_osc777(std::string_view payload);
  /// Payload after "99;". Absent while a notification is incomplete, and for queries.
  [[nodiscard]] std::optional<Event> feed_osc99(std::string_view payload);
  /// True if an OSC 99 payload is a query (p=?), which is not relayed.
  [[nodiscard]] static bool is_osc99_query(std::string_view payload);

  /// What has come of a notification that is not complete.
  struct Open {
    std::string id;
    std::string title;
    std::string body;
    bool has_title = false;
    bool has_body = false;
    friend bool operator==(const Open&, const Open&) = default;
  };
  /// Oldest first.
  [[nodiscard]] const std::vector<Open>& open() const { return open_; }
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  std::vector<Open> open_;
};

/// True for printable ASCII: nothing to clean.
bool is_clean_ascii(std::string_view text);
/// Valid UTF-8 without control characters, at most `max_bytes` (cut at a scalar boundary).
std::string clean_text(std::string_view text, std::size_t max_bytes);

}  // namespace pty::vt
