#pragma once
// The event log <id>.events.jsonl: appended and truncated under the event lock, never longer than 1000 lines.
//
// When an append makes 1000 lines, the file is replaced atomically (a new inode) by 500 of them: its first,
// if that is the session_start, and the last. A follower finds the last record that it has seen in the new
// file, if it was kept, and goes on behind it. Appending after a torn last line starts a new one first, so
// one crash costs one record at most.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pty/base/error.hpp"
#include "pty/registry/event_record.hpp"
#include "pty/registry/registry_lock.hpp"
#include "pty/registry/session_paths.hpp"

namespace pty::registry {

inline constexpr std::size_t kMaxEventLines = 1000;
inline constexpr std::size_t kKeptEventLines = 500;
inline constexpr std::size_t kRecentEvents = 50;
inline constexpr std::size_t kMaxEventBytes = 1U << 20U;  ///< one record

/// A writer that remembers the line count between appends as long as nobody else wrote.
class EventLog {
 public:
  explicit EventLog(SessionPaths paths);

  /// Appends encoded lines (each with its newline) and applies retention. Pre: `lock` is held.
  /// Fails: too_large (a record over 1 MiB), system.
  base::Status append(const EventLock& lock, std::string_view lines);

  /// Publishes a log of these encoded lines only (mode 0600, a new inode: followers of the old one can still
  /// drain it).
  base::Status start(const EventLock& lock, std::string_view lines);

 private:
  base::Status synchronise(std::string& prefix);
  base::Status truncate_to_kept();
  void remember_inode();
  void forget();

  SessionPaths paths_;
  std::uint64_t known_size_ = 0;
  std::uint64_t known_inode_ = 0;
  std::size_t known_lines_ = 0;
};

/// Takes the event lock, appends one record stamped now. Fails: busy, system.
base::Status append_event(const SessionPaths& paths, const EventRecord& event, base::Milliseconds wait);

/// The newest records, oldest first; lines that do not parse are skipped. Fails: not_found, system.
base::Result<std::vector<ReadEvent>> read_recent_events(const SessionPaths& paths,
                                                        std::size_t limit = kRecentEvents);

}  // namespace pty::registry
