#include "pty/vt/notification_parser.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

#include "pty/text/untrusted.hpp"
#include "pty/text/utf8.hpp"
#include "pty/vt/base64.hpp"

namespace pty::vt {
namespace {

struct Field {
  std::string_view key;
  std::string_view value;
};

/// Takes the part before the next separator off the front of `rest`; false when nothing is left.
bool next_part(std::string_view& rest, char separator, std::string_view& part) {
  if (rest.data() == nullptr) return false;
  const std::size_t at = rest.find(separator);
  part = rest.substr(0, at);
  rest = at == rest.npos ? std::string_view{} : rest.substr(at + 1);
  return true;
}

Field split_field(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == text.npos) return {text, {}};
  return {text.substr(0, equals), text.substr(equals + 1)};
}

Event notification(NotificationSource source) {
  Event event;
  event.kind = EventKind::notification;
  event.source = source;
  return event;
}

void set_title(Event& event, std::string_view title) {
  event.title = clean_text(title, kMaxEventTextBytes);
  event.has_title = true;
}

void set_body(Event& event, std::string_view body) {
  event.body = clean_text(body, kMaxEventTextBytes);
  event.has_body = true;
}

/// "title=…;body=…" (or t=, b=): what kitty never sends, but some programs do.
std::optional<Event> parse_loose_osc99(std::string_view payload) {
  Event event = notification(NotificationSource::osc99);
  std::string_view part;
  std::string_view rest = payload;
  while (next_part(rest, ';', part)) {
    const Field field = split_field(part);
    if (field.key == "title" || field.key == "t") set_title(event, field.value);
    if (field.key == "body" || field.key == "b") set_body(event, field.value);
  }
  if (!event.has_title && !event.has_body) return std::nullopt;
  return event;
}

struct Metadata {
  std::string_view id;
  std::string_view part = "title";
  bool more = false;
  bool base64 = false;
};

Metadata parse_metadata(std::string_view text) {
  Metadata metadata;
  std::string_view part;
  while (next_part(text, ':', part)) {
    const Field field = split_field(part);
    if (field.key == "i") metadata.id = field.value;
    if (field.key == "p") metadata.part = field.value;
    if (field.key == "d") metadata.more = field.value == "0";
    if (field.key == "e") metadata.base64 = field.value == "1";
  }
  return metadata;
}

bool is_loose(std::string_view metadata) {
  const std::string_view key = split_field(metadata).key;
  return key == "title" || key == "body" || key == "t" || key == "b";
}

}  // namespace

/// ConEmu: a number from 1 to 12, followed by ';' or the end, is a command.
std::optional<Event> NotificationParser::parse_osc9(std::string_view payload) {
  const std::string_view first = payload.substr(0, payload.find(';'));
  const bool digits = !first.empty() && first.size() <= 2 &&
                      std::ranges::all_of(first, [](char c) { return c >= '0' && c <= '9'; });
  if (digits && first[0] != '0') {
    const int number = first.size() == 1 ? first[0] - '0' : (first[0] - '0') * 10 + (first[1] - '0');
    if (number <= 12) return std::nullopt;
  }
  Event event = notification(NotificationSource::osc9);
  set_body(event, payload);
  return event;
}

std::optional<Event> NotificationParser::parse_osc777(std::string_view payload) {
  std::string_view rest = payload;
  std::string_view part;
  if (!next_part(rest, ';', part) || part != "notify" || rest.data() == nullptr) return std::nullopt;
  next_part(rest, ';', part);
  Event event = notification(NotificationSource::osc777);
  set_title(event, part);
  set_body(event, rest);
  return event;
}

bool NotificationParser::is_osc99_query(std::string_view payload) {
  return parse_metadata(payload.substr(0, payload.find(';'))).part == "?";
}

std::optional<Event> NotificationParser::feed_osc99(std::string_view payload) {
  const std::size_t separator = payload.find(';');
  const std::string_view head = payload.substr(0, separator);
  if (is_loose(head)) return parse_loose_osc99(payload);
  if (separator == payload.npos) return std::nullopt;
  const Metadata metadata = parse_metadata(head);
  if (metadata.part == "?") return std::nullopt;
  const bool is_title = metadata.part == "title";
  const bool is_text = is_title || metadata.part == "body";
  auto open = std::ranges::find(open_, metadata.id, &Open::id);
  if (open == open_.end()) {
    if (!is_text) return std::nullopt;  // an icon, buttons: nothing to keep
    if (metadata.id.size() > kMaxNotificationIdBytes) return std::nullopt;
    if (open_.size() == kMaxOpenNotifications) open_.erase(open_.begin());
    open_.push_back({std::string(metadata.id), {}, {}, false, false});
    open = std::prev(open_.end());
  }
  if (is_text) {
    std::string& text = is_title ? open->title : open->body;
    (is_title ? open->has_title : open->has_body) = true;
    const std::string_view encoded = payload.substr(separator + 1);
    const std::string decoded = metadata.base64 ? decode_base64(encoded) : std::string(encoded);
    const std::size_t room = kMaxEventTextBytes - open->title.size() - open->body.size();
    text.append(decoded, 0, room);
  }
  if (metadata.more) return std::nullopt;
  Event event = notification(NotificationSource::osc99);
  if (open->has_title) set_title(event, open->title);
  if (open->has_body) set_body(event, open->body);
  open_.erase(open);
  if (!event.has_title && !event.has_body) return std::nullopt;
  return event;
}

std::size_t NotificationParser::memory_bytes() const {
  std::size_t bytes = open_.capacity() * sizeof(Open);
  for (const Open& open : open_) bytes += open.id.capacity() + open.title.capacity() + open.body.capacity();
  return bytes;
}

/// Eight bytes at once: a URI is looked at more often than it is anything else.
bool is_clean_ascii(std::string_view text) {
  constexpr std::size_t kStep = sizeof(std::uint64_t);
  constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101;
  constexpr std::uint64_t kTops = 0x80 * kOnes;
  if (text.size() < kStep) return std::ranges::all_of(text, [](char c) { return c >= 0x20 && c < 0x7f; });
  std::uint64_t odd = 0;  // top bits of bytes that are not clean
  const auto look_at = [&](std::size_t i) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, text.data() + i, kStep);
    const std::uint64_t low = bytes & ~kTops;
    odd |= bytes | ~(low + 0x60 * kOnes) | (low + kOnes);
  };
  for (std::size_t i = 0; i + kStep <= text.size(); i += kStep) look_at(i);
  look_at(text.size() - kStep);  // the rest, and some of it again
  return (odd & kTops) == 0;
}

std::string clean_text(std::string_view text, std::size_t max_bytes) {
  if (is_clean_ascii(text)) return std::string(text.substr(0, max_bytes));
  std::string clean;
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p < end) {
    const text::Utf8Step step = text::decode_one(p, end);
    p += step.length;
    if (text::is_control(step.code_point)) continue;
    const text::EncodedScalar scalar = text::encode_utf8(step.code_point);
    if (clean.size() + scalar.length > max_bytes) break;
    clean.append(scalar.view());
  }
  return clean;
}

}  // namespace pty::vt
