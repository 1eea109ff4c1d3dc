#include "pty/registry/event_log.hpp"

#include <algorithm>
#include <optional>

#include "pty/base/require.hpp"
#include "pty/os/directory.hpp"
#include "pty/os/file_identity.hpp"
#include "pty/os/file_io.hpp"
#include "pty/os/wall_time.hpp"

namespace pty::registry {
namespace {

/// 1000 records of the largest size would be a gigabyte: a log that big is not read into memory.
constexpr std::size_t kMaxLogBytes = 256U << 20U;

std::size_t count_lines(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

/// The text from the start of the `limit`-th last line on.
std::string_view last_lines_of(std::string_view text, std::size_t limit) {
  std::size_t at = text.size();
  for (std::size_t line = 0; line < limit && at > 0; ++line) {
    std::size_t newline = at >= 2 ? text.rfind('\n', at - 2) : std::string_view::npos;
    at = newline == std::string_view::npos ? 0 : newline + 1;
  }
  return text.substr(at);
}

/// The first line if it is the session's start.
std::string_view start_record_of(std::string_view text) {
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return {};
  const base::Result<ReadEvent> first = parse_event(text.substr(0, end));
  return first && first->type == kSessionStart ? text.substr(0, end + 1) : std::string_view();
}

/// What retention leaves: a flood of events pushes out each other, but never the start.
std::string kept_lines(std::string_view text) {
  const std::string_view start = start_record_of(text);
  std::string kept(start);
  kept.append(last_lines_of(text.substr(start.size()), kKeptEventLines - count_lines(start)));
  return kept;
}

bool has_oversized_record(std::string_view lines) {
  while (!lines.empty()) {
    std::size_t length = std::min(lines.find('\n'), lines.size() - 1) + 1;
    if (length > kMaxEventBytes) return true;
    lines.remove_prefix(length);
  }
  return false;
}

}  // namespace

EventLog::EventLog(SessionPaths paths) : paths_(std::move(paths)) {}

base::Status EventLog::append(const EventLock& lock, std::string_view lines) {
  base::require(lock.held(), "an event is appended under the event lock");
  if (lines.empty()) return {};
  if (has_oversized_record(lines)) return base::fail(base::Errc::too_large, "an event record exceeds 1 MiB");
  std::string bytes;
  if (base::Status status = synchronise(bytes); !status) return status;
  bytes.append(lines);
  if (base::Status status = os::append_file(paths_.events, bytes, os::kPrivateFile); !status) {
    forget();
    return status;
  }
  known_size_ += bytes.size();
  known_lines_ += count_lines(bytes);
  if (known_lines_ >= kMaxEventLines) return truncate_to_kept();
  if (known_inode_ == 0) remember_inode();
  return {};
}

/// Makes the known line count that of the file; `prefix` becomes a newline when the last line is torn.
base::Status EventLog::synchronise(std::string& prefix) {
  std::optional<os::FileFacts> facts = os::try_file_facts(paths_.events);
  std::optional<os::FileIdentity> identity = os::try_file_identity(paths_.events);
  if (!facts || !identity) {
    forget();
    return {};
  }
  if (known_inode_ != 0 && known_inode_ == identity->inode && known_size_ == facts->bytes) return {};
  base::Result<std::string> text = os::read_file(paths_.events, kMaxLogBytes);
  if (!text) return base::fail(std::move(text.error()));
  known_inode_ = identity->inode;
  known_size_ = text->size();
  known_lines_ = count_lines(*text);
  if (!text->empty() && text->back() != '\n') prefix = "\n";
  return {};
}

void EventLog::forget() {
  known_inode_ = 0;
  known_size_ = 0;
  known_lines_ = 0;
}

void EventLog::remember_inode() {
  std::optional<os::FileIdentity> identity = os::try_file_identity(paths_.events);
  known_inode_ = identity ? identity->inode : 0;
}

base::Status EventLog::truncate_to_kept() {
  base::Result<std::string> text = os::read_file(paths_.events, kMaxLogBytes);
  if (!text) return base::fail(std::move(text.error()));
  const std::string kept = kept_lines(*text);
  forget();
  if (base::Status status = os::write_file_atomic(paths_.events, kept, os::kPrivateFile); !status)
    return status;
  known_size_ = kept.size();
  known_lines_ = count_lines(kept);
  remember_inode();
  return {};
}

base::Status EventLog::start(const EventLock& lock, std::string_view lines) {
  base::require(lock.held(), "an event log is started under the event lock");
  forget();
  if (base::Status status = os::write_file_atomic(paths_.events, lines, os::kPrivateFile); !status)
    return status;
  known_size_ = lines.size();
  known_lines_ = count_lines(lines);
  remember_inode();
  return {};
}

base::Status append_event(const SessionPaths& paths, const EventRecord& event, base::Milliseconds wait) {
  base::Result<EventLock> lock = EventLock::acquire(paths, wait);
  if (!lock) return base::fail(std::move(lock.error()));
  return EventLog(paths).append(*lock, encode_event(paths.id, os::wall_now(), event));
}

base::Result<std::vector<ReadEvent>> read_recent_events(const SessionPaths& paths, std::size_t limit) {
  base::Result<std::string> text = os::read_file(paths.events, kMaxLogBytes);
  if (!text) return base::fail(std::move(text.error()));
  std::vector<ReadEvent> events;
  std::string_view rest = *text;
  while (!rest.empty() && events.size() < limit) {
    std::string_view line = last_lines_of(rest, 1);
    rest.remove_suffix(line.size());
    if (line.ends_with('\n')) line.remove_suffix(1);
    if (base::Result<ReadEvent> event = parse_event(line)) events.push_back(std::move(*event));
  }
  std::ranges::reverse(events);
  return events;
}

}  // namespace pty::registry
