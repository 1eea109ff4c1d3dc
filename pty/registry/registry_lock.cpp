#include "pty/registry/registry_lock.hpp"

#include <fmt/format.h>

#include <chrono>
#include <optional>
#include <utility>

#include "pty/os/directory.hpp"
#include "pty/os/environment.hpp"
#include "pty/os/fd_io.hpp"
#include "pty/os/file_guard.hpp"
#include "pty/os/file_io.hpp"
#include "pty/os/process_table.hpp"
#include "pty/os/wall_time.hpp"
#include "pty/os/whole_file.hpp"
#include "pty/registry/leading_pid.hpp"

namespace pty::registry {
namespace {

using base::Milliseconds;
using Steady = std::chrono::steady_clock;

constexpr std::size_t kMaxLockBytes = 4096;
constexpr Milliseconds kFirstPause{1};
constexpr Milliseconds kLongestPause{50};
constexpr Milliseconds kGuardWait{250};
/// Other implementations create the file first and write their pid a moment later: a file this young that
/// says nothing yet is being taken, not garbage.
constexpr Milliseconds kUnwrittenGrace{100};

std::string lock_content(int pid) {
  std::string content = fmt::format("{}\n", pid);
  if (std::optional<std::string> token = os::start_token(pid)) content += *token + "\n";
  return content;
}

/// Our second line, "linux:..." or "darwin:..."; other tools' second lines are not start tokens.
std::string_view recorded_token(std::string_view content) {
  std::size_t line = content.find('\n');
  if (line == std::string_view::npos) return {};
  std::string_view token = content.substr(line + 1);
  token = token.substr(0, token.find('\n'));
  bool known = token.starts_with("linux:") || token.starts_with("darwin:");
  return known ? token : std::string_view{};
}

bool holder_lives(std::string_view content) {
  std::optional<int> pid = leading_pid(content);
  if (!pid || !os::is_alive(*pid)) return false;
  std::string_view token = recorded_token(content);
  if (token.empty()) return true;
  std::optional<std::string> now = os::start_token(*pid);
  return !now || *now == token;
}

bool perhaps_being_written(const std::string& path, std::string_view content) {
  if (!content.empty()) return false;
  std::optional<os::FileFacts> facts = os::try_file_facts(path);
  if (!facts) return true;
  auto age = os::wall_now() - facts->modified;
  return age >= Milliseconds(0) && age < kUnwrittenGrace;
}

enum class Found { free, held, stale };

struct Look {
  Found found = Found::free;
  std::string content;
};

Look look_at(const std::string& path) {
  base::Result<std::string> content = os::read_file(path, kMaxLockBytes);
  if (!content && content.error().code == base::Errc::not_found) return {};
  if (!content) return {Found::stale, {}};
  if (holder_lives(*content) || perhaps_being_written(path, *content))
    return {Found::held, std::move(*content)};
  return {Found::stale, std::move(*content)};
}

/// Bounded waiting with growing pauses.
class BackOff {
 public:
  explicit BackOff(Milliseconds wait) : deadline_(Steady::now() + wait) {}
  [[nodiscard]] bool expired() const { return Steady::now() >= deadline_; }
  [[nodiscard]] Milliseconds left() const { return base::time_until(deadline_, Steady::now()); }
  void pause() {
    (void)os::wait_ready(os::kNeverReady, os::Direction::readable, std::min(pause_, left()));
    pause_ = std::min(pause_ * 2, kLongestPause);
  }

 private:
  Steady::time_point deadline_;
  Milliseconds pause_ = kFirstPause;
};

base::Status busy() {
  return base::fail(base::Errc::busy, "the lock is held");
}

/// Re-reads, removes what is still the stale content that was judged, and creates: all under the guard.
base::Status steal(const std::string& path, const std::string& guard, const Look& judged,
                   const std::string& content) {
  base::Result<os::FileGuard> guarded = os::FileGuard::acquire(guard, kGuardWait);
  if (!guarded) return base::fail(std::move(guarded.error()));
  Look now = look_at(path);
  if (now.found == Found::held || (now.found == Found::stale && now.content != judged.content)) return busy();
  if (now.found == Found::stale) {
    if (base::Result<bool> removed = os::remove_file(path); !removed) {
      return base::fail(std::move(removed.error()));
    }
  }
  return os::create_whole(path, content);
}

/// One attempt, without waiting for a live holder. Fails: busy, or a real error.
base::Status try_take(const std::string& path, const std::string& guard, const std::string& content) {
  base::Status created = os::create_whole(path, content);
  if (created || created.error().code != base::Errc::already_exists) return created;
  Look look = look_at(path);
  if (look.found == Found::held) return busy();
  base::Status stolen =
      look.found == Found::stale ? steal(path, guard, look, content) : os::create_whole(path, content);
  if (!stolen && stolen.error().code == base::Errc::already_exists) return busy();
  return stolen;
}

}  // namespace

base::Result<LockFile> LockFile::acquire(const std::string& path, const std::string& guard,
                                         base::Milliseconds wait) {
  std::string content = lock_content(os::own_pid());
  BackOff back_off(wait);
  while (true) {
    base::Status taken = try_take(path, guard, content);
    if (taken) return LockFile(path, std::move(content));
    if (taken.error().code != base::Errc::busy || back_off.expired())
      return base::fail(std::move(taken.error()));
    back_off.pause();
  }
}

LockFile::LockFile(std::string path, std::string content)
    : path_(std::move(path)), content_(std::move(content)) {}

LockFile::LockFile(LockFile&& other) noexcept
    : path_(std::exchange(other.path_, {})), content_(std::exchange(other.content_, {})) {}

LockFile& LockFile::operator=(LockFile&& other) noexcept {
  if (this != &other) {
    release();
    path_ = std::exchange(other.path_, {});
    content_ = std::exchange(other.content_, {});
  }
  return *this;
}

LockFile::~LockFile() {
  release();
}

void LockFile::release() {
  if (path_.empty()) return;
  base::Result<std::string> content = os::read_file(path_, kMaxLockBytes);
  if (content && *content == content_) (void)os::remove_file(path_);
  path_.clear();
}

base::Status LockFile::delegate_to(int pid) {
  std::string content = lock_content(pid);
  if (base::Status written = os::write_file_atomic(path_, content, os::kPrivateFile); !written)
    return written;
  content_ = std::move(content);
  return {};
}

void release_delegated_lock(const SessionPaths& paths) {
  base::Result<std::string> content = os::read_file(paths.lock, kMaxLockBytes);
  if (content && *content == lock_content(os::own_pid())) (void)os::remove_file(paths.lock);
}

EventLock::EventLock(LockFile file) : file_(std::move(file)) {}

base::Result<EventLock> EventLock::acquire(const SessionPaths& paths, base::Milliseconds wait) {
  base::Result<LockFile> file = LockFile::acquire(paths.event_lock, paths.lock_guard, wait);
  if (file) return EventLock(std::move(*file));
  if (file.error().code == base::Errc::busy) {
    return base::fail(base::Errc::busy, event_log_busy_text(paths.id));
  }
  return base::fail(std::move(file.error()));
}

MetadataLock::MetadataLock(LockFile file) : file_(std::move(file)) {}

base::Result<MetadataLock> MetadataLock::acquire(const SessionPaths& paths, base::Milliseconds wait) {
  base::Result<LockFile> file = LockFile::acquire(paths.lock, paths.lock_guard, wait);
  if (file) return MetadataLock(std::move(*file));
  if (file.error().code == base::Errc::busy)
    return base::fail(base::Errc::busy, metadata_busy_text(paths.id));
  return base::fail(std::move(file.error()));
}

base::Result<SessionLocks> acquire_session_locks(const SessionPaths& paths, base::Milliseconds wait) {
  BackOff back_off(wait);
  while (true) {
    base::Result<EventLock> events = EventLock::acquire(paths, back_off.left());
    if (!events) return base::fail(std::move(events.error()));
    base::Result<MetadataLock> metadata = MetadataLock::acquire(paths, kNoWait);
    if (metadata) return SessionLocks{std::move(*events), std::move(*metadata)};
    bool final = metadata.error().code != base::Errc::busy || back_off.expired();
    if (final) return base::fail(std::move(metadata.error()));
    // A launcher keeps the metadata lock while its daemon needs the event lock: never sit on that one.
    events->release();
    back_off.pause();
  }
}

std::string event_log_busy_text(std::string_view id) {
  return fmt::format("Session id \"{}\" event log is busy. Retry the operation.", id);
}

std::string metadata_busy_text(std::string_view id) {
  return fmt::format("Session id \"{}\" metadata is busy. Retry the operation.", id);
}

std::string run_event_log_busy_text(std::string_view id) {
  return fmt::format("Session \"{}\" event log is busy. Try again.", id);
}

std::string run_being_created_text(std::string_view id) {
  return fmt::format("Session \"{}\" is being created by another process. Try again.", id);
}

}  // namespace pty::registry
