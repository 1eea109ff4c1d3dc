#pragma once
// What an application asks of people rather than of the screen. Detected in order, taken by the owner. Texts
// are valid UTF-8 without control characters, at most 4 KiB (a clipboard: 1 MiB). The queue is bounded: when
// nobody takes events, later ones are lost.

#include <cstdint>
#include <string>

namespace pty::vt {

enum class EventKind : std::uint8_t {
  bell,
  title_change,
  notification,
  focus_request,
  cursor_visible,
  clipboard,
};
enum class NotificationSource : std::uint8_t { osc9, osc99, osc777 };

struct Event {
  EventKind kind = EventKind::bell;
  /// title_change: the new title; notification: its title, if has_title; clipboard: the targets, as sent.
  std::string title;
  /// notification, if has_body; clipboard: what to put there, in base64 as sent (empty: clear it).
  std::string body;
  NotificationSource source = NotificationSource::osc9;
  bool has_title = false;
  bool has_body = false;

  friend bool operator==(const Event&, const Event&) = default;
};

inline constexpr std::size_t kMaxPendingEvents = 1000;
inline constexpr std::size_t kMaxEventTextBytes = 4096;
/// Of all clipboard events that are pending: one that does not fit is lost.
inline constexpr std::size_t kMaxPendingClipboardBytes = std::size_t{1024} * 1024;

}  // namespace pty::vt
